import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync, gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zip } from '../alert-attachment/file.fixture.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import { entryText, zipDirectory } from '../spreadsheet/zip-directory.ts'
import { openTable, type ReadTable } from './table.ts'

const samples = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kaiku-table-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function file(name: string, content: Uint8Array) {
  await writeFile(join(directory, name), content)
  return join(directory, name)
}
async function rowsOf(table: ReadTable) {
  const rows: (readonly string[])[] = []
  for await (const { cells } of table.rows()) rows.push(cells)
  await table.close()
  return rows
}

describe('a workbook', () => {
  const book = () =>
    writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['about'], ['x']] },
        {
          name: 'Answers & more',
          rows: [
            ['', 'score', 'when', 'at', 'flag', 'text'],
            [1, 4.0, new Date('2018-05-09T00:00:00Z'), new Date('2018-05-09T13:30:00Z'), true, 'one\ntwo'],
            [null, null, null, null, null, null],
            [3, 0.1 + 0.2],
          ],
        },
      ],
    })

  it('is read from its largest sheet, numbers in their shortest form and dates in ISO form', async () => {
    const table = await openTable(await file('book.xlsx', await book()))
    expect(table).toMatchObject({ kind: 'xlsx', headers: ['column_1', 'score', 'when', 'at', 'flag', 'text'] })
    expect(await rowsOf(table)).toEqual([
      ['1', '4', '2018-05-09', '2018-05-09T13:30:00', 'TRUE', 'one\ntwo'],
      ['3', '0.3', '', '', '', ''],
    ])
  })

  it('is read from a sheet by its name, gzipped or not', async () => {
    const name = await file('book.xlsx.gz', gzipSync(await book()))
    expect((await openTable(name, { sheet: 'Notes' })).headers).toEqual(['about'])
    await expect(openTable(name, { sheet: 'Other' })).rejects.toThrow('no sheet Other; there are Notes, Answers & more')
  })

  /** The workbook with one entry changed; its sums are put right again. */
  async function changed(name: string, change: (content: string) => string | null, of?: Buffer): Promise<Buffer> {
    const archive = of ?? Buffer.from(await book())
    const entries: Parameters<typeof zip>[0][number][] = []
    for (const entry of zipDirectory(archive).values()) {
      const content = await entryText(archive, entry)
      const now = entry.name === name ? change(content) : content
      if (now !== null) entries.push({ name: entry.name, body: Buffer.from(now) })
    }
    return zip(entries)
  }
  const sheet = 'xl/worksheets/sheet2.xml'

  it('is refused where a sheet is cut off or its tags do not fit, by the name of the sheet', async () => {
    const called = 'the sheet Answers & more (xl/worksheets/sheet2.xml)'
    const half = await changed(sheet, (text) => text.slice(0, text.indexOf('<row r="4"')))
    await expect(openTable(await file('half.xlsx', half))).rejects.toMatchObject({
      code: 'invalid',
      message: `half.xlsx: workbook: ${called} is cut off inside sheetData`,
    })
    const hole = await changed(sheet, (text) => text.replace(/<\/c>.*?<\/row>/, '</row>'))
    await expect(openTable(await file('hole.xlsx', hole))).rejects.toThrow(`${called} is damaged`)
    const inside = await changed(sheet, (text) => text.replace(/(<c r="A2"[^>]*)>/, '$1 '))
    await expect(openTable(await file('inside.xlsx', inside))).rejects.toThrow('a tag stands inside another')
    const whole = await changed(sheet, (text) => text)
    expect((await openTable(await file('whole.xlsx', whole))).headers).toHaveLength(6)
  })

  it('is refused where the texts or the dates that its cells refer to are not there', async () => {
    const texts = await changed('xl/sharedStrings.xml', () => null)
    await expect(openTable(await file('texts.xlsx', texts))).rejects.toThrow('the workbook lacks xl/sharedStrings.xml')
    const few = await changed('xl/sharedStrings.xml', (text) => text.replace(/<si>.*<\/si>/, '<si><t>one</t></si>'))
    await expect(openTable(await file('few.xlsx', few))).rejects.toThrow(/refers to text \d+, and the workbook has 2$/)
    const styles = await changed('xl/styles.xml', (text) => text.slice(0, -40))
    await expect(openTable(await file('styles.xlsx', styles))).rejects.toThrow('xl/styles.xml is cut off')
  })

  it('is refused where a formula has no result, or where few cells would become very many', async () => {
    const formula = (value: string) =>
      changed(sheet, (text) => text.replace(/<c r="B2"[^>]*>.*?<\/c>/, `<c r="B2"><f>1+1</f>${value}</c>`))
    await expect(openTable(await file('formula.xlsx', await formula('')))).rejects.toThrow(
      'has formulas without a result, in B2: open it in a spreadsheet and save it',
    )
    const known = await openTable(await file('known.xlsx', await formula('<v>2</v>')))
    expect((await rowsOf(known))[0]?.[1]).toBe('2')
    const far = '<row><c r="XFD9"><v>1</v></c></row>'.repeat(fileLimits.cells / fileLimits.columns + 1)
    const wide = await changed(sheet, (text) => text.replace('</sheetData>', `${far}</sheetData>`))
    await expect(openTable(await file('wide.xlsx', wide))).rejects.toMatchObject({ code: 'too_large' })
    const long = `<row r="5">${'<c t="s"><v>9</v></c>'.repeat(200)}</row>`
    const same = await changed(sheet, (text) => text.replace('</sheetData>', `${long}</sheetData>`))
    const text = `<si><t>${'x'.repeat(30_000)}</t></si>`
    const repeated = await changed(
      'xl/sharedStrings.xml',
      (texts) => texts.replace('</sst>', `${text}${text}</sst>`),
      same,
    )
    await expect(openTable(await file('repeated.xlsx', repeated))).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is refused where an entry is damaged: its sum, its size or what is packed', async () => {
    const whole = Buffer.from(await book())
    const { at, packed } = zipDirectory(whole).get(sheet) ?? { at: 0, packed: 0 }
    const called = new RegExp(`${sheet.replaceAll('/', '.')}.* is damaged`)
    const list = whole.indexOf(Buffer.from(sheet), at + 100 + packed) - 46
    for (const [what, place] of [
      ['sum', list + 16],
      ['size', list + 24],
      ['content', at + 30 + sheet.length + Math.floor(packed / 2)],
    ] as const) {
      const damaged = Buffer.from(whole)
      damaged[place] = (damaged[place] ?? 0) ^ 1
      await expect(openTable(await file(`${what}.xlsx`, damaged))).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(called),
      })
    }
    const twice = zip([1, 2].map(() => ({ name: 'xl/workbook.xml', body: Buffer.from('<workbook/>') })))
    await expect(openTable(await file('twice.xlsx', twice))).rejects.toThrow('two entries are called xl/workbook.xml')
  })

  it('rejects a row with a number of which it does not keep every digit', async () => {
    const sheets = [{ name: 'A', rows: [['id'], [10 ** 19], ['12345678901234567890']] }]
    const table = await openTable(await file('digits.xlsx', await writeXlsx({ sheets })))
    const rows: unknown[] = []
    for await (const { cells, fault } of table.rows()) rows.push(fault ?? cells)
    expect(rows).toEqual([expect.stringContaining('more than fifteen digits'), ['12345678901234567890']])
  })

  it('keeps every digit of a whole number, and times of day in workbooks that count from 1904', async () => {
    const rows = [
      ['id', 'at'],
      [9007199254740991, new Date('1904-01-01T13:30:00Z')],
    ]
    const from1904 = await writeXlsx({ dateSystem: '1904', sheets: [{ name: 'A', rows }] })
    const table = await openTable(await file('from1904.xlsx', from1904))
    expect(await rowsOf(table)).toEqual([['9007199254740991', '13:30:00']])
  })

  it('is refused when damaged, not a workbook or a bomb', async () => {
    const whole = Buffer.from(await book())
    await expect(openTable(await file('cut.xlsx', whole.subarray(0, whole.length - 100)))).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(openTable(await file('no.xlsx', Buffer.from('PK\u0003\u0004nothing')))).rejects.toMatchObject({
      code: 'invalid',
    })
    const bomb = Buffer.from(whole)
    // The first entry of the directory claims four gigabytes.
    bomb.writeUInt32LE(0xffff_fff0, bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
    await expect(openTable(await file('bomb.xlsx', bomb))).rejects.toThrow('too large when inflated')
  })
})

