import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { sampleCalls } from '@kaiku/contract/sample.ts'
import { type Permission, permissions } from '@kaiku/core/access.ts'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { openTestApp, type TestApp, type TestOptions } from '../app/app.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = { authorization: string }
type List = ReplyOf<(typeof sampleCalls)['list']>

export type SampleWorld = TestApp & {
  readonly acme: string
  readonly globex: string
  /** Somebody who may do all of this at a place of the regions; empty: everywhere. */
  person(place: readonly string[], may?: readonly Permission[]): Promise<Headers>
  /** Whoever may do everything in the other universe. */
  stranger(): Promise<Headers>
  list(headers: Headers, query?: string, path?: string): Promise<List>
  get(headers: Headers, url: string): Promise<{ statusCode: number; body: string; json: () => never }>
  post(headers: Headers, url: string, payload: object): Promise<{ statusCode: number; body: string; json: () => never }>
}

/** Two universes with the survey `visits` of regions and stores each; in the first, `hotels` as well. */
export async function openSampleWorld(
  options: TestOptions = {},
  environment: Record<string, string> = {},
): Promise<SampleWorld> {
  let roles = 0
  const test = await openTestApp(environment, options)
  const [acme, globex] = [await test.universe('acme'), await test.universe('globex')]
  for (const universe of [acme, globex]) await test.survey(universe, filesOf(parts))
  await test.survey(acme, filesOf({ ...parts, 'settings.json': { ...parts['settings.json'], extName: 'hotels' } }))
  return {
    ...test,
    ...{ acme, globex },
    person: (place, may = permissions) =>
      signedIn(test.stores, {
        universe: acme,
        grants: [
          {
            ...{ role: `role ${++roles}`, permissions: may, surveys: null, figures: null },
            rows: place.length > 0 ? { region: [[...place]] } : {},
          },
        ],
      }),
    stranger: () =>
      signedIn(test.stores, {
        universe: globex,
        grants: [{ role: 'all', permissions, surveys: null, rows: {}, figures: null }],
      }),
    async list(headers, query = '', path = 'region,all') {
      const url = `/api/vuejs/samples/list/visits/${encodeURIComponent(path)}?${query}`
      const reply = await test.app.inject({ url, headers })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json()
    },
    get: async (headers, url) => test.app.inject({ url: `/api/${url}`, headers }),
    post: async (headers, url, payload) => test.app.inject({ method: 'POST', url: `/api/${url}`, headers, payload }),
  }
}
