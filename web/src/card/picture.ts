import { download } from './export.ts'
import { pagesOf, pdfOf } from './pdf.ts'
import { pictureEvents } from './printing.ts'

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

/** The rules of the page that hold on this screen: in a picture a window would be as wide as the picture. */
const rulesOf = (rules: CSSRuleList): string =>
  [...rules]
    .map((rule) => {
      if (rule instanceof CSSFontFaceRule) return ''
      if (!(rule instanceof CSSMediaRule)) return rule.cssText
      return window.matchMedia(rule.conditionText).matches ? rulesOf(rule.cssRules) : ''
    })
    .join('\n')

const styles = () => [...document.styleSheets].map(({ cssRules }) => rulesOf(cssRules)).join('\n')

/** Everything that scrolls inside an element. */
const scrollers = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow))

/**
 * An element as it would stand without a pointer or a focus on it, with room for all that scrolls in it; the page is left as
 * it is. What draws only the rows in sight draws all of them meanwhile, as for paper.
 */
function whole(element: HTMLElement) {
  window.dispatchEvent(new Event(pictureEvents.before))
  const copy = element.cloneNode(true) as HTMLElement
  const hidden = scrollers(element).map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  const shown = element.getBoundingClientRect()
  const width = shown.width + Math.max(0, ...hidden)
  window.dispatchEvent(new Event(pictureEvents.after))
  for (const part of copy.querySelectorAll('[data-screen-only]')) part.remove()
  element.after(copy)
  const said = { position: 'fixed', left: '-100000px', top: '0', width: `${width}px`, height: 'auto', margin: '0' }
  // A chart was drawn for the height that its card has.
  Object.assign(copy.style, { ...said, minHeight: `${shown.height}px` })
  for (const one of scrollers(copy))
    Object.assign(one.style, { overflow: 'visible', maxHeight: 'none', contain: 'none' })
  try {
    const { height, top } = copy.getBoundingClientRect()
    const ends = [...copy.querySelectorAll('tr')].map((row) => row.getBoundingClientRect().bottom - top)
    const head = copy.querySelector('thead')?.getBoundingClientRect()
    return { copy, width, height, ends, head: head ? { from: head.top - top, to: head.bottom - top } : null }
  } finally {
    copy.remove()
    Object.assign(copy.style, { position: 'relative', left: '0' })
  }
}

/** Canvases beyond these are not drawn by every browser: such a table is drawn smaller. */
const [longestSide, mostPixels] = [32_000, 60_000_000]

type Drawn = {
  readonly canvas: HTMLCanvasElement
  readonly scale: number
  /** Where rows end, in pixels of the canvas: between two of them a page may end. */
  readonly ends: readonly number[]
  /** Where the head of a table stands, in the same; null: there is none. */
  readonly head: { readonly from: number; readonly to: number } | null
}

/** All of an element, at twice its size where a canvas has room for that. */
async function drawn(element: HTMLElement): Promise<Drawn> {
  const { copy, width, height, ends, head } = whole(element)
  const scale = Math.min(sharp, longestSide / Math.max(width, height), Math.sqrt(mostPixels / (width * height)))
  const root = document.documentElement
  // A body stands in for the page's own: what rules say of one comes down from it.
  const body = document.createElement('body')
  Object.assign(body.style, { margin: '0', minHeight: '0', overflow: 'visible', background: 'none' })
  body.append(copy)
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const { theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' } = root.dataset
  svg.style.cssText = root.style.cssText
  svg.style.colorScheme = theme
  svg.setAttribute('width', `${width * scale}`)
  svg.setAttribute('height', `${height * scale}`)
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = `${await fontFace()}\n${styles()}`
  const inside = document.createElementNS('http://www.w3.org/2000/svg', 'foreignObject')
  inside.setAttribute('width', '100%')
  inside.setAttribute('height', '100%')
  inside.append(body)
  svg.append(style, inside)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
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
  return {
    canvas,
    scale,
    ends: ends.map((end) => end * scale),
    head: head && { from: Math.round(head.from * scale), to: Math.round(head.to * scale) },
  }
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

/** A head so tall would leave the rows no room. */
const tallestHead = 0.25

/**
 * Saves an element as PDF: on one page where it has room there, a long table on as many as it takes, each under its head.
 * `tell`: which page is being made, of how many.
 */
export async function downloadPdf(element: HTMLElement, title: string, tell: (at: number, of: number) => void) {
  const { canvas, scale, ends, head } = await drawn(element)
  const tall = head ? head.to - head.from : 0
  const repeated = tall < canvas.width * tallestHead ? tall : 0
  const pages = pagesOf(canvas, ends, scale, repeated)
  const pictures: Parameters<typeof pdfOf>[0][number][] = []
  for (const [at, [from, to]] of pages.entries()) {
    tell(at + 1, pages.length)
    const above = head && from >= head.to ? repeated : 0
    const page = document.createElement('canvas')
    page.width = canvas.width
    page.height = above + to - from
    const pen = page.getContext('2d')
    if (above > 0 && head) pen?.drawImage(canvas, 0, head.from, canvas.width, above, 0, 0, canvas.width, above)
    pen?.drawImage(canvas, 0, from, canvas.width, to - from, 0, above, canvas.width, to - from)
    const jpeg = new Uint8Array(await (await encoded(page, 'image/jpeg')).arrayBuffer())
    pictures.push({ jpeg, width: page.width, height: page.height })
  }
  const bytes = pdfOf(pictures, title, scale)
  download(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), title, 'pdf')
}