const int = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(Int32Array.of(value).buffer)))
const double = (...values: number[]) => Buffer.from(Float64Array.from(values).buffer)
const latin = (text: string, length: number) => Buffer.from(text.padEnd(length), 'latin1')

/** A small SPSS file: a number with labels and missing values, a date, a text of ten and one of three hundred bytes. */
function savFile(compression: 0 | 1 | 2, encoding: 'latin1' | 'utf-8' = 'latin1'): Buffer {
  const header = Buffer.concat([
    latin(compression === 2 ? '$FL3' : '$FL2', 4),
    latin('test', 60),
    int(2, 37 + 4, compression, 1, 2),
    double(100),
    latin('', 84),
  ])
  const variable = (name: string, type: number, format: number, extra = Buffer.alloc(0), label = 0, missing = 0) =>
    Buffer.concat([int(2, type, label, missing, format, format), latin(name, 8), extra])
  const more = (count: number) => Array.from({ length: count }, () => variable('', -1, 0))
  const parts = [
    header,
    variable('SCORE', 0, 0x050200, Buffer.concat([int(5), latin('Måtta', 8), double(7, 8, 99)]), 1, -3),
    variable('WHEN', 0, 20 << 16),
    variable('NAME', 10, 0x010a00),
    ...more(1),
    variable('LONG', 255, 0x01ff00),
    ...more(31),
    variable('LONG0', 48, 0x013000),
    ...more(5),
    Buffer.concat([
      int(3, 2),
      double(1),
      Buffer.from([3]),
      latin('bad', 7),
      double(5),
      Buffer.from([4]),
      latin('bäst', 7),
      int(4, 1, 1),
    ]),
    Buffer.concat([int(7, 13, 1), int(30), latin('SCORE=score\tNAME=Name\tLONG=lng', 30)]),
    Buffer.concat([int(7, 14, 1), int(10), Buffer.from('LONG=300\0\t', 'latin1')]),
    Buffer.concat([int(7, 11, 4, 15), int(2, 5, 0, 3, 10, 0, 1, 10, 0, 1, 255, 0, 1, 48, 0)]),
    ...(encoding === 'utf-8' ? [Buffer.concat([int(7, 20, 1, 5), latin('utf-8', 5)])] : []),
    int(999, 0),
  ]
  const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000 + 12_219_379_200
  const long = (encoding === 'latin1' ? 'ö' : 'o').repeat(300)
  const own = (text: string, length: number) =>
    Buffer.concat([Buffer.from(text, encoding), Buffer.alloc(length, ' ')]).subarray(0, length)
  const texts = (name: string, text: string) =>
    Buffer.concat([own(name, 16), own(text.slice(0, 255), 256), own(text.slice(255), 48)])
  const cases = [
    Buffer.concat([double(4.5, seconds('2018-05-09')), texts('Åsa Öhman', long)]),
    Buffer.concat([double(-Number.MAX_VALUE, -Number.MAX_VALUE), texts('', 'short')]),
  ]
  if (compression === 0) return Buffer.concat([...parts, ...cases])
  const packed = packedCases(Buffer.concat(cases))
  if (compression === 1) return Buffer.concat([...parts, packed])
  const at = Buffer.concat(parts).length
  const block = deflateSync(packed)
  const long64 = (value: number) => Buffer.from(BigInt64Array.of(BigInt(value)).buffer)
  const trailer = Buffer.concat([
    long64(-100),
    long64(0),
    int(0x3ff000, 1),
    long64(at),
    long64(at + 24),
    int(packed.length, block.length),
  ])
  return Buffer.concat([...parts, long64(at), long64(at + 24 + block.length), long64(trailer.length), block, trailer])
}

