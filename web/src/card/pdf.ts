/** Points, the short side first. */
const a4 = { short: 595, long: 842 }
const margin = 36

type Picture = { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }

type Size = Pick<Picture, 'width' | 'height'>

const ratio = (a4.long - 2 * margin) / (a4.short - 2 * margin)
/** A picture so much longer than a page is parted; a shorter one is drawn smaller. */
const stretch = 1.25
/** Pixels on screen from which upright pages would make a long table too small to read. */
const wide = 900

/**
 * Where the pages of a picture begin and end: a long one is parted where a row ends, on pages across where it is wide.
 * `head`: what is repeated above the rows of each later page takes so much of it.
 */
export function pagesOf({ width, height }: Size, ends: readonly number[], scale: number, head = 0): [number, number][] {
  if (height <= width * ratio * stretch || ends.length === 0) return [[0, height]]
  const room = Math.floor(width / scale > wide ? width / ratio : width * ratio)
  const pages: [number, number][] = []
  for (let from = 0; from < height; ) {
    const most = from === 0 ? room : room - head
    const last = ends.filter((end) => end > from && end <= from + most).at(-1)
    const to = from + most >= height ? height : Math.round(last ?? from + most)
    pages.push([from, to])
    from = to
  }
  return pages
}

/**
 * Pages of A4 with a picture on each, upright or across as the first lies, all drawn alike: as large as they fit and never
 * larger than on screen (96 pixels of its size to an inch). `scale`: pixels of the picture per pixel on screen. PDF 1.4, as
 * in ISO 32000-1 sections 7.5 and 8.9.
 */
export function pdfOf(pictures: readonly Picture[], title: string, scale: number): Uint8Array {
  const [first] = pictures
  const isAcross = first !== undefined && first.width > first.height
  const [across, up] = isAcross ? [a4.long, a4.short] : [a4.short, a4.long]
  const inPoints = 72 / 96 / scale
  const fits = pictures.flatMap(({ width, height }) => [(across - 2 * margin) / width, (up - 2 * margin) / height])
  const fit = Math.min(inPoints, ...fits)
  // Three objects for each page, behind the catalogue, the list of pages and what the file is called.
  const pageNumber = (at: number) => 4 + 3 * at
  const kids = pictures.map((_, at) => `${pageNumber(at)} 0 R`).join(' ')
  const objects: readonly (readonly [dictionary: string, stream?: Uint8Array])[] = [
    ['/Type /Catalog /Pages 2 0 R'],
    [`/Type /Pages /Kids [${kids}] /Count ${pictures.length}`],
    [`/Title <${utf16(title)}> /Producer (Kaiku)`],
    ...pictures.flatMap(({ jpeg, width, height }, at): [string, Uint8Array?][] => {
      const [w, h] = [width * fit, height * fit]
      const draw = `q ${w.toFixed(2)} 0 0 ${h.toFixed(2)} ${margin} ${(up - margin - h).toFixed(2)} cm /Picture Do Q`
      const own = pageNumber(at)
      const size = `/MediaBox [0 0 ${across} ${up}]`
      return [
        [
          `/Type /Page /Parent 2 0 R ${size} /Resources << /XObject << /Picture ${own + 2} 0 R >> >> /Contents ${own + 1} 0 R`,
        ],
        ['', bytesOf(draw)],
        [
          `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
          jpeg,
        ],
      ]
    }),
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
  file.add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`)
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
