import { download } from './export.ts'

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

/** Saves an element as it is seen, as PNG at twice its size. */
export async function downloadPicture(element: HTMLElement, title: string) {
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
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob) download(blob, title, 'png')
}
