import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledSurveys, openFilledSurveys } from '../result/filled-survey.fixture.ts'
import { differenceOf, standing } from '../result/oracle/oracle-statistics.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const flights = join(root, '../shared/data/airline-satisfaction/test.csv')
const hasFlights = existsSync(flights)
if (!hasFlights) process.stderr.write('skipped: there is no ../shared/data/airline-satisfaction/test.csv\n')

let surveys: FilledSurveys

beforeAll(async () => {
  surveys = await openFilledSurveys()
  await surveys.fill('open', {}, 1, 300)
  await surveys.fill('closed', { protection: true, minimumN: 5 }, 3, 700)
  await surveys.fill('small', { protection: true, minimumN: 5 }, 4, 4)
  if (hasFlights) await fly()
  await surveys.ready()
})
afterAll(() => surveys?.close())

/** The file's lines by their headers; no field of it is quoted. */
const flightRows = () => {
  const [head = '', ...lines] = readFileSync(flights, 'utf8').trimEnd().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((field, at) => [names[at] ?? '', field])))
}

async function fly() {
  const example = join(root, 'examples/airline-satisfaction')
  const files = readdirSync(example).filter((file) => file.endsWith('.json'))
  async function* rows() {
    for (const row of flightRows()) {
      const text = { satisfaction: 'satisfaction', travel: 'Type of Travel', class: 'Class', customer: 'Customer Type' }
      const answers = Object.fromEntries(Object.entries(text).map(([id, header]) => [id, row[header] ?? '']))
      yield { key: row.id ?? '', answers: { ...answers, age: Number(row.Age) } }
    }
  }
  const read = files.map((file) => [file, readFileSync(join(example, file), 'utf8')] as const)
  await surveys.publish('flights', 'airline-satisfaction', new Map(read), rows())
}

const ask = (name: string, asked: object, path = 'stores,all', survey = 'survey') =>
  surveys.ask(name, { type: 'Crosstab', ...asked }, { path, survey })
const table = (name: string, asked: object, path = 'stores,all', survey = 'survey') =>
  surveys.answer('Crosstab', name, asked, { path, survey })

describe('a crosstab', () => {
  it('says which filters leave a cell alone, and finds its interviews by them', async () => {
    const found = await table('open', { rows: { question: 'channel' }, columns: { question: 'age' } })
    const column = found.columns.groups.find(({ id }) => id === 'middle')
    expect(column?.select).toEqual({ filter: 'age', value: '25_59.9' })
    for (const [at, row] of found.rows.groups.entries()) {
      const cell = found.cells[at]?.[found.columns.groups.findIndex(({ id }) => id === 'middle')]
      const path = `stores,all;${row.select?.filter}=${row.select?.value};age=25_59.9`
      const all = await table('open', { rows: 'children', columns: { question: 'age' } }, path)
      expect([row.id, all.total.n]).toEqual([row.id, cell?.n])
    }
  })

  it('sets periods against answers and places, each as its own filter finds it', async () => {
    const quarters = { period: 'quarter' }
    const found = await table('open', { rows: quarters, columns: { question: 'channel' }, indicator: 'nps' })
    expect(found.rows.groups.length).toBeGreaterThan(1)
    for (const [at, { select, total }] of found.rows.groups.entries()) {
      const path = `stores,all;${select?.filter}=${select?.value}`
      const own = await table('open', { rows: 'children', columns: { question: 'channel' }, indicator: 'nps' }, path)
      const ofRow = new Map(own.columns.groups.map((group) => [group.id, group.total]))
      expect([select?.value, total.n]).toEqual([select?.value, own.total.n])
      for (const [column, { id }] of found.columns.groups.entries())
        if (ofRow.has(id))
          expect([select?.value, id, found.cells[at]?.[column]?.figure]).toEqual([
            ...[select?.value, id, ofRow.get(id)?.figure],
          ])
    }
    const places = await table('open', { rows: 'children', columns: quarters })
    const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, n) => all + (n ?? 0), 0)
    expect(sum(places.columns.groups.map(({ total }) => total.n))).toBe(places.total.n)
  })

  it('refuses one variable twice, one that is not there, and more columns than letters', async () => {
    const said = async (asked: object) => {
      const answer = await ask('open', asked)
      return answer.type === 'Failed' ? [answer.code, answer.reason?.key, answer.message] : answer.type
    }
    const channel = { question: 'channel' }
    expect(await said({ rows: channel, columns: channel })).toEqual([
      'invalid',
      'figure.same',
      'Choose two different questions.',
    ])
    expect(await said({ rows: channel, columns: { question: 'nothing' } })).toEqual([
      'invalid',
      'figure.question',
      'This survey has no question “nothing” that fits here.',
    ])
    expect(await said({ rows: channel, columns: { depth: 3 } })).toEqual([
      'invalid',
      'figure.tooManyGroups',
      expect.stringMatching(/^“Store” has \d+ groups\. At most 26 fit\.$/i),
    ])
  })

  it('marks columns of few answers and gives them no letters', async () => {
    const found = await table(
      'open',
      { rows: { question: 'channel' }, columns: { question: 'free' } },
      'stores,all;ratingOption=1',
    )
    const few = found.columns.groups.flatMap(({ few: isFew }, at) => (isFew ? [at] : []))
    expect(few.length).toBeGreaterThan(0)
    for (const { above } of found.cells.flat()) for (const at of above) expect(few).not.toContain(at)
  })
})

