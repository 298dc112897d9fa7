import { apiScopes } from '@kaiku/core/api-scope.ts'
import { calls, nothing, type World } from '../http/tenant-matrix.fixture.ts'
import { rows, type Sent } from '../http/tenant-matrix.rows.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { insist } from './searcher-ask.fixture.ts'
import type { SearchedWorld } from './searcher-world.fixture.ts'

type Headers = Record<string, string>
export type Heard = { readonly what: string; readonly status: number; readonly body: string }

/** Calls whose answers move with each interview, and why that tells nobody who asks something new. */
export const moving: Readonly<Record<string, string>> = {
  'GET imports/:survey': 'who brings files knows what they hold',
  'GET audit/list': 'what was done is written down, by whom and how much, never an answer',
  'GET audit/export': 'the same as a file',
  'GET backend/surveys': 'who runs Kaiku sees that a file came, and how many rows it had',
  'GET backend/universes': 'who runs Kaiku sees how much each universe holds, and what waits, never an answer',
  'GET backend/health': 'who runs Kaiku sees how it fares, never an answer',
  'GET vuejs/logs/bugs/:survey': 'what broke, by whoever reports it',
  'POST analytics/visit': 'what people open counts once in half an hour',
  'GET usage/survey/:survey': 'what people opened and took along is counted, never an answer',
  'GET usage/people': 'on how many days somebody used Kaiku',
  'GET usage/people/export': 'the same as a file',
  'POST session/fileticket': 'a ticket is drawn by chance',
  'GET place/file/:survey/:view': 'an archive says when it was made; what it holds is in GET place/tree, which stays',
  'GET vuejs/tasks/report': 'an archive says when it was made; what it holds is in GET vuejs/tasks/list, which stays',
}

/** Calls that are not asked here, and why. */
export const unasked: Readonly<Record<string, string>> = {
  'GET vuejs/auth/changeuniverse/:universe': 'ends the session that asks',
  'GET vuejs/surveys/apikey/delete/:survey/:keyId': 'takes the key of the wall away that asks beside',
  'GET vuejs/events': 'does not end; what it tells is read where it is stored',
  'POST session/logout': 'ends the session that asks',
  'DELETE account/sessions': 'the same',
  'POST backend/rollback/:survey': 'publishes an older version',
}

/** What is asked beside what the tenant matrix asks, which is filled with ids of the survey. */
const more = (world: SearchedWorld): Readonly<Record<string, readonly Sent[]>> => {
  const survey = { survey: world.survey }
  const path = { path: 'stores,all,r1' }
  const at = { params: { ...survey, path: 'stores,all' } }
  return {
    'GET vuejs/filters/list/:survey/:type': ['stores,all,r1,s12', 'stores,all;gender=f'].flatMap((one) =>
      ['standard', 'time'].map((type) => ({ params: { ...survey, type }, query: { path: one } })),
    ),
    'GET vuejs/filters/query/:survey/:filter': [
      'gender',
      'grade',
      'tenure',
      'ill',
      'rating',
      'comment',
      'who',
      'table',
    ].flatMap((filter) => [
      ...['', 'e'].map((query) => ({ params: { ...survey, filter }, query: { query, ...path } })),
      ...[1, 2].map((limit) => ({ params: { ...survey, filter }, query: { limit: String(limit) } })),
    ]),
    'GET result/place/:survey/:path': [
      'stores,all;gender=f',
      'stores,all,r2;ftime=20240101_20240331',
      'units,whole,u1',
    ].map((one) => ({ params: { ...survey, path: one }, query: { compare: 'previous' } })),
    'GET vuejs/reports/recordtable/:survey/:path': ['csv', 'xlsx'].map((format) => ({ ...at, query: { format } })),
    'GET universedata/retention': ['1', '30', '400', '900'].map((days) => ({
      query: { days, contactDays: days, personalDays: days },
    })),
    'GET universedata/retention/removals': [{}],
    'GET vuejs/surveys/metadata/:survey': [{ params: survey, query: { format: 'csv' } }, { params: survey }],
  }
}

