// Runs in the page. Notes what the browser says of itself, and when the figures that a click asked for were painted.
{
  /** Milliseconds without a change of the figures after which they stand. */
  const quiet = 400
  const figures = 'main header, main [aria-busy]'
  const old = 'main [data-stale], main [aria-busy="true"]'
  const noted = {}

  const observe = (type, more) => {
    noted[type] = []
    const observer = new PerformanceObserver((list) => noted[type].push(...list.getEntries()))
    observer.observe({ type, buffered: true, ...more })
  }
  observe('largest-contentful-paint')
  observe('layout-shift')
  observe('longtask')
  observe('event', { durationThreshold: 16 })

  const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
  const shifted = (since, isCounted) =>
    sum(noted['layout-shift'].filter((one) => one.startTime >= since && isCounted(one)).map(({ value }) => value))

  /** Resolves with the moment of the last paint that changed the figures, once they are new and stand still. */
  const painted = (isAsked) =>
    new Promise((resolve) => {
      let last = performance.now()
      let isPainting = false
      const watcher = new MutationObserver((changes) => {
        const elements = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement))
        if (isPainting || !elements.some((element) => element?.closest(figures))) return
        // Frames are asked for only where something changed: each costs the page some of its time.
        isPainting = true
        requestAnimationFrame(() => afterPaint.port2.postMessage(null))
      })
      watcher.observe(document.body, {
        ...{ subtree: true, childList: true, characterData: true },
        ...{ attributes: true, attributeFilter: ['data-stale', 'aria-busy', 'aria-sort'] },
      })
      const afterPaint = new MessageChannel()
      afterPaint.port1.onmessage = () => {
        last = performance.now()
        isPainting = false
      }
      const look = setInterval(() => {
        if (isPainting || !isAsked() || document.querySelector(old) || performance.now() - last <= quiet) return
        clearInterval(look)
        watcher.disconnect()
        resolve(last)
      }, 50)
    })

  const firstLoad = async () => {
    const stood = await painted(() => true)
    // What is fetched for later clicks once the figures stand is not what one waits for.
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= stood)
    return {
      script: sum(scripts.map(({ encodedBodySize }) => encodedBodySize)),
      largestPaint: noted['largest-contentful-paint'].at(-1)?.startTime ?? Number.NaN,
      shift: shifted(0, ({ hadRecentInput }) => !hadRecentInput),
    }
  }

  const onClick = async ({ timeStamp: from }, address) => {
    const until = await painted(() => location.href !== address)
    const long = noted.longtask.filter((one) => one.startTime + one.duration > from && one.startTime < until)
    const clicked = noted.event.find(({ name, startTime }) => name === 'click' && startTime >= from - 1)
    const events = noted.event.filter(({ interactionId }) => interactionId === clicked?.interactionId)
    return {
      painted: until - from,
      // The browser reports none that was painted within 16 ms.
      event: Math.max(16, ...events.map(({ duration }) => duration)),
      shift: shifted(from, ({ hadRecentInput }) => !hadRecentInput),
      shiftByInput: shifted(from, ({ hadRecentInput }) => hadRecentInput),
      longTasks: long.map(({ duration }) => duration),
    }
  }

  globalThis.vitals = {
    firstLoad,
    /** Before a click: what it brought is then in `clicked`. */
    expectClick() {
      const address = location.href
      globalThis.vitals.clicked = new Promise((resolve) => {
        addEventListener('click', (event) => resolve(onClick(event, address)), { capture: true, once: true })
      })
    },
  }
}
