import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The surveys of the siege: few questions, so that each figure can be worked out by hand. */
export const own = 'siege'
const till = 'siege-till'
/** Of staff: who answered what is told of whole groups alone. */
export const staff = 'siege-staff'
/** Those of which every answer is in the figures at once. */
export const openSurveys = [own, till] as const
export const surveys = [...openSurveys, staff] as const
export type Survey = (typeof surveys)[number]
/** People of whom figures, and comments, of the protected survey are told together. */
export const minimumN = 5
export const places = { north: ['n1', 'n2', 'n3'], south: ['s1', 's2', 's3'] } as const
export type Region = keyof typeof places
export const stores = Object.values(places).flat()
export const regionOf = (store: string): Region => (store.startsWith('n') ? 'north' : 'south')

/** What an answer says of itself in its text: whoever reads it sees where it belongs. */
export const markOf = (id: string, store: string) => `siege-${id}@${store}`
export const marksIn = (text: string) =>
  [...text.matchAll(/siege-([\w-]+)@([ns]\d)/g)].map(([, id = '', store = '']) => ({ id, store }))

const option = (code: string) => ({ code, title: code })
const filesOf = (survey: Survey) => ({
  'settings.json': {
    extName: survey,
    title: survey,
    timeZone: 'UTC',
    protection: survey === staff,
    protectionPeriod: 'year',
    minimumN: survey === staff ? minimumN : 1,
    minimumNComments: survey === staff ? minimumN : 1,
    enableInterviewsReport: true,
    enableExcelBenchmarkReport: true,
    enablePDFBenchmarkReport: true,
    enableIndicatorsReport: true,
  },
  'questions.json': {
    questions: [
      { id: 'day', type: 'date', title: 'Day', roles: ['date'] },
      { id: 'region', type: 'choice', title: 'Region', options: Object.keys(places).map(option) },
      { id: 'store', type: 'choice', title: 'Store', options: stores.map(option) },
      { id: 'score', type: 'scale', title: 'Score', min: 0, max: 10 },
      { id: 'mark', type: 'text', title: 'Mark', roles: ['comment'] },
    ],
  },
  'views.json': {
    views: [
      {
        extName: 'place',
        title: 'Places',
        root: { title: 'All' },
        levels: [
          { question: 'region', title: 'Region' },
          { question: 'store', title: 'Store' },
        ],
      },
    ],
  },
  'indicators.json': {
    indicators: [
      { id: 'nps', title: 'NPS', measure: 'nps', question: 'score' },
      { id: 'mean', title: 'Mean', measure: 'mean', question: 'score', decimals: 2 },
    ],
  },
  'filters.json': {
    standard: { filterGroups: [] },
    time: { filterGroups: [{ title: 'Time', filters: [{ extName: 'ftime', title: 'Period', dateInterval: true }] }] },
  },
  'forms.json': {
    forms: [
      {
        id: 'visit',
        title: 'Visit',
        open: true,
        given: ['region', 'store'],
        pages: [{ parts: [{ question: 'score', required: true }] }, { parts: [{ question: 'mark' }] }],
        thanks: [{ title: 'The siege has your answer', text: 'Goodbye.' }],
      },
    ],
  },
  'imports.json': {
    imports: [
      {
        name: 'csv',
        match: { file: '*.csv', headers: ['key', 'score'] },
        key: ['key'],
        columns: ['day', 'region', 'store', 'score', 'mark'].map((id) => ({ column: id, question: id })),
      },
    ],
  },
})

/** Writes the definition into a folder, as `kaiku apply` takes it. */
export async function writeDefinition(folder: string, survey: Survey): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [file, content] of Object.entries(filesOf(survey)))
    await writeFile(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
}

export type Row = { readonly key: string; readonly store: string; readonly score: number }
/** A file of answers, as of today. */
export const csvOf = (rows: readonly Row[], day: string) =>
  [
    'key,day,region,store,score,mark',
    ...rows.map(({ key, store, score }) => [key, day, regionOf(store), store, score, markOf(key, store)].join(',')),
    '',
  ].join('\n')
