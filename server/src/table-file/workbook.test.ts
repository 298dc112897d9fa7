import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { readXlsx } from 'hucre/xlsx'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import type { SheetCell } from './sheet-cell.ts'
import { columnName } from './sheet-xml.ts'
import { workbook } from './workbook.ts'

const read = async (...sheets: Parameters<typeof workbook>[0]) =>
  (await readXlsx(await buffer(workbook(sheets)))).sheets

describe('a workbook', () => {
  it('holds what its cells say, whatever kind they are of', async () => {
    const rows: SheetCell[][] = [
      ['Espoo', 41.25, { day: '2026-02-28' }, { moment: Date.UTC(2026, 1, 28, 13, 30) }],
      [{ text: 'open', address: 'https://kaiku.example/page?a=1&b="2"' }, null, '', 0],
      [{ told: 7.5, look: 'good', mark: '▴' }, { told: 'hidden', look: 'few' }, { told: null, look: 'bad' }, -3],
    ]
    const [about, table] = await read(
      { name: 'About', columns: [], rows: [[['Survey', 'Store visits']]] },
      {
        name: "Ranking: a/b 'c'",
        columns: [{ title: 'Place' }, { title: 'NPS', decimals: 1 }],
        rows: [rows],
        frozen: 1,
      },
    )
    expect(about?.rows).toEqual([['Survey', 'Store visits']])
    expect(table?.name).toBe("Ranking  a b 'c")
    expect(table?.rows[0]?.slice(0, 2)).toEqual(['Place', 'NPS'])
    expect(table?.rows[1]?.slice(0, 3)).toEqual(['Espoo', 41.25, new Date(Date.UTC(2026, 1, 28))])
    expect(table?.rows[1]?.[3]).toEqual(new Date('2026-02-28T13:30:00Z'))
    expect(table?.rows[2]?.[0]).toBe('open')
    expect(table?.rows[3]?.slice(0, 2)).toEqual([7.5, 'hidden'])
    expect(table?.rows[3]?.[3]).toBe(-3)
  })

  it('has a head as high as the lines that its titles break into', async () => {
    const head = async (...titles: string[]) => {
      const columns = titles.map((title) => ({ title }))
      const archive = await JSZip.loadAsync(await buffer(workbook([{ name: 'A', columns, rows: [[[1, 2]]] }])))
      return /<row r="1"[^>]*>/.exec((await archive.file('xl/worksheets/sheet1.xml')?.async('text')) ?? '')?.[0]
    }
    expect(await head('Place', 'NPS')).toBe('<row r="1">')
    expect(await head('Place', 'Hours to the first action')).toBe('<row r="1" ht="45" customHeight="1">')
  })

  it('keeps hostile texts as texts, and runs none as a formula', async () => {
    const texts = Object.values(hostileTexts)
    const [sheet] = await read({
      name: hostileTexts.formula,
      columns: [{ title: '=1+1' }],
      rows: [texts.map((text) => [text])],
    })
    expect(sheet?.rows[0]).toEqual(['=1+1'])
    for (const cell of sheet?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
    expect(sheet?.rows.length).toBe(texts.length + 1)
  })

  it('gives no two sheets the same name, and reads its head from the first row', async () => {
    const sheet = { name: 'Same', columns: 'first row', rows: [[['a', 'b']], [[1, 2]]] } as const
    const sheets = await read(sheet, { ...sheet, name: 'same' })
    expect(sheets.map(({ name }) => name)).toEqual(['Same', 'same 2'])
    expect(sheets[1]?.rows).toEqual([
      ['a', 'b'],
      [1, 2],
    ])
  })

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })

  it('goes on in another sheet beyond what one holds', async () => {
    const rows = async function* () {
      for (let at = 0; at < 1_048_576 + 10; at += 8_192)
        yield Array.from({ length: Math.min(8_192, 1_048_586 - at) }, (_, more): SheetCell[] => [at + more])
    }
    const sheets = await read({ name: 'Long', columns: [{ title: 'n' }], rows: rows() })
    expect(sheets.map(({ name, rows: read }) => [name, read.length])).toEqual([
      ['Long', 1_048_576],
      ['Long 2', 12],
    ])
    expect(sheets[1]?.rows.at(-1)).toEqual([1_048_585])
  }, 60_000)

  it('fails where its rows fail, and asks for no more of them once nobody reads it', async () => {
    const broken = async function* () {
      yield [['a']]
      throw new Error('the rows broke')
    }
    await expect(buffer(workbook([{ name: 'a', columns: [], rows: broken() }]))).rejects.toThrow('the rows broke')
    let asked = 0
    let isLeft = false
    const endless = async function* () {
      try {
        for (;;) {
          asked++
          await turn()
          yield [[Math.random(), Math.random()]]
        }
      } finally {
        isLeft = true
      }
    }
    const stream = workbook([{ name: 'a', columns: [], rows: endless() }])
    await new Promise((resolve) => stream.once('readable', resolve))
    stream.destroy()
    await expect.poll(() => isLeft).toBe(true)
    const then = asked
    await turn()
    expect(asked).toBe(then)
  })
})
