import type { AlertSummary, alertCalls } from '@kaiku/contract/alert.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Permission } from '@kaiku/core/access.ts'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { openTestApp, type TestApp, type TestOptions } from '../app/app.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

const choice = (id: string) => ({ id, type: 'choice', title: id, open: true })
const filter = (extName: string, more: object = {}) => ({ extName, title: extName, question: extName, ...more })

/** A survey of two regions; `solo` stands right under its country. */
export const parts = {
  'settings.json': { extName: 'visits', title: 'Visits', timeZone: 'Europe/Helsinki' },
  'questions.json': {
    questions: [
      { id: 'day', type: 'date', title: 'Day', roles: ['date'] },
      { id: 'who', type: 'text', title: 'Who', roles: ['contact', 'pii'] },
      choice('store'),
      choice('channel'),
      { id: 'nps', type: 'scale', title: 'Recommend', min: 0, max: 10, missing: [99] },
      { id: 'spent', type: 'number', decimals: 2, title: 'Spent' },
      {
        ...{ id: 'seen', type: 'multiple', title: 'Seen', open: true, missing: ['none'] },
        options: [
          { code: 'tv', title: 'Télévision' },
          { code: 'web', title: 'Web' },
        ],
      },
      { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
    ],
  },
  'views.json': {
    views: [
      {
        ...{ extName: 'region', title: 'Regions', root: { title: 'All' }, key: 'store' },
        nodes: [
          { id: 'fi', name: 'Finland' },
          { id: 'south', parent: 'fi', name: 'South' },
          { id: 'kamppi', parent: 'south', name: 'Kamppi' },
          { id: 'sello', parent: 'south', name: 'Sello' },
          { id: 'solo', parent: 'fi', name: 'Solo' },
          { id: 'se', name: 'Sweden' },
          { id: 'lund', parent: 'se', name: 'Lund' },
        ],
      },
      {
        extName: 'channel',
        title: 'Channels',
        root: { title: 'All' },
        levels: [{ question: 'channel', title: 'Channel' }],
      },
    ],
  },
  'filters.json': {
    standard: {
      filterGroups: [
        {
          title: 'All',
          filters: [
            filter('nps', { multipleSelections: true }),
            filter('channel', { exclude: true }),
            filter('spent', { range: true }),
            filter('said', { question: 'comment', submatch: true }),
            filter('score', { question: 'nps', range: true }),
            filter('seen', { multipleSelections: true }),
          ],
        },
      ],
    },
    time: { filterGroups: [{ title: 'Time', filters: [{ extName: 'ftime', title: 'Time', dateInterval: true }] }] },
  },
  'alert-rules.json': {
    rootCauses: [{ id: 'queue', title: { en: 'Long queue', fi: 'Pitkä jono' } }],
    actions: [{ id: 'called', title: 'Called' }],
    rules: [
      {
        ...{ id: 'unhappy', title: 'Unhappy customer', when: 'nps=0*1*2*3', severity: 'high', tags: ['call'] },
        alert: { title: { en: '{place}: {nps} of 10', fi: '{place}: {nps}/10' }, description: 'By {channel}, {spent}' },
        ...{ owner: 'Store manager', due: 8 },
        escalation: [
          { after: 4, role: 'Regional manager', how: 'notify' },
          { after: 8, role: 'Regional manager' },
        ],
      },
    ],
  },
}

export const filesOf = (blocks: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(blocks).map(([file, block]) => [file, JSON.stringify(block)]))

/** Wednesday, 12:00 in Helsinki. */
export const noon = Date.parse('2026-11-18T10:00:00Z')

type Headers = { authorization: string }
type List = ReplyOf<(typeof alertCalls)['list']>

export type AlertWorld = TestApp & {
  readonly acme: string
  /** Stores interviews and raises what they ask for, as of `now`. */
  answer(interviews: readonly Answers[], now?: number): Promise<void>
  /** Somebody with a role of this name at a place of the regions; empty: everywhere. */
  person(role: string, place: readonly string[], permissions?: readonly Permission[]): Promise<Headers>
  list(headers: Headers, path?: string, query?: string): Promise<List>
  get(headers: Headers, url: string): Promise<{ statusCode: number; body: string; json: () => never }>
  post(headers: Headers, url: string, payload: object): Promise<{ statusCode: number; body: string; json: () => never }>
}

const handling = ['seeIndicators', 'seeComments', 'seeInterviews', 'handleAlerts'] as const

/** A universe with the survey above, and another universe beside it with one of the same name. */
export async function openAlertWorld(
  blocks: object = parts,
  environment: Record<string, string> = {},
  options: TestOptions = {},
): Promise<AlertWorld> {
  const test = await openTestApp(environment, options)
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const universe of [acme, globex]) await test.survey(universe, filesOf(blocks))
  let stored = 0
  return {
    ...test,
    acme,
    async answer(interviews, now = noon) {
      const rows = async function* () {
        for (const answers of interviews) yield { key: `answer ${++stored}`, answers }
      }
      const dictionary = await findSurvey(test.stores, acme, 'visits')
      await storeInterviews(test.stores, dictionary, rows(), { import: `answers ${stored}` })
      await catchUp(test.stores)
      while ((await raiseAlerts(test.stores, now)).changes > 0);
    },
    person: (role, place, permissions = handling) =>
      signedIn(test.stores, {
        universe: acme,
        grants: [
          { role, permissions, surveys: null, rows: place.length > 0 ? { region: [[...place]] } : {}, figures: null },
        ],
      }),
    async list(headers, path = 'region,all', query = '') {
      const url = `/api/vuejs/alerts/list/visits/${encodeURIComponent(path)}?${query}`
      const reply = await test.app.inject({ url, headers })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json()
    },
    get: async (headers, url) => test.app.inject({ url: `/api/vuejs/alerts/${url}`, headers }),
    post: async (headers, url, payload) =>
      test.app.inject({ method: 'POST', url: `/api/vuejs/alerts/${url}`, headers, payload }),
  }
}

export const titles = (rows: readonly AlertSummary[]) => rows.map(({ title }) => title)
