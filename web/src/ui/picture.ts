import { download } from './export.ts'
import { pdfOf } from './pdf.ts'

const scale = 2

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

/** Copies every computed style onto the copy: a picture has no style sheet. */
function freeze(from: Element, to: Element) {
  if (to instanceof HTMLElement || to instanceof SVGElement) {
    const computed = getComputedStyle(from)
    // Set as an object: a style attribute would be refused by the page's content security policy.
    for (const name of computed) to.style.setProperty(name, computed.getPropertyValue(name))
    to.style.setProperty('animation', 'none')
    to.style.setProperty('transition', 'none')
    if (computed.overflow.includes('auto')) to.style.setProperty('overflow', 'hidden')
  }
  const copies = [...to.children]
  for (const [index, child] of [...from.children].entries()) {
    const copy = copies[index]
    if (copy) freeze(child, copy)
  }
}

/** An element as it is seen, at twice its size. */
async function drawn(element: HTMLElement): Promise<HTMLCanvasElement> {
  const { width, height } = element.getBoundingClientRect()
  const copy = element.cloneNode(true) as HTMLElement
  freeze(element, copy)
  for (const part of copy.querySelectorAll('[data-screen-only]')) part.remove()
  copy.setAttribute('xmlns', 'http://www.w3.org/1999/xhtml')
  copy.style.margin = '0'
  const inner = new XMLSerializer().serializeToString(copy)
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
  return canvas
}

async function encoded(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.95))
  if (!blob) throw new Error('the browser made no picture')
  return blob
}

const png = async (element: HTMLElement) => encoded(await drawn(element), 'image/png')

/** Saves an element as it is seen, as PNG. */
export const downloadPicture = async (element: HTMLElement, title: string) => download(await png(element), title, 'png')

/** Puts an element as it is seen into the clipboard, as PNG. Throws where the browser does not allow that. */
export const copyPicture = (element: HTMLElement) =>
  // The clipboard is asked at once: a browser that has waited no longer takes it for the reader's own act.
  navigator.clipboard.write([new ClipboardItem({ 'image/png': png(element) })])

/** Saves an element as it is seen, as one page of PDF. */
export async function downloadPdf(element: HTMLElement, title: string) {
  const canvas = await drawn(element)
  const jpeg = new Uint8Array(await (await encoded(canvas, 'image/jpeg')).arrayBuffer())
  const bytes = pdfOf({ jpeg, width: canvas.width, height: canvas.height }, title, scale)
  download(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), title, 'pdf')
}
