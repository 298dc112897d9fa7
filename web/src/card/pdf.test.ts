import { describe, expect, it } from 'vitest'
import { pagesOf, pdfOf } from './pdf.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])
const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const pdf = (width: number, height: number, title = 'NPS') => textOf(pdfOf([{ jpeg, width, height }], title, 2))

describe('a picture on a page', () => {
  it('is a file whose table says where each object begins', () => {
    const text = pdf(800, 400)
    expect(text.startsWith('%PDF-1.4')).toBe(true)
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    expect(text.slice(table, table + 4)).toBe('xref')
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((found) => Number(found[1]))
    expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `${number} 0 obj`),
    )
  })

  it('holds the picture byte for byte, and says how long it is', () => {
    const text = pdf(800, 400)
    expect(text).toContain(`/Length ${jpeg.length} >>\nstream\n${textOf(jpeg)}\nendstream`)
    expect(text).toContain('/Width 800 /Height 400')
  })

  it('lies as the picture lies, inside the margins', () => {
    expect(pdf(4000, 400)).toContain('/MediaBox [0 0 842 595]')
    expect(pdf(400, 4000)).toContain('/MediaBox [0 0 595 842]')
    for (const [width, height] of [
      [4000, 400],
      [400, 4000],
      [200, 100],
    ] as const) {
      const [, w, h, y] = /q ([\d.]+) 0 0 ([\d.]+) 36 ([\d.]+) cm/.exec(pdf(width, height))?.map(Number) ?? []
      const [across, up] = width > height ? [842, 595] : [595, 842]
      expect(w).toBeLessThanOrEqual(across - 72)
      expect(h).toBeLessThanOrEqual(up - 72)
      expect((y ?? 0) + (h ?? 0)).toBeCloseTo(up - 36, 1)
      expect((w ?? 0) / (h ?? 1)).toBeCloseTo(width / height, 1)
    }
  })

  it('is no larger than on screen: 200 pixels drawn twice as fine are 75 points', () => {
    expect(pdf(200, 100)).toContain('q 75.00 0 0 37.50')
  })

  it('has a page for each part, all drawn alike', () => {
    const parts = [
      { jpeg, width: 1000, height: 1400 },
      { jpeg, width: 1000, height: 300 },
    ]
    const text = textOf(pdfOf(parts, 'NPS', 2))
    expect(text).toContain('/Kids [4 0 R 7 0 R] /Count 2')
    const [first, second] = [...text.matchAll(/q ([\d.]+) 0 0 ([\d.]+)/g)].map((found) => found.slice(1).map(Number))
    expect(second?.[0]).toBe(first?.[0])
    expect((first?.[1] ?? 0) / (second?.[1] ?? 1)).toBeCloseTo(1400 / 300, 1)
  })

  it('carries its title in any language', () => {
    expect(pdf(200, 100, 'Å🙂)')).toContain('/Title <FEFF00c5d83dde420029>')
  })
})

describe('a long table', () => {
  const rows = Array.from({ length: 120 }, (_, at) => 100 + 36 * (at + 1))
  const size = { width: 700, height: 100 + 36 * 120 + 40 }

  it('goes on on as many pages as it takes, each ending where a row does, and nothing is left out', () => {
    const pages = pagesOf(size, rows, 1)
    expect(pages.length).toBeGreaterThan(3)
    expect(pages[0]?.[0]).toBe(0)
    expect(pages.at(-1)?.[1]).toBe(size.height)
    for (const [at, [from, to]] of pages.entries()) {
      if (at > 0) expect(from).toBe(pages[at - 1]?.[1])
      if (at < pages.length - 1) expect(rows).toContain(to)
      expect((to - from) / size.width).toBeLessThan(1.48)
    }
  })

  it('leaves room for its head above the rows of later pages', () => {
    const pages = pagesOf(size, rows, 1, 80)
    expect(pages.at(-1)?.[1]).toBe(size.height)
    for (const [at, [from, to]] of pages.entries())
      expect((to - from + (at > 0 ? 80 : 0)) / size.width).toBeLessThan(1.48)
    expect(pages.length).toBeGreaterThanOrEqual(pagesOf(size, rows, 1).length)
  })

  it('lies across where it is wide, and on one page where it is little longer', () => {
    for (const [from, to] of pagesOf({ ...size, width: 1400 }, rows, 1)) expect(to - from).toBeLessThan(1400)
    expect(pagesOf({ width: 700, height: 1200 }, rows, 1)).toEqual([[0, 1200]])
    expect(pagesOf(size, [], 1)).toEqual([[0, size.height]])
  })
})
