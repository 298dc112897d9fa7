import { download } from './export.ts'
import { pagesOf, pdfOf } from './pdf.ts'

const sharp = 2

/** The latin part of the family, so that a picture is set in it too. */
async function fontFace(): Promise<string> {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      const source = rule instanceof CSSFontFaceRule && /U\+0{0,4}-0?0?FF/i.test(rule.cssText) ? rule.cssText : ''
      const url = /url\("?([^")]+)"?\)/.exec(source)?.[1]
      if (!url) continue
      const bytes = new Uint8Array(await (await fetch(new URL(url, sheet.href ?? document.baseURI))).arrayBuffer())
      let binary = ''
      for (const byte of bytes) binary += String.fromCharCode(byte)
      return `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)})}`
    }
  }
  return ''
}

/** What the properties of an element come to where nothing is said of it, by its name: a picture need not repeat them. */
function plainStyles() {
  const frame = document.createElement('iframe')
  frame.style.display = 'none'
  document.body.append(frame)
  const plain = frame.contentDocument
  const known = new Map<string, ReadonlyMap<string, string>>()
  const of = (element: Element): ReadonlyMap<string, string> => {
    const found = known.get(element.localName)
    if (found || !plain) return found ?? new Map()
    const bare = plain.createElementNS(element.namespaceURI, element.localName)
    plain.body.append(bare)
    const computed = getComputedStyle(bare)
    const styles = new Map([...computed].map((name) => [name, computed.getPropertyValue(name)] as const))
    known.set(element.localName, styles)
    return styles
  }
  return { of, end: () => frame.remove() }
}

/** Copies every computed style onto the copy: a picture has no style sheet. */
function freeze(from: Element, to: Element, plain: ReturnType<typeof plainStyles>) {
  if (to instanceof HTMLElement || to instanceof SVGElement) {
    const computed = getComputedStyle(from)
    const usual = plain.of(from)
    // Set as an object: a style attribute would be refused by the page's content security policy.
    for (const name of computed) {
      const value = computed.getPropertyValue(name)
      if (inherited.has(name) || usual.get(name) !== value) to.style.setProperty(name, value)
    }
    to.style.setProperty('animation', 'none')
    to.style.setProperty('transition', 'none')
    if (computed.position === 'sticky') to.style.setProperty('position', 'relative')
    if (computed.position === 'sticky') to.style.setProperty('inset', 'auto')
  }
  const copies = [...to.children]
  for (const [index, child] of [...from.children].entries()) {
    const copy = copies[index]
    if (copy) freeze(child, copy, plain)
  }
}

/** What comes from above unless it is said, so that even what is usual has to be said. */
const inherited = new Set([
  ...['color', 'cursor', 'direction', 'letter-spacing', 'line-height', 'text-align', 'text-indent', 'text-transform'],
  ...['font-family', 'font-feature-settings', 'font-kerning', 'font-size', 'font-style', 'font-variant-numeric'],
  ...['font-weight', 'visibility', 'white-space-collapse', 'text-wrap-mode', 'text-wrap-style', 'word-spacing'],
  ...['overflow-wrap', 'word-break', 'hyphens', 'list-style-type', 'border-collapse', 'border-spacing', 'fill'],
  ...['stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'paint-order', 'text-anchor'],
])

/** Everything that scrolls inside an element. */
const scrollers = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow))

/**
 * An element as it would stand without a pointer or a focus on it, with room for all that scrolls in it; the page is left as
 * it is. What draws only the rows in sight draws all of them meanwhile, as for paper.
 */
function whole(element: HTMLElement) {
  window.dispatchEvent(new Event('beforeprint'))
  const copy = element.cloneNode(true) as HTMLElement
  const hidden = scrollers(element).map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  const width = element.getBoundingClientRect().width + Math.max(0, ...hidden)
  window.dispatchEvent(new Event('afterprint'))
  for (const part of copy.querySelectorAll('[data-screen-only]')) part.remove()
  element.after(copy)
  const said = { position: 'fixed', left: '-100000px', top: '0', width: `${width}px`, height: 'auto', margin: '0' }
  Object.assign(copy.style, said)
  for (const one of scrollers(copy))
    Object.assign(one.style, { overflow: 'visible', maxHeight: 'none', contain: 'none' })
  const plain = plainStyles()
  try {
    const { height, top } = copy.getBoundingClientRect()
    const ends = [...copy.querySelectorAll('tr')].map((row) => row.getBoundingClientRect().bottom - top)
    const frozen = copy.cloneNode(true) as HTMLElement
    freeze(copy, frozen, plain)
    Object.assign(frozen.style, { position: 'relative', left: '0' })
    return { frozen, width, height, ends }
  } finally {
    plain.end()
    copy.remove()
  }
}

/** Canvases beyond these are not drawn by every browser: such a table is drawn smaller. */
const [longestSide, mostPixels] = [32_000, 60_000_000]

type Drawn = {
  readonly canvas: HTMLCanvasElement
  readonly scale: number
  /** Where rows end, in pixels of the canvas: between two of them a page may end. */
  readonly ends: readonly number[]
}

/** All of an element, at twice its size where a canvas has room for that. */
async function drawn(element: HTMLElement): Promise<Drawn> {
  const { frozen, width, height, ends } = whole(element)
  const scale = Math.min(sharp, longestSide / Math.max(width, height), Math.sqrt(mostPixels / (width * height)))
  frozen.setAttribute('xmlns', 'http://www.w3.org/1999/xhtml')
  const inner = new XMLSerializer().serializeToString(frozen)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">` +
    `<style>${await fontFace()}</style><foreignObject width="100%" height="100%">${inner}</foreignObject></svg>`
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const pen = canvas.getContext('2d')
  if (pen) {
    // What is printed or pasted elsewhere has no page behind it.
    pen.fillStyle = getComputedStyle(document.body).backgroundColor
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(image, 0, 0)
  }
  return { canvas, scale, ends: ends.map((end) => end * scale) }
}

async function encoded(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.95))
  if (!blob) throw new Error('the browser made no picture')
  return blob
}

const png = async (element: HTMLElement) => encoded((await drawn(element)).canvas, 'image/png')

/** Saves an element as it is seen, as PNG. */
export const downloadPicture = async (element: HTMLElement, title: string) => download(await png(element), title, 'png')

/** Puts an element as it is seen into the clipboard, as PNG. Throws where the browser does not allow that. */
export const copyPicture = (element: HTMLElement) =>
  // The clipboard is asked at once: a browser that has waited no longer takes it for the reader's own act.
  navigator.clipboard.write([new ClipboardItem({ 'image/png': png(element) })])

/** Saves an element as PDF: on one page where it has room there, a long table on as many as it takes. */
export async function downloadPdf(element: HTMLElement, title: string) {
  const { canvas, scale, ends } = await drawn(element)
  const pictures = await Promise.all(
    pagesOf(canvas, ends, scale).map(async ([from, to]) => {
      const page = document.createElement('canvas')
      page.width = canvas.width
      page.height = to - from
      page.getContext('2d')?.drawImage(canvas, 0, -from)
      const jpeg = new Uint8Array(await (await encoded(page, 'image/jpeg')).arrayBuffer())
      return { jpeg, width: page.width, height: page.height }
    }),
  )
  const bytes = pdfOf(pictures, title, scale)
  download(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), title, 'pdf')
}
