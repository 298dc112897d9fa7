import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableOptions, TableRow } from './reader.ts'
import { recordSplitter } from './record-splitter.ts'
import { openTable } from './table.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kaiku-csv-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function read(content: string | Buffer, options: TableOptions = {}, name = 'file.csv') {
  const file = join(directory, name)
  await writeFile(file, content)
  const table = await openTable(file, options)
  const rows: TableRow[] = []
  for await (const row of table.rows()) rows.push(row)
  await table.close()
  return { headers: table.headers, rows, cells: rows.map((row) => row.cells), name: table.name }
}

describe('a delimited file', () => {
  it('keeps headers as they are written and names those that are empty', async () => {
    const { headers } = await read(',id,NETPRO  , \n1,2,3,4\n')
    expect(headers).toEqual(['column_1', 'id', 'NETPRO  ', 'column_4'])
  })

  it('finds the separator', async () => {
    expect((await read('a;b;c\n1,5;2,5;x, y\n')).cells).toEqual([['1,5', '2,5', 'x, y']])
    expect((await read('a\tb\n1,5\t2\n')).cells).toEqual([['1,5', '2']])
    expect((await read('a|b\n1|2\n')).cells).toEqual([['1', '2']])
    expect((await read('sep=;\r\na;b\r\n1;2\r\n')).headers).toEqual(['a', 'b'])
    expect((await read('only\n1\n2\n')).cells).toEqual([['1'], ['2']])
    expect((await read('a:b\n1:2', { separator: ':' })).cells).toEqual([['1', '2']])
  })

  it('reads line breaks, separators and doubled quotes inside quotes and counts lines', async () => {
    const { rows } = await read('a,b\n"one\ntwo","say ""hi"", now"\n\n3,4\n')
    expect(rows).toEqual([
      { line: 2, cells: ['one\ntwo', 'say "hi", now'] },
      { line: 5, cells: ['3', '4'] },
    ])
  })

  it('takes any line ending, the last one missing or not', async () => {
    const expected = [
      ['1', '2'],
      ['3', '4'],
    ]
    for (const end of ['\n', '\r\n', '\r'])
      for (const last of ['', end]) expect((await read(`a,b${end}1,2${end}3,4${last}`)).cells).toEqual(expected)
  })

  it('reads every encoding it is given or finds', async () => {
    const text = 'nimi,kaupunki\nÅsa Öhman,Jyväskylä €\n'
    const expected = [['Åsa Öhman', 'Jyväskylä €']]
    for (const [encoding, addBOM] of [
      ['utf-8', false],
      ['utf-8', true],
      ['utf-16le', true],
      ['utf-16le', false],
      ['utf-16be', true],
      ['utf-16be', false],
      ['windows-1252', false],
    ] as const) {
      const { headers, cells } = await read(iconv.encode(text, encoding, { addBOM }))
      expect([encoding, headers]).toEqual([encoding, ['nimi', 'kaupunki']])
      expect(cells).toEqual(expected)
    }
    const latin = await read(iconv.encode('a,b\nÅ,ž\n', 'iso-8859-2'), { encoding: 'iso-8859-2' })
    expect(latin.cells[0]?.[1]).toBe('ž')
  })

  it('tells windows-1252 from UTF-8 however late the first letter beyond ASCII comes', async () => {
    const head = `a,b\n${'x,y\n'.repeat(100_000)}`
    expect((await read(iconv.encode(`${head}é,1\n`, 'windows-1252'))).cells.at(-1)).toEqual(['é', '1'])
    expect((await read(`${head}é,1\n`)).cells.at(-1)).toEqual(['é', '1'])
  })

  it('inflates gzip', async () => {
    const { cells, name } = await read(gzipSync('a,b\n1,2\n'), {}, 'answers.csv.gz')
    expect(cells).toEqual([['1', '2']])
    expect(name).toBe('answers.csv')
  })

  it('gives ragged rows as they are', async () => {
    expect((await read('a,b\n1\n1,2,3\n')).cells).toEqual([['1'], ['1', '2', '3']])
  })

  it('goes on after a quote that is never closed', async () => {
    const { rows } = await read('a,b\n1,2\n"3,4\n5,6\n')
    expect(rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['"3', '4'], fault: 'a quotation mark is never closed' },
      { line: 4, cells: ['5', '6'] },
    ])
  })

  it('is empty for an empty file', async () => {
    expect(await read('')).toMatchObject({ headers: [], rows: [] })
  })
})

describe('the record splitter', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ö', ',', '"', '\n', '\r\n', ' ', ';', '😀'), maxLength: 8 })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  const quoted = (rows: readonly (readonly string[])[]) =>
    rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\r\n')

  it('gives back what was written, wherever the pieces are cut, and agrees with csv-parse', () => {
    fc.assert(
      fc.property(table, fc.array(fc.nat(60), { maxLength: 6 }), (rows, cuts) => {
        const text = quoted(rows)
        const splitter = recordSplitter(',')
        const found: TableRow[] = []
        let at = 0
        for (const cut of cuts) {
          found.push(...splitter.push(text.slice(at, at + cut)))
          at += cut
        }
        found.push(...splitter.push(text.slice(at)), ...splitter.end())
        expect(found.map((row) => row.cells)).toEqual(rows)
        expect(found.map((row) => row.cells)).toEqual(parse(text, { relax_column_count: true }))
      }),
    )
  })
})