describe('a crosstab of a protected survey', () => {
  it('tells answers by background and place, moved by noise, and no group of few', async () => {
    let hidden = 0
    for (const path of ['stores,all', 'stores,all,fi', 'stores,all,se', 'stores,all;channel=web'])
      for (const rows of [{ question: 'nps' }, 'children']) {
        const asked = { rows, columns: { question: path.endsWith('web') ? 'age' : 'channel' }, indicator: 'rating' }
        const [told, exact] = [await table('closed', asked, path), await table('open', asked, path)]
        if (told.state === 'hidden') continue
        const cells = [...told.cells.flat(), ...told.rows.groups.map(({ total }) => total), told.total]
        hidden += cells.filter((cell) => cell.hidden).length
        for (const { n, figure } of cells)
          for (const count of [n, figure?.n ?? null]) if (count !== null) expect(count).toBeGreaterThanOrEqual(5)
        for (const cell of cells.filter((one) => one.hidden))
          expect([cell.n, cell.ofRow, cell.ofColumn, cell.ofAll, cell.figure?.n ?? null]).toEqual(Array(5).fill(null))
        expect(told.total).not.toEqual(exact.total)
        expect([...told.rows.groups, ...told.columns.groups].some(({ few, isNone }) => few || isNone)).toBe(false)
      }
    expect(hidden).toBeGreaterThan(0)
  })

  it('tells no periods: answers are kept in groups of a period', async () => {
    const asked = { rows: { period: 'quarter' }, columns: { question: 'channel' } }
    const found = await surveys.ask('closed', { type: 'Crosstab', ...asked })
    expect(found).toMatchObject({ type: 'Failed', code: 'forbidden' })
  })

  it('does not set answers against answers', async () => {
    const asked = { rows: { question: 'nps' }, columns: { question: 'worry' } }
    const found = await surveys.ask('closed', { type: 'Crosstab', ...asked })
    expect(found).toMatchObject({ type: 'Failed', code: 'forbidden' })
  })

  it('hides all of it where all are few', async () => {
    const found = await table('small', { rows: { question: 'channel' }, columns: { question: 'worry' } })
    expect(found.state).toBe('hidden')
    expect(found.cells.flat().every(({ hidden, n }) => hidden && n === null)).toBe(true)
    expect(found.total.n).toBeNull()
  })
})

describe.skipIf(!hasFlights)('a crosstab of a real survey', () => {
  const bands = [
    [-Infinity, 17],
    [18, 24],
    [25, 34],
    [35, 44],
    [45, 54],
    [55, 64],
    [65, Infinity],
  ] as const

  it('counts, divides and compares as the rows of the file do', async () => {
    const found = await table(
      'flights',
      { rows: { question: 'class' }, columns: { question: 'age' }, indicator: 'satisfied' },
      'travel,all',
      'airline-satisfaction',
    )
    const rows = flightRows()
    const inBand = (row: Record<string, string>, at: number) =>
      Number(row.Age) >= (bands[at]?.[0] ?? 0) && Number(row.Age) <= (bands[at]?.[1] ?? 0)
    const columns = bands.map((_, at) => rows.filter((row) => inBand(row, at)))
    expect(found.columns.groups.map(({ total }) => total.n)).toEqual(columns.map(({ length }) => length))
    expect(found.rows.groups.map(({ id }) => id)).toEqual(['Business', 'Eco Plus', 'Eco'])
    let marked = 0
    for (const [r, line] of found.cells.entries()) {
      const name = found.rows.groups[r]?.id
      const inRow = columns.map((own) => own.filter((row) => row.Class === name))
      const heaps = columns.map((own) => own.map((row) => ({ y: row.Class === name ? 100 : 0, w: 1 })))
      const satisfied = inRow.map((own) => own.map((row) => ({ y: row.satisfaction === 'satisfied' ? 100 : 0, w: 1 })))
      for (const [c, cell] of line.entries()) {
        expect(cell.n).toBe(inRow[c]?.length)
        expect(cell.ofColumn?.value).toBeCloseTo((100 * (inRow[c]?.length ?? 0)) / (columns[c]?.length ?? 1), 9)
        expect(cell.ofRow?.value).toBeCloseTo((100 * (inRow[c]?.length ?? 0)) / inRow.flat().length, 9)
        expect(cell.ofAll?.value).toBeCloseTo((100 * (inRow[c]?.length ?? 0)) / rows.length, 9)
        const heap = satisfied[c] ?? []
        expect(cell.figure?.value).toBeCloseTo(heap.reduce((sum, { y }) => sum + y, 0) / heap.length, 9)
      }
      expect(line.map(({ above }) => above)).toEqual(lettersOf(heaps))
      expect(line.map(({ figureAbove }) => figureAbove)).toEqual(lettersOf(satisfied))
      marked += line.filter(({ above }) => above.length > 0).length
    }
    expect(marked).toBeGreaterThan(0)
    expect(marked).toBeLessThan(found.cells.flat().length)
  })

  /** Letters by formulas of their own: every pair, then Benjamini and Hochberg's limit. */
  function lettersOf(heaps: readonly { y: number; w: number }[][]) {
    const pairs = heaps.flatMap((a, i) =>
      heaps.flatMap((b, j) => (j > i ? [{ i, j, test: differenceOf(a, b, { kind: 'share' }) }] : [])),
    )
    const clear = standing(pairs.map(({ test }) => test?.p ?? null))
    return heaps.map((_, at) =>
      pairs
        .flatMap(({ i, j, test }, pair) => {
          if (!clear[pair] || !test) return []
          const [higher, lower] = test.sign > 0 ? [i, j] : [j, i]
          return higher === at ? [lower] : []
        })
        .sort((a, b) => a - b),
    )
  }
})
