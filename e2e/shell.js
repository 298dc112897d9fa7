// Runs in the page. Whether the shell holds: nothing is wider than the window, nothing lies past the end of the
// document, what stays stays where it is, and what is last comes into full view.
{
  const doc = document.documentElement
  /** Milliseconds. */
  const patience = 60_000
  const staying = [
    'nav[aria-label="Pages"]',
    'nav[aria-label="Views"]',
    'aside[aria-label="Filters"]',
    '#root header:not(main *)',
  ]
  const nameOf = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    return `${element.tagName.toLowerCase()} “${text.slice(0, 40)}”`
  }
  const isDrawn = (element) => {
    const { width, height } = element.getBoundingClientRect()
    const isSeen = width > 0 && height > 0 && !element.closest('.hidden-text')
    return isSeen && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }

  /** Whether a box around it, up to `end`, scrolls or cuts what is bigger than it. */
  function isCut(element, side, end = document.body) {
    if (getComputedStyle(element).position === 'fixed') return false
    for (let box = element.parentElement; box && box !== end; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style[side === 'right' ? 'overflowX' : 'overflowY'] !== 'visible') {
        if (side === 'right' || box.getBoundingClientRect().bottom < element.getBoundingClientRect().bottom - 1)
          return true
      }
      if (style.position === 'fixed') return false
    }
    return false
  }

  function tooWide() {
    const found = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return (right > innerWidth + 1 || left < -1) && isDrawn(element) && !isCut(element, 'right')
    })
    // The innermost says what it is.
    const innermost = found.filter((element) => !found.some((other) => other !== element && element.contains(other)))
    return innermost.map((element) => `${nameOf(element)} is wider than the window`)
  }

  const boxOf = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  }
  const places = (elements) => elements.map((element) => Object.values(boxOf(element)).map(Math.round).join())
  const isInside = ({ left, top, right, bottom }) =>
    left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1

  /** The element inside that ends lowest. */
  function lowest(within, over = []) {
    const ends = [...within.querySelectorAll('*')].filter(
      (element) =>
        (element.childElementCount === 0 || element.matches('button, a, svg')) &&
        element.getBoundingClientRect().height < innerHeight / 2 &&
        isDrawn(element) &&
        !isCut(element, 'bottom', within) &&
        !over.some((layer) => layer.contains(element)),
    )
    const bottomOf = (element) => element.getBoundingClientRect().bottom
    return ends.reduce((low, element) => (low === null || bottomOf(element) > bottomOf(low) ? element : low), null)
  }

  /** The next frame. A busy machine's headless browser may draw none for minutes; where things lie can be asked all the same. */
  const frame = () =>
    new Promise((done) => {
      requestAnimationFrame(done)
      setTimeout(done, 500)
    })

  async function settled(frames) {
    // Until nothing has changed for so many frames: a chart follows its box by one, a lazy part comes by itself.
    const end = performance.now() + patience
    for (let still = 0, before = ''; still < frames; ) {
      await frame()
      const waiting = document.querySelector('[aria-busy="true"], [data-stale], [class*="_skeleton_"]')
      const now = [innerWidth, doc.scrollWidth, doc.scrollHeight, document.querySelectorAll('*').length].join()
      still = now === before && waiting === null ? still + 1 : 0
      if (performance.now() > end)
        throw new Error(`nothing settles: ${waiting?.outerHTML.slice(0, 200) ?? `${before} became ${now}`}`)
      before = now
    }
  }

  function scrollEverything(to) {
    for (const box of document.querySelectorAll('body *'))
      if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
        box.scrollTop = to === 'end' ? box.scrollHeight : 0
    scrollTo({ top: to === 'end' ? doc.scrollHeight : 0, behavior: 'instant' })
  }

  /** What lies over the screen: a dialog, a menu, a panel of the editor. */
  const layers = () =>
    [...document.querySelectorAll('dialog, [popover], aside')].filter(
      (element) => isDrawn(element) && getComputedStyle(element).position === 'fixed',
    )

  async function faultsNow() {
    scrollEverything('start')
    await settled(2)
    const stays = [...document.querySelectorAll(staying.join())].filter(isDrawn)
    const atStart = places(stays)
    const faults = [
      ...(doc.scrollWidth > innerWidth ? [`the document is ${doc.scrollWidth - innerWidth} px too wide`] : []),
      ...tooWide(),
      ...[...stays, ...layers()].filter((one) => !isInside(boxOf(one))).map((one) => `${nameOf(one)} sticks out`),
    ]
    scrollEverything('end')
    await settled(1)
    const atEnd = places(stays)
    stays.forEach((one, at) => {
      if (atStart[at] !== atEnd[at]) faults.push(`${nameOf(one)} moves from ${atStart[at]} to ${atEnd[at]}`)
    })
    for (const layer of layers()) {
      const end = lowest(layer)
      if (end && boxOf(end).bottom > boxOf(layer).bottom + 1) faults.push(`${nameOf(end)} cannot be reached`)
    }
    const rail = document.querySelector(staying[0])?.getBoundingClientRect()
    const below = rail && rail.width === innerWidth ? rail.height : 0
    const end = lowest(document.querySelector('main') ?? document.body, layers())
    if (end) {
      const { bottom } = boxOf(end)
      const empty = Math.round(innerHeight - below - bottom)
      if (empty < -1) faults.push(`${nameOf(end)} is hidden below`)
      if (doc.scrollHeight > innerHeight && empty > 80) faults.push(`${empty} px are empty below ${nameOf(end)}`)
    }
    return faults
  }

  /** What does not hold. What was about to come is given the time to: only what is wrong twice is told. */
  globalThis.shellFaults = async () => {
    const faults = await faultsNow()
    const again = faults.length > 0 ? await faultsNow() : []
    scrollEverything('start')
    return again.filter((fault) => faults.includes(fault))
  }
}
