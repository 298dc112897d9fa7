import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { catchUp } from '@kaiku/server/feed/feed.ts'
import { adapt } from '@kaiku/server/feed/schema.ts'
import { importFile } from '@kaiku/server/import/import.ts'
import { publish } from '@kaiku/server/publishing/definition.ts'
import { surveyByNumber } from '@kaiku/server/survey/survey.ts'
import { createUniverse } from '@kaiku/server/universe/universe.ts'
import { definition, type Shape, usual } from './definition.ts'

const rows = 100_000
/** The columns of a file with a survey's answers, and what stands in each for an interview's number. */
const cellsOf = ({
  stores,
  codes,
  numbers,
  scales,
}: Shape): Readonly<Record<string, (i: number) => string | number>> => ({
  id: (i) => i,
  visited: (i) => `2026-0${1 + (i % 9)}-${String(1 + (i % 28)).padStart(2, '0')}`,
  store: (i) => `store-${String(i % stores).padStart(4, '0')}`,
  ...Object.fromEntries(Object.entries(codes).map(([id, count]) => [id, (i: number) => `${id}${i % count}`])),
  ...(numbers.includes('age') ? { age: (i) => 15 + (i % 70) } : {}),
  recommend: (i) => i % 11,
  ...Object.fromEntries(
    Array.from({ length: scales }, (_, k) => [
      `s${k + 1}`,
      (i: number) => ((i + k) % 5 === 0 ? '' : 1 + ((i * 7 + k) % 5)),
    ]),
  ),
  ...(numbers.includes('basket') ? { basket: (i) => (i % 20_000) / 100 } : {}),
})

/** How a file of `importFileOf` is read. */
export const mapping = (shape = usual) => ({
  imports: [
    {
      name: 'bench',
      match: { file: '*.csv' },
      key: ['id'],
      columns: Object.keys(cellsOf(shape))
        .slice(1)
        .map((column) => ({ column, question: column })),
    },
  ],
})

/** A file of so many interviews, with keys after `after`. */
export const importFileOf = (count: number, shape = usual, after = 0): string => {
  const cells = cellsOf(shape)
  const values = Object.values(cells)
  const lines = Array.from({ length: count }, (_, i) => values.map((cell) => cell(after + i + 1)).join(','))
  return `${[Object.keys(cells).join(','), ...lines].join('\n')}\n`
}

/** Operation 10: 100,000 interviews from CSV to committed truth, and until they can be seen. */
export async function importSpeed(stores: Stores): Promise<readonly string[]> {
  const universe = await createUniverse(stores, { name: `import-${Date.now()}`, title: 'Import', timeZone: 'UTC' })
  const { survey } = await publish(
    stores,
    universe.id,
    new Map([...definition(), ['imports.json', JSON.stringify(mapping())]]),
    'bench',
  )
  const dictionary = await surveyByNumber(stores, survey)
  await adapt(stores, dictionary)
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-bench-'))
  const file = join(folder, 'answers.csv')
  await writeFile(file, importFileOf(rows))
  const start = performance.now()
  const report = await importFile(stores, dictionary, file, {})
  const committed = (performance.now() - start) / 1000
  await catchUp(stores)
  const visible = (performance.now() - start) / 1000
  await rm(folder, { recursive: true, force: true })
  return [
    `10 · import of ${report.inserted} interviews from CSV: ${Math.round(report.inserted / committed)} rows/s to committed truth, ${Math.round(report.inserted / visible)} rows/s until visible (goal ≥ 30,000 rows/s)`,
  ]
}
