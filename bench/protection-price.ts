import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blurred, isTellable, noiseOf, noiseTogether, noNoise } from '@kaiku/core/cell-key.ts'
import { formGroups, type GroupedPerson } from '@kaiku/core/protected-group.ts'
import { parse } from 'csv-parse/sync'

// What protection costs whoever reads a survey, on two real ones: node tools/run.mjs bench/protection-price.ts DIRECTORY
// (the folder that holds sfo-airport-survey and airline-satisfaction).

type Passenger = GroupedPerson & {
  readonly background: readonly string[]
  readonly answer: number
  readonly key: number
}
type Survey = {
  readonly title: string
  readonly file: string
  readonly places: (row: Record<string, string>) => readonly string[]
  readonly background: (row: Record<string, string>) => readonly string[]
  readonly answer: (row: Record<string, string>) => string | undefined
  /** The answers that count. */
  readonly scale: readonly [number, number]
}

const surveys: readonly Survey[] = [
  {
    title: 'SFO airport 2018: boarding area, gate, airline; age, gender, income; overall rating',
    file: 'sfo-airport-survey/sfo2018.csv',
    places: (row) => [row.BAREA ?? '', row.GATE ?? '', row.AIRLINE ?? ''],
    background: (row) => [`age ${row.Q20Age}`, `gender ${row.Q21Gender}`, `income ${row.Q22Income}`],
    answer: (row) => row.Q7ALL,
    scale: [1, 5],
  },
  {
    title: 'Airline satisfaction: travel, class, distance; gender, loyalty; inflight service',
    file: 'airline-satisfaction/test.csv',
    places: (row) => [
      row['Type of Travel'] ?? '',
      row.Class ?? '',
      String(Math.floor(Number(row['Flight Distance']) / 25)),
    ],
    background: (row) => [`${row.Gender}`, `${row['Customer Type']}`],
    answer: (row) => row['Inflight service'],
    scale: [1, 5],
  },
]

const minimum = 5
const directory = process.argv[2] ?? join(import.meta.dirname, '../../shared/data')
for (const survey of surveys) report(survey)

function report({ title, file, places, background, answer, scale: [lowest, highest] }: Survey) {
  const rows: Record<string, string>[] = parse(readFileSync(join(directory, file), 'utf8'), {
    columns: true,
    bom: true,
  })
  const numbers = new Map<string, number>()
  const parents = new Map<number, number>()
  const people = rows.flatMap((row, at): Passenger[] => {
    const value = Number(answer(row))
    if (!(value >= lowest && value <= highest)) return []
    let node = 0
    let path = ''
    for (const name of places(row)) {
      path += `/${name}`
      const number = numbers.get(path) ?? numbers.size + 1
      numbers.set(path, number)
      parents.set(number, node)
      node = number
    }
    const key = (at * 2_654_435_761) % 2 ** 40
    return [{ people: [`${at}`], places: [node], background: background(row), answer: value, key }]
  })
  const parentOf = (_view: number, node: number) => (node === 0 ? null : (parents.get(node) ?? 0))
  const { groups, waiting } = formGroups(people, { parentOf, minimum, isComplete: true })
  const line = (node: number): number[] => [node, ...(node === 0 ? [] : line(parents.get(node) ?? 0))]
  const all = [0, ...numbers.values()].map((node) => ({
    node,
    cached: people.filter((one) => line(one.places[0] ?? 0).includes(node)),
    parts: groups.filter((group) => line(group.places[0] ?? 0).includes(node)).map(({ units }) => units),
  }))
  const enough = all.filter(({ cached: held }) => held.length >= minimum)
  const shown = enough.filter(({ parts }) => parts.length > 0)
  const whole = shown.filter(({ cached: held, parts }) => parts.flat().length === held.length)
  const filtered = shown.flatMap(({ parts }) => cells(parts, lowest, highest))
  const told = filtered.flatMap(({ moved, error }) => (moved === null ? [] : [{ moved, error }]))
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  console.log(
    `\n${title}: ${people.length} people, ${all.length} places, ${groups.length} groups, ${waiting.length} wait`,
  )
  console.log(
    `places with ${minimum} people and more: ${enough.length}; shown ${shown.length}, with everybody ${whole.length}`,
  )
  console.log(`by one background value where 5 and more have it: ${filtered.length}; told ${told.length}`)
  console.log(`moved by ${mean(told.map(({ moved }) => moved)).toFixed(3)} of ${highest - lowest} points on average;`)
  console.log(
    `of the standard error of the same mean: ${mean(told.map(({ moved, error }) => (error > 0 ? moved / error : 0))).toFixed(2)} ×`,
  )
  for (const [from, to] of [
    [5, 20],
    [20, 100],
    [100, 1000],
    [1000, Infinity],
  ] as const) {
    const some = filtered.filter(({ n, moved }) => n >= from && n < to && moved !== null).map(({ moved }) => moved ?? 0)
    if (some.length > 0) console.log(`  n ${from} to ${to}: ${some.length} cells, moved by ${mean(some).toFixed(3)}`)
  }
}

type Moved = { readonly n: number; readonly moved: number | null; readonly error: number }

/** Each background value of a place: how far its mean is moved; null where it is not told. */
function cells(parts: readonly (readonly Passenger[])[], lowest: number, highest: number): Moved[] {
  const everybody = parts.flat()
  return [...new Set(everybody.flatMap(({ background }) => background))].flatMap((value): Moved[] => {
    const of = parts.map((part) => part.filter(({ background }) => background.includes(value)))
    const chosen = of.flat()
    const n = chosen.length
    if (n < minimum) return []
    const average = chosen.reduce((sum, one) => sum + one.answer, 0) / n
    const variance = chosen.reduce((sum, one) => sum + (one.answer - average) ** 2, 0) / n
    const error = Math.sqrt(variance / n)
    if (!isTellable(n, [everybody.length], minimum)) return [{ n, moved: null, error }]
    const noise = of
      .filter((part) => part.length > 0)
      .map((part) => noiseOf(`${part.length} ${part.reduce((sum, { key }) => sum + key, 0)}`, 'q'))
      .reduce(noiseTogether, noNoise)
    const told = blurred({ n, mean: average, variance }, noise, { lowest, range: highest - lowest }, minimum)
    return [{ n, moved: Math.abs(told.mean - average), error }]
  })
}
