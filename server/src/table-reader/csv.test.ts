import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileLimits } from '../file-limit/file-limit.ts'
import type { TableOptions, TableRow } from '../file-limit/reader.ts'
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
  return {
    headers: table.headers,
    encoding: table.encoding,
    rows,
    cells: rows.map((row) => row.cells),
    name: table.name,
  }
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
    const { rows } = await read('a,b\r\n1,2\r3,"4\r\n5"\n\r\n6,7\r')
    expect(rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['3', '4\r\n5'] },
      { line: 6, cells: ['6', '7'] },
    ])
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

  it('is refused with line and column where a byte is no part of a letter, not read in another encoding', async () => {
    const text = `nimi,kaupunki\r\n${'Åsa,Jyväskylä\r\n'.repeat(9000)}`
    const damaged = Buffer.from(`${text}Öhman,Mäntsälä\r\nx,y\r\n`)
    damaged[damaged.indexOf('ntsälä') - 1] = 0xff
    await expect(read(damaged, {}, 'bad.csv')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^bad.csv: line 9002, column 8: the first of 2 bytes that are no part of UTF-8\./),
    })
    await expect(read(damaged, { encoding: 'utf-8' })).rejects.toThrow('line 9002, column 8')
    const marked = Buffer.concat([Buffer.from('\uFEFFa,b\n'), Buffer.from('Jyv\xe4,1\n', 'latin1')])
    await expect(read(marked)).rejects.toThrow('line 2, column 4: a byte that is no part of UTF-8')
    const windows = await read(iconv.encode(text, 'windows-1252'))
    expect([windows.encoding, windows.cells[0]]).toEqual(['windows-1252', ['Åsa', 'Jyväskylä']])
  })

  it('is refused where it is cut off in the middle of a character', async () => {
    const whole = Buffer.from('a,b\n1,é')
    await expect(read(whole.subarray(0, whole.length - 1))).rejects.toThrow('line 2, column 3')
    const wide = iconv.encode('a,b\n1,é', 'utf-16le', { addBOM: true })
    await expect(read(wide.subarray(0, wide.length - 1))).rejects.toThrow('it ends in the middle of a character')
  })

  it('is refused where a byte is none of the encoding that is given', async () => {
    const file = Buffer.from('a,b\n1,2\n\xe4\x81,3\n', 'latin1')
    await expect(read(file, { encoding: 'windows-1252' })).rejects.toThrow(
      'line 3, column 2: a byte that windows-1252 does not have',
    )
  })

  it('inflates gzip', async () => {
    const { cells, name } = await read(gzipSync('a,b\n1,2\n'), {}, 'answers.csv.gz')
    expect(cells).toEqual([['1', '2']])
    expect(name).toBe('answers.csv')
  })

  it('gives ragged rows as they are', async () => {
    expect((await read('a,b\n1\n1,2,3\n')).cells).toEqual([['1'], ['1', '2', '3']])
  })

  it('goes on after a quote that is closed inside a value, with the next line', async () => {
    const { rows } = await read('a,b\n1,2\n"3,4\n5,6\n7,"x, y"\n"8" ,"9"\t\n')
    const fault = 'text stands behind a closing quotation mark'
    expect(rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['"3', '4'], fault },
      { line: 4, cells: ['5', '6'] },
      { line: 5, cells: ['7', 'x, y'] },
      { line: 6, cells: ['8', '9'] },
    ])
    await expect(read('a,"b"c\n1,2\n')).rejects.toThrow(`line 1, the header: ${fault}`)
    expect((await read('a,b\n5" pipe,2\n')).cells).toEqual([['5" pipe', '2']])
  })

  it('is refused where it ends inside quotes, with the line on which they begin', async () => {
    const cut = read('a,b\n1,2\n3,"a long\ncomment, cut\noff', {}, 'cut.csv')
    await expect(cut).rejects.toMatchObject({
      code: 'invalid',
      message: 'cut.csv: line 3: a quotation mark is never closed; is the file cut off?',
    })
  })

  it('is refused where gzip is cut off, damaged or a bomb', async () => {
    const packed = gzipSync(Array.from({ length: 5000 }, (_, row) => `${row},${(row * 7919) % 1009}`).join('\n'))
    await expect(read(packed.subarray(0, packed.length - 9), {}, 'cut.csv.gz')).rejects.toMatchObject({
      code: 'invalid',
      message: 'cut.csv: it is cut off: its gzip content ends too early',
    })
    const damaged = Buffer.from(packed)
    damaged[damaged.length - 6] = (damaged.at(-6) ?? 0) ^ 1
    await expect(read(damaged, {}, 'bad.csv.gz')).rejects.toMatchObject({ code: 'invalid' })
    const bomb = gzipSync(Buffer.alloc(fileLimits.smallContent + 2 ** 20, 'a,b\n'))
    await expect(read(bomb, {}, 'bomb.csv.gz')).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is refused where it has too many columns, or a line or a name that is too long', async () => {
    await expect(read('a,'.repeat(fileLimits.columns + 1))).rejects.toThrow(
      'it has 16,386 columns, and may have 16,384',
    )
    await expect(read(`a,${'b'.repeat(10_001)}\n1,2\n`)).rejects.toThrow('column 2 is longer than 10,000 characters')
    await expect(read(`a,b\n1,2\n3,${'4'.repeat(fileLimits.record)}`)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('line 3 is longer than 4,000,000 characters'),
    })
    await expect(read(`a\0b,c\n${'1,2\n'.repeat(9)}`)).rejects.toThrow('the name of column 1 contains a NUL character')
  })

  it('keeps no name that stands twice in the header, so that each names one column', async () => {
    const { headers } = await read('Score,id, Score,Score (1),column_5,,x\n')
    expect(headers).toEqual(['Score (2)', 'id', 'Score (3)', 'Score (1)', 'column_5', 'column_6', 'x'])
  })

  it('is refused where it is no text', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 'x')])
    await expect(read(old, {}, 'old.xls')).rejects.toThrow('an old Excel file (.xls) or one with a password')
    await expect(read(randomBytes(5000), {}, 'picture.csv')).rejects.toThrow('it is no table')
    await expect(read('%PDF-1.7\n%abc\n')).rejects.toThrow('it is no table')
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

  it('reads any text alike, wherever the pieces are cut', () => {
    const read = (pieces: readonly string[]) => {
      const splitter = recordSplitter(',')
      try {
        return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
      } catch (error) {
        return String(error)
      }
    }
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' '), maxLength: 40 })
    fc.assert(
      fc.property(text, (one) => {
        expect(read(one.split(''))).toEqual(read([one]))
      }),
      { numRuns: 3000 },
    )
  })

  /** The least of several times of processor that a text takes, in pieces as a file comes. */
  function least(text: string): number {
    const times = Array.from({ length: 5 }, () => {
      const splitter = recordSplitter(',')
      const began = process.cpuUsage()
      for (let at = 0; at < text.length; at += 8192) splitter.push(text.slice(at, at + 8192))
      splitter.end()
      return process.cpuUsage(began).user
    })
    return Math.min(...times)
  }

  it.each([
    ['long lines', (size: number) => `${'a,b;'.repeat(size / 4)}\n`],
    ['long lines with quotes', (size: number) => `"a",${'b,'.repeat(size / 2)}\n`],
    ['long quoted values', (size: number) => `1,"${'a\n'.repeat(size / 2)}"\n`],
    ['doubled quotes', (size: number) => `1,"${'""'.repeat(size / 2)}"\n`],
    ['blank lines', (size: number) => '\r\n'.repeat(size / 2)],
    ['quotes that are closed late', (size: number) => `"${'""and forty characters\n'.repeat(size / 23)}"x"\n`],
    ['faulty long lines', (size: number) => `"a"b${'c,'.repeat(size / 2)}\n`],
  ])('takes no longer for few long records than for many short ones: %s', (_, made) => {
    const [short, long] = [made(8000).repeat(250), made(1_000_000).repeat(2)]
    least(short)
    // More than a hundred times as long where time grows with the square of a record.
    expect(least(long) / least(short)).toBeLessThan(40)
  })
})
