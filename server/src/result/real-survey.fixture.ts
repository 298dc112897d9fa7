import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Component, component } from '@kaiku/contract/page.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Comparison } from '@kaiku/core/comparison.ts'
import { dataState } from '../aggregate/data-state.ts'
import { openTestStores } from '../app/app.fixture.ts'
import { weightDecimals } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { figuresFor, questionFor } from './result.ts'

const shared = join(dirname(fileURLToPath(import.meta.url)), '../../../../shared/data')

/** One interview as its file has it: numbers as numbers, nothing where nothing was said. */
export type Raw = Readonly<Record<string, string | number>>

/** Rows of a file with quotes and commas, as records by its header. Null where the file is not at hand. */
export function records(file: string): Record<string, string>[] | null {
  const path = join(shared, file)
  if (!existsSync(path)) return null
  const rows: string[][] = [[]]
  let [cell, quoted] = ['', false]
  for (const sign of readFileSync(path, 'utf8').replace(/\r\n/g, '\n')) {
    if (quoted) {
      if (sign === '"') quoted = false
      else cell += sign
    } else if (sign === '"') quoted = true
    else if (sign === ',' || sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  if (cell !== '') rows.at(-1)?.push(cell)
  const [head = [], ...rest] = rows
  return rest
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(head.map((name, at) => [name.trim(), row[at] ?? ''])))
}

const numeric = (text: string | undefined) =>
  text === undefined || text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
const present = (values: Record<string, string | number | undefined>): Raw =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )

export const airportItems = ['art', 'food', 'store', 'sign', 'screens', 'restroom'] as const

/** Departing passengers of San Francisco airport in May 2017 and May 2018. */
export function airportInterviews(): Raw[] | null {
  const years = [2017, 2018].map((year) =>
    records(`sfo-airport-survey/sfo${year}.csv`)?.map((row) =>
      present({
        date: `${year}-05-${String(numeric(row.INTDATE) ?? 1).padStart(2, '0')}`,
        area: row.BAREA,
        gate: row.GATE,
        gender: row.Q21Gender ?? row.Q20GENDER,
        recommend: numeric(row.NETPRO),
        overall: numeric(row.Q7ALL),
        art: numeric(row.Q7ART),
        food: numeric(row.Q7FOOD),
        store: numeric(row.Q7STORE),
        sign: numeric(row.Q7SIGN),
        screens: numeric(row.Q7SCREENS),
        restroom: numeric(row.Q9Restroom ?? row.Q9RESTROOM),
        weight: numeric(row.WEIGHT),
      }),
    ),
  )
  const [before, now] = years
  return before && now ? [...before, ...now] : null
}

const rating = (id: string) => ({ type: 'scale', id, title: id, min: 1, max: 5, missing: [0, 6] })

const airportDefinition = {
  'questions.json': {
    questions: [
      { type: 'date', id: 'date', title: 'Date', roles: ['date'] },
      { type: 'choice', id: 'area', title: 'Boarding area', open: true },
      { type: 'choice', id: 'gate', title: 'Gate', open: true },
      { type: 'choice', id: 'gender', title: 'Gender', open: true, missing: ['0', '4'] },
      { type: 'scale', id: 'recommend', title: 'Recommend', min: 0, max: 10, missing: [11] },
      ...['overall', ...airportItems].map(rating),
      { type: 'number', id: 'weight', title: 'Weight', decimals: 9, roles: ['weight'] },
    ],
  },
  'views.json': {
    views: [
      {
        extName: 'area',
        title: 'Areas',
        root: { id: 'all', title: 'All' },
        levels: ['area', 'gate'].map((question) => ({ question, title: question })),
      },
    ],
  },
  'filters.json': {
    standard: {
      filterGroups: [
        {
          title: 'Who',
          filters: [{ extName: 'gender', title: 'Gender', question: 'gender', multipleSelections: true }],
        },
      ],
    },
    time: { filterGroups: [{ title: 'Time', filters: [{ extName: 'ftime', title: 'Date', dateInterval: true }] }] },
  },
  'indicators.json': {
    indicators: [
      { measure: 'nps', id: 'nps', title: 'NPS', question: 'recommend' },
      { measure: 'nps', id: 'npsWeighted', title: 'NPS, weighted', question: 'recommend', weight: 'role' },
      { measure: 'mean', id: 'overall', title: 'Overall', question: 'overall' },
      { measure: 'topBox', id: 'overallWeighted', title: 'Top two, weighted', question: 'overall', weight: 'role' },
    ],
  },
}

const root: Omit<Viewer, 'universe' | 'universes'> = {
  ...{ userId: 'test', username: 'test', isUserAdmin: true, isRoot: true, locale: 'en', grants: [], isReadOnly: false },
}

/** A Kaiku that holds these interviews of the airport, and nothing else. */
export async function openAirport(interviews: readonly Raw[], settings: object = {}) {
  const opened = await openTestStores()
  const { stores } = opened
  const universe = (await createUniverse(stores, { name: 'real', title: 'Real', timeZone: 'UTC' })).id
  const files = {
    'settings.json': { extName: 'airport', title: 'Airport', timeZone: 'UTC', ...settings },
    ...airportDefinition,
  }
  await publish(
    stores,
    universe,
    new Map(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)])),
    'test',
  )
  await storeInterviews(stores, await findSurvey(stores, universe, 'airport'), stored(interviews), { import: 'test' })
  await catchUp(stores)
  const dictionary = await findSurvey(stores, universe, 'airport')
  const who: Viewer = { ...root, universe, universes: [universe] }
  return {
    /** Answers to components, and the statements that were made for them. */
    async ask(path: string, asked: readonly object[], compare: Comparison | 'none' = 'yearBefore') {
      const components: Component[] = asked.map((one) => component.parse(one))
      const question = questionFor(stores, who, dictionary, { path, compare }, Date.parse('2018-06-01T12:00:00Z'))
      const statements: string[] = []
      const { answers } = await figuresFor(question, components, await dataState(stores, dictionary.survey), {
        onStatement: (sql) => statements.push(sql),
      })
      return { answers, statements }
    },
    async close() {
      await opened.close()
    },
  }
}
export type Airport = Awaited<ReturnType<typeof openAirport>>

async function* stored(interviews: readonly Raw[]) {
  for (const [at, { weight, ...answers }] of interviews.entries())
    yield {
      key: `row ${at}`,
      answers:
        typeof weight === 'number'
          ? { ...answers, weight: Math.round(Number(`${weight}e${weightDecimals}`)) }
          : answers,
    }
}

/** The answer as the type that was asked for. */
export function answerOf<T extends Answer['type']>(answer: Answer | undefined, type: T): Extract<Answer, { type: T }> {
  if (answer?.type !== type) throw new Error(`not a ${type}: ${JSON.stringify(answer)}`)
  return answer as Extract<Answer, { type: T }>
}
