import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { type Area, letterWindows } from '@kaiku/core/letter-window.ts'
import { renderSVG } from 'uqr'
import { describe, expect, it } from 'vitest'
import { png } from '../alert-attachment/file.fixture.ts'
import { lettersOf } from './document.ts'
import type { LetterFile, OneLetter } from './letter.ts'
import { readPdf } from './read-pdf.fixture.ts'

const link = 'https://kaiku.example/a/0123456789abcdef'
const paragraph = (text: string) => ({ kind: 'paragraph' as const, parts: [{ kind: 'text' as const, text }] })
const one: OneLetter = {
  locale: 'fi',
  address: ['Maija Meikäläinen', 'Mannerheimintie 1 A 2', '00100 Helsinki'],
  date: '27. marraskuuta 2026',
  subject: 'Miten käyntisi sujui?',
  blocks: [paragraph('Hei Maija')],
  signature: ['Matti', 'Toimitusjohtaja'],
  answer: {
    heading: 'Vastaa näin',
    hint: 'Skannaa koodi',
    typing: 'tai kirjoita se: kaiku.example/a',
    groups: ['0123', '4567', '89AB', 'CDEF'],
    link,
    svg: renderSVG(link),
  },
}
const content: LetterFile = {
  title: 'Invitation',
  locale: 'fi',
  paper: 'a4',
  colour: '',
  logo: '',
  logoAt: 'right',
  sender: 'Kaiku Oy · Tie 1 · 00100 Helsinki',
  window: letterWindows.dinB,
  folds: [105, 210],
  background: null,
  isDuplex: false,
  letters: [one],
}

const never = new AbortController().signal
const made = async (changed: Partial<LetterFile>) => {
  const { pdf, ...pages } = await lettersOf({ ...content, ...changed }, never)
  return { pages, read: await readPdf(pdf) }
}
const isIn = (area: Area, { x, y, width }: { x: number; y: number; width: number }) =>
  x >= area.x - 0.1 && y > area.y && y <= area.y + area.height && x + width <= area.x + area.width + 0.1

describe('a letter', () => {
  it.each(Object.entries(letterWindows))(
    'shows the address in the window %s, and nothing else there',
    async (_, window) => {
      const { read } = await made({ window })
      const inside = read.texts.filter((text) => isIn(window.address, text)).map(({ text }) => text)
      expect(inside).toEqual(one.address)
      expect(read.texts.filter((text) => isIn(window.sender, text)).map(({ text }) => text)).toEqual([content.sender])
      const body = read.texts.find(({ text }) => text === one.date)
      expect(body?.y).toBeGreaterThan(window.body)
    },
  )

  it('says its code, leads to the form, brings its fonts along and can be read out', async () => {
    const { read, pages } = await made({})
    expect(read.pages.join('')).toContain('0123 4567 89AB CDEF')
    expect(read.links).toEqual([link])
    expect(read.alternatives).toEqual([link])
    expect([...read.missingFonts]).toEqual([])
    expect(read.isTagged).toBe(true)
    expect(read.language).toBe('fi')
    expect(pages).toEqual({ firsts: [1], pages: 1 })
    // A letter of one page has no number.
    expect(read.pages[0]).not.toContain('1 / 1')
  })

  it('numbers the pages of a long one by themselves, and tells where each begins', async () => {
    const long = { ...one, blocks: Array.from({ length: 60 }, () => paragraph('Long. '.repeat(30))) }
    const { read, pages } = await made({ letters: [one, long, one] })
    const [, second = 0, third = 0] = pages.firsts
    expect(pages.firsts[0]).toBe(1)
    expect(second).toBe(2)
    expect(third).toBeGreaterThan(3)
    expect(pages.pages).toBe(third)
    expect(read.pages[1]).toContain(`1 / ${third - second}`)
    const duplex = await made({ letters: [one, long, one], isDuplex: true })
    expect(duplex.pages.firsts.every((first) => first % 2 === 1)).toBe(true)
  })

  it('takes hostile texts as texts, wherever they stand', async () => {
    const written = '#read("/etc/passwd") $x$ *b* `c` <a> \\ @x'
    const hostile = Object.values(hostileTexts).map((text) => text.slice(0, 60))
    const letters = [written, ...hostile].map((text) => ({
      ...one,
      address: [text, text],
      subject: text,
      signature: [text],
      blocks: [paragraph(text), { kind: 'list' as const, ordered: true, items: [[{ kind: 'code' as const, text }]] }],
    }))
    const { read, pages } = await made({ letters, sender: written })
    const [first = ''] = read.pages
    expect(first.split('#read("/etc/passwd")').length - 1).toBeGreaterThanOrEqual(6)
    expect(read.pages.join('')).not.toContain('root:')
    expect(pages.firsts).toHaveLength(letters.length)
  })

  it('lies on US Letter, and on the picture that is given', async () => {
    const background = { data: `data:image/png;base64,${png().toString('base64')}`, on: 'each' as const }
    const { read } = await made({ paper: 'letter', window: letterWindows.us10, folds: [], background })
    expect(read.size).toEqual({ width: 612, height: 792 })
  })
})
