import { openTestStores, type TestOptions } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { publish } from '../publishing/definition.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'

export const retailFiles = (title: string) =>
  new Map(
    Object.entries({
      'settings.json': { extName: 'retail', title },
      'questions.json': { questions: [{ id: 'store', type: 'choice', title: 'Store', open: true }] },
      'views.json': {
        views: [
          {
            ...{ extName: 'stores', title: 'Stores', root: { title: 'All' }, key: 'store' },
            levelTitles: ['Country', 'Store'],
            nodes: [
              { id: 'fi', name: 'Finland' },
              { id: 'se', name: 'Sweden' },
              { id: 'hki', parent: 'fi', name: 'Helsinki' },
            ],
          },
        ],
      },
    }).map(([name, content]) => [name, JSON.stringify(content)]),
  )

type Headers = Record<string, string>

/**
 * Acme, with a survey of stores in Finland and Sweden and an administrator; globex beside it, whose administrator is a
 * stranger; a viewer of acme who administers nothing.
 */
export async function openTwoUniverses(options: TestOptions = {}) {
  const opened = await openTestStores(options)
  const { stores } = opened
  const acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  const globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  await publish(stores, acme, retailFiles('Retail'), 'test')
  await publish(stores, globex, retailFiles('Retail of Globex'), 'test')
  const app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
  const grants = [usualRoles.Administrator]
  const admin = await signedIn(stores, { universe: acme, grants, username: 'admin' })
  const stranger = await signedIn(stores, { universe: globex, grants, username: 'stranger' })
  const viewer = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer], username: 'viewer' })
  return {
    ...{ data: opened.data, stores, app, acme, globex, admin, stranger, viewer },
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers: Headers = admin) =>
      app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) }),
    async close() {
      await app.close()
      await opened.close()
    },
  }
}
export type TwoUniverses = Awaited<ReturnType<typeof openTwoUniverses>>

/** A role as the calls take it: to see indicators. */
export const roleFields = (more: object = {}) => ({
  ...{ name: 'Finland', description: '', permissions: ['seeIndicators'], surveys: null },
  ...{ rows: {}, figures: null, rules: [], ...more },
})

/** A role as it is given, at these places; none: everywhere. */
export const roleAt = (roleId: string, ...stores: readonly string[][]) => ({
  ...{ roleId, rows: stores.length === 0 ? {} : { stores }, figures: null },
})
type At = ReturnType<typeof roleAt>

/** A user as the calls take one; a role by its id alone is given everywhere. */
export const userFields = (username: string, roles: readonly (string | At)[] = []) => ({
  ...{ username, email: `${username}@example.com`, givenName: 'Anna', familyName: 'Aalto', locale: 'fi' },
  roles: roles.map((one) => (typeof one === 'string' ? roleAt(one) : one)),
})
