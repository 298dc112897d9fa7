import { createHmac, randomBytes } from 'node:crypto'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { z } from 'zod'
import { installationSecret } from '../db/installation-secret.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson, personByName } from '../person/person.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'

type SamplePerson = {
  readonly username: string
  readonly givenName: string
  readonly familyName: string
  readonly locale: string
  /** What the list at start says of them. */
  readonly is: string
  readonly isRoot?: boolean
  /** A role and where they have it, by the name of the universe. */
  readonly roles: Readonly<Record<string, Grant>>
}

const managing = ['seeIndicators', 'seeComments', 'seeInterviews', 'seeContacts', 'handleAlerts', 'export'] as const
const cx: Grant = {
  ...fullGrant('CX manager'),
  permissions: [...managing, 'shareInterviews', 'manageSamples', 'sendCampaigns', 'editPages'],
}
const place = (role: string, own: readonly string[], around: readonly string[]): Grant => ({
  role,
  permissions: managing,
  surveys: null,
  rows: { region: [own] },
  figures: { region: [around] },
})
const uusimaa = ['fi', 'fi-uusimaa']

const people: readonly SamplePerson[] = [
  {
    username: 'root',
    givenName: 'Rauha',
    familyName: 'Root',
    locale: 'en',
    is: 'root: every universe',
    isRoot: true,
    roles: {},
  },
  {
    username: 'aino',
    givenName: 'Aino',
    familyName: 'Admin',
    locale: 'fi',
    is: 'administrator of the sample',
    roles: { sample: usualRoles.Administrator },
  },
  {
    username: 'clara',
    givenName: 'Clara',
    familyName: 'Nyström',
    locale: 'sv',
    is: 'CX manager: everything but administration',
    roles: { sample: cx },
  },
  {
    username: 'ritva',
    givenName: 'Ritva',
    familyName: 'Laine',
    locale: 'fi',
    is: 'regional manager: Uusimaa, figures of all Finland',
    roles: { sample: place('Regional manager', uusimaa, ['fi']) },
  },
  {
    username: 'sven',
    givenName: 'Sven',
    familyName: 'Berg',
    locale: 'sv',
    is: 'regional manager: Sweden',
    roles: { sample: place('Regional manager', ['se'], ['se']) },
  },
  {
    username: 'mikko',
    givenName: 'Mikko',
    familyName: 'Virtanen',
    locale: 'fi',
    is: 'store manager: Helsinki Kamppi, figures of Uusimaa',
    roles: { sample: place('Store manager', [...uusimaa, 'fi-uusimaa-helsinki-kamppi'], uusimaa) },
  },
  {
    username: 'dora',
    givenName: 'Dora',
    familyName: 'Weiss',
    locale: 'de',
    is: 'analyst of both universes',
    roles: { sample: usualRoles.Analyst, kuutamo: usualRoles.Analyst },
  },
  {
    username: 'kuu',
    givenName: 'Kuu',
    familyName: 'Tamm',
    locale: 'en',
    is: 'administrator of kuutamo',
    roles: { kuutamo: usualRoles.Administrator },
  },
]

/** Makes the people of the sample who are not there yet. `universes`: ids by name. */
export async function makeSamplePeople(stores: Stores, universes: ReadonlyMap<string, string>): Promise<void> {
  const secret = await sampleSecret(stores)
  for (const { username, givenName, familyName, locale, isRoot = false, roles } of people) {
    const person =
      (await personByName(stores, username)) ??
      (await createPerson(stores, {
        username,
        givenName,
        familyName,
        locale,
        isRoot,
        email: `${username}@sample.invalid`,
        password: passwordOf(secret, username),
      }))
    for (const [name, grant] of Object.entries(roles)) {
      const universe = universes.get(name)
      if (universe === undefined) continue
      await addMember(stores.service, universe, person.id)
      const role = await ensureRole(stores.service, universe, grant)
      await giveRole(stores.service, universe, role, person.id, grant)
    }
  }
}

/**
 * How to sign in to the sample, while anybody there has the password that they were made with; empty: nobody has. The
 * passwords are told once, at the start that made them: what a log keeps is read by more than who started it.
 */
export async function sampleSignIn(stores: Stores, isNew: boolean): Promise<string> {
  const { rows } = await query(
    stores.service,
    { username: text },
    `select username from person where username = any($1) and deactivated_at is null
      and password_at < created_at + interval '1 second'`,
    [people.map(({ username }) => username)],
  )
  const untouched = new Set(rows.map(({ username }) => username))
  const those = people.filter(({ username }) => untouched.has(username))
  const [first] = those
  if (!first) return ''
  if (!isNew) return `To sign in to the sample, print a link that works once: npx kaiku user link ${first.username}\n`
  const secret = await sampleSecret(stores)
  const lines = those.map(({ username, is }) => `  ${username.padEnd(8)} ${passwordOf(secret, username)}   ${is}\n`)
  return `Sign in to the sample, with passwords that are shown this once, as\n${lines.join('')}`
}

const secretBytes = 32

/** Random per data directory; the passwords of the sample are made from it. */
const sampleSecret = (stores: Stores): Promise<string> =>
  installationSecret(stores, 'sample', z.string(), async () => randomBytes(secretBytes).toString('hex'))

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = [0, 1, 2, 3]
const inGroup = 4

/** Sixteen letters and digits that nobody mistakes for each other, in groups: 79 bits. Never with the username in it. */
export function passwordOf(secret: string, username: string, salt = username): string {
  const bytes = createHmac('sha256', secret).update(salt).digest()
  const found = groups
    .map((group) =>
      [...bytes.subarray(group * inGroup, (group + 1) * inGroup)]
        .map((byte) => letters[byte % letters.length])
        .join(''),
    )
    .join('-')
  return found.includes(username) ? passwordOf(secret, username, `${salt}+`) : found
}