/** The bytecode compression of SPSS: eight commands, then the values that no command says. */
function packedCases(cases: Buffer): Buffer {
  const out: Buffer[] = []
  for (let at = 0; at < cases.length; at += 64) {
    const commands = Buffer.alloc(8)
    const values: Buffer[] = []
    for (let i = 0; i < 8 && at + i * 8 < cases.length; i++) {
      const value = cases.subarray(at + i * 8, at + i * 8 + 8)
      if (value.readDoubleLE() === -Number.MAX_VALUE) commands[i] = 255
      else if (value.equals(Buffer.alloc(8, ' '))) commands[i] = 254
      else {
        commands[i] = 253
        values.push(value)
      }
    }
    out.push(commands, ...values)
  }
  return Buffer.concat(out)
}

/** Bytes of the one block of a `.zsav` made here: they stand in the last number of its trailer. */
const blockBytes = (zsav: Buffer) => zsav.readInt32LE(zsav.length - 4)

describe('an SPSS file', () => {
  it.each([
    ['plain', 0],
    ['packed', 1],
    ['deflated', 2],
  ] as const)('tells names, labels, missing values and cases: %s', async (name, compression) => {
    const table = await openTable(await file(`${name}.sav`, savFile(compression)))
    expect(table).toMatchObject({ kind: 'sav', headers: ['score', 'WHEN', 'Name', 'lng'], rowCount: 2 })
    const [score, when, text, long] = table.variables ?? []
    expect(score).toMatchObject({
      label: 'Måtta',
      type: 'number',
      measure: 'ordinal',
      missing: [99],
      missingRange: { from: 7, to: 8 },
      weight: true,
    })
    expect([...(score?.valueLabels ?? [])]).toEqual([
      [1, 'bad'],
      [5, 'bäst'],
    ])
    expect([when?.type, text?.type, long?.width]).toEqual(['date', 'text', 300])
    expect(await rowsOf(table)).toEqual([
      ['4.5', '2018-05-09', 'Åsa Öhman', 'ö'.repeat(300)],
      ['', '', '', 'short'],
    ])
  })

  it('is refused when it is cut', async () => {
    const table = openTable(await file('cut.sav', savFile(0).subarray(0, 300)))
    await expect(table).rejects.toThrow('the file ends too early')
  })

  it.each([
    ['in a case', 0, -100, 'cut.sav: it is cut off in case 2'],
    ['behind a case', 0, -336, 'cut.sav: it says that it has 2 cases, and has 1: is it cut off?'],
    ['in a packed case', 1, -4, 'cut.sav: it is cut off in case 2'],
    ['before its trailer', 2, -48, 'cut.sav: its blocks are damaged, or it is cut off'],
    ['in its trailer', 2, -8, 'cut.sav: its blocks are damaged, or it is cut off'],
  ] as const)('is refused where it is cut off %s', async (_, compression, end, message) => {
    const table = await openTable(await file('cut.sav', savFile(compression).subarray(0, end)))
    await expect(rowsOf(table)).rejects.toMatchObject({ code: 'invalid', message })
  })

  it.each([
    ['the length of its trailer', 16, 2 ** 31],
    ['the place of its trailer', 8, -1],
  ])('is refused where a .zsav is wrong about %s', async (_, place, value) => {
    const whole = savFile(2)
    // The head of its blocks: three numbers of eight bytes, before the blocks and a trailer of 48.
    whole.writeBigInt64LE(BigInt(value), whole.length - 48 - blockBytes(whole) - 24 + place)
    await expect(rowsOf(await openTable(await file('wrong.zsav', whole)))).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused where a block is damaged, and where a .zsav is gzipped as well', async () => {
    const whole = savFile(2)
    const damaged = Buffer.from(whole)
    const middle = whole.length - 48 - Math.floor(blockBytes(whole) / 2)
    damaged[middle] = (damaged[middle] ?? 0) ^ 0xff
    await expect(rowsOf(await openTable(await file('bad.zsav', damaged)))).rejects.toThrow('its blocks are damaged')
    await expect(openTable(await file('twice.zsav.gz', gzipSync(whole)))).rejects.toThrow('send it without gzip')
  })

  it('rejects a case whose text is cut in the middle of a character', async () => {
    const whole = savFile(0, 'utf-8')
    whole[whole.indexOf('Åsa') + 1] = 0x20
    const table = await openTable(await file('half.sav', whole))
    const faults: (string | undefined)[] = []
    for await (const { fault } of table.rows()) faults.push(fault)
    expect(faults).toEqual(['bytes of Name are no character of utf-8', undefined])
  })

  it('is refused where its dictionary is made to be read for ever', async () => {
    // A label of minus four bytes would be read again and again.
    const record = Buffer.concat([int(7, 21, 1, 8), int(-4, -4)])
    const whole = savFile(0)
    const end = whole.indexOf(int(999, 0))
    const endless = Buffer.concat([whole.subarray(0, end), record, whole.subarray(end)])
    await expect(openTable(await file('endless.sav', endless))).rejects.toThrow('its value labels are damaged')
    const labels = Buffer.concat([int(3, 0), int(4, -1)])
    const many = Buffer.concat([whole.subarray(0, end), labels, whole.subarray(end)])
    await expect(openTable(await file('many.sav', many))).rejects.toThrow('its value labels are damaged')
  })

  it.skipIf(!existsSync(`${samples}gss2016/GSS.sav`))(
    'keeps the dictionary and the counts of the General Social Survey',
    async () => {
      const table = await openTable(`${samples}gss2016/GSS.sav`)
      const variables = new Map(table.variables?.map((variable) => [variable.name, variable]))
      expect([table.headers.length, table.rowCount]).toEqual([362, 2867])
      expect(variables.get('abany')?.missing).toEqual([0, 8, 9])
      expect(variables.get('region')?.valueLabels.get(9)).toBe('PACIFIC')
      expect([...variables.values()].filter(({ weight }) => weight).map(({ name }) => name)).toEqual(['wtss'])
      const happy = table.headers.indexOf('happy')
      const counts = new Map<string, number>()
      for (const cells of await rowsOf(table)) counts.set(cells[happy] ?? '', (counts.get(cells[happy] ?? '') ?? 0) + 1)
      expect(Object.fromEntries(counts)).toEqual({ '1': 806, '2': 1601, '3': 452, '': 8 })
    },
  )
})

describe('a file of no known kind', () => {
  it('is refused with a fault that names it', async () => {
    await expect(openTable(join(directory, 'none.csv'))).rejects.toMatchObject({ code: 'invalid' })
    await expect(openTable(await file('a.csv', Buffer.from('a,b\n')), { encoding: 'klingon' })).rejects.toThrow(
      'encoding klingon is not known',
    )
  })
})