export type SearchCaller = Awaited<ReturnType<typeof openCaller>>

/** Asks calls of the contract about a world, each as whom it answers. */
export async function openCaller(world: SearchedWorld) {
  const { app, stores, universe, survey, all } = world
  const root = { ...(await signedIn(stores, 'root')), 'kaiku-universe': survey }
  const program = await createUniverseKey(
    stores,
    universe,
    { label: 'program', scopes: apiScopes, expiresOn: null },
    { ...{ universe, userId: null, name: 'test', actingAs: null, address: '' } },
  )
  const wall = await app.inject({
    url: `/api/vuejs/surveys/apikey/create/${survey}?label=Wall&pages=overview`,
    headers: root,
  })
  const users = await app.inject({ url: '/api/user/list', headers: world.askers[0]?.headers ?? {} })
  const roles = await app.inject({ url: '/api/role/list', headers: world.askers[0]?.headers ?? {} })
  const named: Partial<World> = {
    ...{ survey, path: 'stores,all', hiddenPath: 'stores,all,r2', interview: await world.idOf(all[0]?.key ?? '') },
    ...{ user: users.json()[1].userId, role: roles.json()[0].roleId, personalPage: nothing },
  }
  const filled = new Proxy(named, { get: (own, name: keyof World) => own[name] ?? nothing }) as World
  const callersOf = (key: string): readonly (readonly [string, Headers])[] => {
    if (calls.get(key)?.scope) return [['program', { authorization: `Bearer ${program.token}` }]]
    if (key.includes(' bigscreen/')) return [['wall', { authorization: `Bearer ${wall.json().token}` }]]
    if (rows[key]?.by === 'root') return [['root', root]]
    return world.askers.map(({ name, headers }) => [name, headers] as const)
  }
  const sentTo = (key: string): readonly Sent[] => [
    ...(key === 'GET bigscreen/page/:page'
      ? [{ params: { page: 'overview' } }]
      : [ownUniverse(rows[key]?.sent?.(filled) ?? {})]),
    ...(more(world)[key] ?? []),
  ]
  const ownUniverse = ({ params, ...sent }: Sent): Sent => ({
    ...sent,
    ...(params && { params: params.universe ? { ...params, universe: survey } : params }),
  })
  return {
    async ask(key: string): Promise<Heard[]> {
      const { method = 'GET', path = '' } = calls.get(key) ?? {}
      const heard: Heard[] = []
      for (const sent of sentTo(key))
        for (const [name, headers] of callersOf(key)) {
          const filledPath = path.replace(/:(\w+)/g, (_, part: string) =>
            encodeURIComponent(sent.params?.[part] ?? nothing),
          )
          const url = `/api/${filledPath}?${new URLSearchParams(sent.query).toString()}`
          const { status, body } = await insist(app, { method, url, headers, ...(sent.body && { payload: sent.body }) })
          heard.push({ what: `${name} ${method} ${url}`, status, body: steady(body) })
        }
      return heard
    },
  }
}

/** Without what is of the moment or the request. */
export const steady = (body: string) => body.replace(/"(requestId|seenAt|usedAt)":("[^"]*"|null)/g, '"$1":""')

const isReading = (key: string) => {
  const { method, changesNothing, changes } = calls.get(key) ?? {}
  return (method === 'GET' && changes !== true) || changesNothing === true
}
const asked = [...calls.keys()].filter((key) => !(key in unasked) && calls.get(key)?.kind !== 'upload')
/** Calls that only read, and those that change something, what takes away last. */
export const readingCalls = asked.filter(isReading)
const orderOf = (key: string) => Number(rows[key]?.order === 'skip' ? 97 : (rows[key]?.order ?? 0))
export const changingCalls = asked.filter((key) => !isReading(key)).sort((a, b) => orderOf(a) - orderOf(b))
