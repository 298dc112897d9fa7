import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { doorOf, type Open } from './door.ts'
import { type Running, runKaiku, startKaiku } from './kaiku.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const several = { multipleSelections: true } as const

const questions = [
  { id: 'visited', type: 'date', title: 'Visited', roles: ['date'] },
  { id: 'customer', type: 'text', title: 'Customer', roles: ['contact'] },
  { id: 'born', type: 'date', title: 'Born' },
  { id: 'country', type: 'choice', title: 'Country', open: true },
  { id: 'city', type: 'choice', title: 'City', open: true },
  { id: 'shop', type: 'choice', title: 'Shop', open: true },
  { id: 'channel', type: 'choice', title: 'Channel', open: true },
  { id: 'product', type: 'choice', title: 'Product', open: true },
  { id: 'receipt', type: 'choice', title: 'Receipt', open: true },
  { id: 'grade', type: 'scale', title: 'Grade', min: 1, max: 5 },
  { id: 'themes', type: 'multiple', title: 'Themes', open: true },
  { id: 'balance', type: 'number', title: 'Balance', decimals: 2, unit: '€' },
  { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
]

const filters = {
  standard: {
    filterGroups: [
      {
        title: 'Visit',
        filters: [
          { extName: 'channel', title: 'Channel', question: 'channel' },
          { extName: 'country', title: 'Country', question: 'country', ...several, exclude: true },
          { extName: 'city', title: 'City', question: 'city', ...several, exclude: true },
          { extName: 'shop', title: 'Shop', question: 'shop', ...several, serverSide: true },
          { extName: 'product', title: 'Product', question: 'product', dropdown: true },
        ],
      },
      {
        title: 'Answers',
        filters: [
          { extName: 'balance', title: 'Balance', question: 'balance', range: true },
          { extName: 'said', title: 'Comment', question: 'comment', submatch: true, exclude: true, ...several },
        ],
      },
      {
        title: '',
        ungrouped: true,
        flatten: true,
        filters: [{ extName: 'grade', title: 'Grade', question: 'grade', ...several }],
      },
      {
        title: 'Receipts',
        expanded: false,
        filters: [{ extName: 'receipt', title: 'Receipt', question: 'receipt', ...several }],
      },
      {
        title: 'Themes',
        expanded: false,
        flatten: true,
        filters: [{ extName: 'themes', title: 'Themes', question: 'themes', ...several }],
      },
    ],
  },
  time: {
    filterGroups: [
      {
        title: 'Period',
        ungrouped: true,
        filters: [{ extName: 'ftime', title: 'Period', dateInterval: true, dateRef: true, today: true }],
      },
      {
        title: 'More',
        filters: [
          { extName: 'birthday', title: 'Birthday', question: 'born', today: true },
          { extName: 'born', title: 'Born', question: 'born', dateRef: true },
          { extName: 'once', title: 'One answer per customer', tableDate: true },
        ],
      },
    ],
  },
}

const definition = {
  'settings.json': {
    extName: 'every-filter',
    title: 'Every filter',
    startFilter: 'ftime=rmonths-11+0',
    mainIndicators: ['grade'],
  },
  'questions.json': { questions },
  'views.json': {
    views: [
      {
        extName: 'place',
        title: 'Places',
        root: { title: 'All' },
        levels: [
          { question: 'country', title: 'Country' },
          { question: 'city', title: 'City' },
          { question: 'shop', title: 'Shop' },
        ],
      },
    ],
  },
  'filters.json': filters,
  'indicators.json': {
    indicators: [{ id: 'grade', measure: 'mean', title: 'Grade', question: 'grade', decimals: 2 }],
  },
  'imports.json': {
    imports: [
      {
        name: 'answers',
        match: { file: '*.csv', headers: ['id', 'born'] },
        key: ['id'],
        columns: questions.map(({ id, type }) => ({
          column: id,
          question: id,
          ...(type === 'multiple' ? { separator: '|' } : {}),
        })),
      },
    ],
  },
}

const countries = ['Denmark', 'Finland', 'Norway', 'Sweden']
const remarks = ['The queue was long', 'Friendly staff', 'Crème brûlée was cold', '']
const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T

/** How many interviews the survey has, and how many customers gave them. */
export const counts = { interviews: 3000, customers: 2500 } as const

/** One interview as the file has it. */
export type Answer = ReturnType<typeof answerOf>
export const answers = (today: Date): Answer[] =>
  Array.from({ length: counts.interviews }, (_, at) => answerOf(at, today))

/** Every seventh customer's birthday is today, every fifth interview has no product. */
function answerOf(at: number, today: Date) {
  const day = (back: number) => new Date(today.getTime() - back * 86_400_000).toISOString().slice(0, 10)
  const country = pick(countries, at)
  const city = `${country} town ${1 + (Math.floor(at / 4) % 6)}`
  const customer = at % counts.customers
  return {
    id: `r${at}`,
    visited: day((at * 7) % 700),
    customer: `c${customer}`,
    born: customer % 7 === 0 ? `1980${day(0).slice(4)}` : `19${60 + (at % 40)}-03-1${at % 10}`,
    ...{ country, city, shop: `${city} shop ${1 + (Math.floor(at / 24) % 25)}` },
    channel: pick(['Web', 'Store', 'Phone'], at),
    product: at % 5 === 0 ? '' : pick(['Shoes', 'Coats', 'Tents'], at),
    receipt: `No ${at + 1}`,
    grade: 1 + ((at * 13) % 5),
    themes: [...new Set([pick(['Staff', 'Queue', 'Price'], at), pick(['Range', 'Queue'], at)])],
    balance: (((at * 37) % 2000) - 500) / 4,
    comment: pick(remarks, at),
  }
}

async function write(folder: string, today: Date) {
  const directory = join(folder, 'every-filter')
  await mkdir(directory, { recursive: true })
  for (const [file, part] of Object.entries(definition)) await writeFile(join(directory, file), json(part))
  const columns = ['id', ...questions.map(({ id }) => id)]
  const lines = answers(today).map((answer) =>
    columns.map((column) => [Reflect.get(answer, column)].flat().join('|')).join(','),
  )
  const file = join(folder, 'answers.csv')
  await writeFile(file, `${[columns.join(','), ...lines].join('\n')}\n`)
  return { directory, file }
}

export type EveryFilter = {
  readonly running: Running
  readonly browser: Browser
  readonly open: Open
  close(): Promise<void>
}

/** A whole Kaiku with a survey that has a filter of every kind, its owner, and a browser. */
export async function startEveryFilter(today: Date): Promise<EveryFilter> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-filters-'))
  const { directory, file } = await write(folder, today)
  const data = join(folder, 'data')
  const steps = [
    ['universe', 'create', 'shop', '--title', 'Shop'],
    ['apply', directory],
    ['import', 'every-filter', file],
    ['user', 'create', 'owner', '--universe', 'shop'],
  ]
  for (const step of steps) {
    const { code, out, err } = await runKaiku([...step, '--data', data])
    if (code !== 0) throw new Error(`${step.join(' ')}: ${out}${err}`)
  }
  const running = await startKaiku({ sample: false, data })
  const browser = await openBrowser()
  return {
    ...{ running, browser, open: doorOf(running, browser, 'owner') },
    async close() {
      await browser.close()
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
