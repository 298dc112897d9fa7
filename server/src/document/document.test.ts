import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { describe, expect, it } from 'vitest'
import { pdfOf } from './document.ts'
import type { DocumentContent } from './document-content.ts'
import { readPdf } from './read-pdf.fixture.ts'

const content: DocumentContent = {
  title: 'Store visits – overview',
  locale: 'fi',
  paper: 'a4',
  landscape: false,
  colour: '#0000c8',
  owner: 'Kaiku',
  logo: '',
  facts: [['Survey', 'Store visits']],
  summary: ['NPS rose.'],
  address: { title: 'Shown in Kaiku', address: 'https://kaiku.example/a?b=1' },
  contents: 'Contents',
  foot: 'Store visits · Espoo',
  parts: [
    {
      title: 'Key metrics',
      blocks: [
        {
          kind: 'tiles',
          tiles: [
            {
              title: 'NPS',
              value: '41.2',
              isFew: false,
              beside: '±2.1',
              lines: [{ text: 'n 2,100' }, { text: '+3.0', look: 'good' }],
              bar: { value: 0.7, target: 0.8 },
              spark: '',
            },
          ],
        },
        { kind: 'text', text: 'Heading', look: 'heading' },
        { kind: 'text', text: 'one', look: 'item' },
        { kind: 'quote', text: 'Good', facts: ['2026-01-01', 'Espoo'] },
      ],
    },
    {
      title: 'Ranking',
      blocks: [
        {
          kind: 'drawing',
          words: 'A line',
          svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10"><path d="M0 0L10 10" stroke="#000"/></svg>',
        },
        {
          kind: 'table',
          columns: [{ title: 'Place' }, { title: 'NPS', isNumber: true }, { title: 'Share', wide: true }],
          rows: Array.from({ length: 150 }, (_, at) => [
            { text: `Place ${at}` },
            { text: String(at), look: 'bad', shade: '#f6cccc' },
            { text: '', bar: { share: 0.4, low: 0.3, high: 0.5, colour: '#0000c8' } },
          ]),
        },
      ],
    },
  ],
}

const never = new AbortController().signal
const readOf = async (told: DocumentContent) => readPdf(await pdfOf(told, never))
const claims = (pdf: Uint8Array) => Buffer.from(pdf).includes('pdfuaid:part')

describe('a document', () => {
  it('is tagged, says its language and title, and claims to be for every reader', async () => {
    const bytes = await pdfOf(content, never)
    expect(claims(bytes)).toBe(true)
    const { title, language, isTagged, roles, alternatives, pages } = await readPdf(bytes)
    expect({ title, language, isTagged, alternatives }).toEqual({
      title: content.title,
      language: 'fi',
      isTagged: true,
      alternatives: ['A line'],
    })
    expect([...roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'Figure', 'L', 'TOC', 'Link']))
    expect(pages[0]).toMatch(/Store visits – overview[\s\S]*Contents/)
  })

  it('repeats the head of a table on each page, and numbers its pages', async () => {
    const { pages } = await readOf(content)
    const withRows = pages.filter((page) => /Place \d+/.test(page))
    expect(withRows.length).toBeGreaterThan(2)
    for (const page of withRows) expect(page).toMatch(/Place[\s\S]*NPS[\s\S]*Share/)
    expect(pages.map((page) => /(\d+) \/ (\d+)\s*$/.exec(page.trim())?.slice(1))).toEqual(
      pages.map((_, at) => [String(at + 1), String(pages.length)]),
    )
  })

  it('lies as it is asked to', async () => {
    expect((await readOf(content)).size).toEqual({ width: 595, height: 842 })
    expect((await readOf({ ...content, paper: 'letter', landscape: true })).size).toEqual({
      width: 792,
      height: 612,
    })
  })

  it('takes hostile texts as texts', async () => {
    const texts = Object.values(hostileTexts)
    const written = '#read("/etc/passwd") $x$ *b* <a> https://kaiku.example'
    const told = {
      ...content,
      title: written,
      parts: [{ title: written, blocks: texts.map((text) => ({ kind: 'quote', text, facts: [text] }) as const) }],
    }
    const { pages, title } = await readOf(told)
    expect(title).toBe(written)
    expect(pages.join('').replaceAll('\n', ' ')).toContain('#read("/etc/passwd") $x$ *b* <a>')
    expect(pages.join('')).not.toContain('root:')
  })

  it('is made of letters that no font has, too, without the claim', async () => {
    const bytes = await pdfOf({ ...content, owner: '\u{10FFFD}' }, never)
    expect(claims(bytes)).toBe(false)
    expect((await readPdf(bytes)).isTagged).toBe(true)
  })

  it('is left unmade where nobody waits for it', async () => {
    const left = new AbortController()
    const making = pdfOf(content, left.signal)
    left.abort()
    await expect(making).rejects.toThrow()
  })
})
