// Runs in the page. What the keyboard has come to: whether it has a name, can be seen and shows that it is there.
{
  /** A hidden control is shown by what stands around it. */
  const around = (element) => [element, element.parentElement, element.parentElement?.parentElement].filter(Boolean)
  const lookOf = (element) =>
    around(element)
      .map(getComputedStyle)
      .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join(' '))
      .join('\n')
  /** Whether it looks otherwise without the focus. */
  const showsFocus = (element) => {
    const focused = lookOf(element)
    element.blur()
    const blurred = lookOf(element)
    element.focus({ preventScroll: true })
    return focused !== blurred
  }
  const textOf = (id) => document.getElementById(id)?.textContent ?? ''
  const nameOf = (element) =>
    [
      element.getAttribute('aria-label'),
      ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map(textOf),
      ...[...(element.labels ?? [])].map((label) => label.textContent),
      element.textContent,
      element.title,
      element.getAttribute('placeholder'),
      element.querySelector('img, svg')?.getAttribute('aria-label'),
    ].find((text) => text?.trim()) ?? ''

  globalThis.focused = () => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect()
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    const name = nameOf(element).trim().replace(/\s+/g, ' ').slice(0, 60)
    const what = `${element.tagName.toLowerCase()} “${name}”`
    const wrong = [
      ...(name === '' ? ['has no name'] : []),
      ...(width < 1 || height < 1 || !isInSight ? ['is out of sight'] : []),
      ...(showsFocus(element) ? [] : ['does not show that it has the focus']),
    ]
    globalThis.walked ??= new Map()
    const number = globalThis.walked.get(element) ?? globalThis.walked.size
    globalThis.walked.set(element, number)
    return { number, what, wrong }
  }
}
