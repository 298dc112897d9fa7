/** Points, the short side first. */
const a4 = { short: 595, long: 842 }
const margin = 36

type Picture = { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }

/**
 * One page of A4 with a picture on it, upright or across as the picture lies, as large as it fits and never larger than
 * on screen (96 pixels of its size to an inch). `scale`: pixels of the picture per pixel on screen. PDF 1.4, as in
 * ISO 32000-1 sections 7.5 and 8.9.
 */
export function pdfOf({ jpeg, width, height }: Picture, title: string, scale: number): Uint8Array {
  const [across, up] = width > height ? [a4.long, a4.short] : [a4.short, a4.long]
  const inPoints = 72 / 96 / scale
  const fit = Math.min(inPoints, (across - 2 * margin) / width, (up - 2 * margin) / height)
  const [w, h] = [width * fit, height * fit]
  const draw = `q ${w.toFixed(2)} 0 0 ${h.toFixed(2)} ${margin} ${(up - margin - h).toFixed(2)} cm /Picture Do Q`
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
  const objects: readonly (readonly [dictionary: string, stream?: Uint8Array])[] = [
    ['/Type /Catalog /Pages 2 0 R'],
    ['/Type /Pages /Kids [3 0 R] /Count 1'],
    [
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${up}] /Resources << /XObject << /Picture 5 0 R >> >> /Contents 4 0 R`,
    ],
    ['', bytesOf(draw)],
    [image, jpeg],
    [`/Title <${utf16(title)}> /Producer (Kaiku)`],
  ]
  const file = new Uint8ArrayBuilder()
  file.add('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n')
  const offsets = objects.map(([dictionary, stream], at) => {
    const offset = file.length
    file.add(`${at + 1} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ''} >>\n`)
    if (stream) {
      file.add('stream\n')
      file.add(stream)
      file.add('\nendstream\n')
    }
    file.add('endobj\n')
    return offset
  })
  const table = file.length
  file.add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) file.add(`${String(offset).padStart(10, '0')} 00000 n \n`)
  file.add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return file.bytes()
}

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** A text of any language, as PDF writes it: UTF-16, big end first, in hexadecimal digits. */
const utf16 = (text: string) =>
  `FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`

class Uint8ArrayBuilder {
  readonly #parts: Uint8Array[] = []
  length = 0

  add(part: string | Uint8Array) {
    const bytes = typeof part === 'string' ? bytesOf(part) : part
    this.#parts.push(bytes)
    this.length += bytes.length
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.length)
    let at = 0
    for (const part of this.#parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }
}
