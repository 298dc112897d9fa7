import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@kaiku/contract/session.ts'
import type { User } from '@kaiku/contract/user.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import { count } from './journal.ts'
import { marksIn, own, places, type Region, regionOf } from './survey.ts'
import type { World } from './world.ts'

/** Milliseconds for which another process may still know a right that was taken away, and some for a slow machine. */
export const remembered = 5_000 + 2_000

/** An administrator who takes people in, and takes their rights away again; each looks around meanwhile. */
export async function comeAndGo(world: World): Promise<void> {
  const { over, roleId } = world
  const random = world.random.own('people')
  const living: Promise<void>[] = []
  for (let at = 0; !over.aborted; at++) {
    living.push(live(world, at, roleId))
    await pause(6_000 + random.whole(10_000))
  }
  await Promise.all(living)
}

/** One person, from the invitation to the end of their rights. */
async function live(world: World, at: number, roleId: string): Promise<void> {
  const { client, journal, over, people } = world
  const random = world.random.own(`person ${at}`)
  const region = random.one(Object.keys(places) as Region[])
  const entered = await letIn(world, at, { roleId, rows: { place: [[region]] }, figures: null })
  if (!entered) return
  const { user, identity } = entered
  for (let times = 3 + random.whole(6); times > 0 && !over.aborted; times--) {
    await look(world, identity, region, random.one(Object.keys(places) as Region[]))
    await pause(500 + random.whole(2_000))
  }
  const isOut = random.whole(3)
  const ended =
    isOut === 0
      ? await client.insist('sign-outs', 'api/session/logout', { as: identity, method: 'POST' })
      : isOut === 1
        ? await client.insist('rights taken', `api/user/state/${user.userId}`, {
            as: people.aino,
            body: { state: 'deactivated' },
          })
        : await takeRoles(world, user)
  // A session that its end was asked of twice is not known the second time.
  if (!ended?.ok && !(isOut === 0 && ended?.status === 401)) return
  await pause(remembered)
  // Each of the web processes is asked, since they take turns.
  for (let times = 0; times < 6; times++) {
    const after = await client.ask('after rights were taken', list(region), { as: identity })
    count(journal, 'asked after rights were taken')
    if (after.ok)
      journal.faults.push(
        `${user.username} still sees ${region} after ${['sign-out', 'deactivation', 'loss of roles'][isOut]}`,
      )
  }
}

export const list = (region: Region) =>
  `api/vuejs/reports/recordtable/${own}/${encodeURIComponent(`place,all,${region}`)}?format=csv&columns=store,mark`

/** What comes back may be of one's own region alone, whatever was asked for. */
async function look({ client, journal }: World, as: Identity, home: Region, asked: Region): Promise<void> {
  const comments = { components: [{ type: 'Comments', question: 'mark', limit: 50 }] }
  const path = encodeURIComponent(`place,all,${asked}`)
  for (const reply of [
    await client.ask('lists', list(asked), { as }),
    await client.ask('figures', `api/result/query/${own}/${path}`, { as, body: comments }),
  ]) {
    const marks = marksIn(reply.text)
    count(
      journal,
      marks.length > 0 ? 'answers with interviews looked through' : 'answers without interviews looked through',
    )
    if (asked === home && reply.status >= 400 && reply.status < 500 && reply.status !== 429)
      journal.faults.push(`somebody of ${home} may not see it: ${reply.status} ${reply.text.slice(0, 300)}`)
    const foreign = marks.find(({ store }) => regionOf(store) !== home)
    if (foreign) journal.faults.push(`somebody of ${home} was shown ${foreign.id} of ${foreign.store}: ${reply.url}`)
  }
}

/** Takes somebody in, who chooses a password by the mailed link and signs in. Null: the siege ended, or it is a fault. */
export async function letIn(
  world: World,
  at: number,
  role: Placed,
): Promise<{ readonly user: User; readonly identity: Identity } | null> {
  const { client, journal } = world
  const user = await takeIn(world, at, role)
  if (!user) return null
  const token = await invitationOf(world, user)
  if (token === null) return null
  const from = { 'x-forwarded-for': `198.51.100.${at % 250}` }
  const password = `Vallihauta-${at}-kestää`
  await client.insist('passwords', 'api/vuejs/auth/reset', { body: { token, password }, headers: from })
  const entered = await client.insist('sign-ins', 'api/vuejs/auth/login', {
    headers: from,
    body: { username: user.username, password, universe: 'sample' },
  })
  if (!entered) return null
  const identity = JSON.parse(entered.text) as Identity
  if (entered.ok && identity.authToken !== '') return { user, identity }
  journal.faults.push(`${user.username} is not let in: ${entered.text.slice(0, 300)}`)
  return null
}

type Placed = { readonly roleId: string; readonly rows: object; readonly figures: null }
async function takeIn({ client, journal, people }: World, at: number, role: Placed): Promise<User | null> {
  const username = `siege-${at}`
  journal.people.set(username, 'asked')
  const names = { givenName: 'Siiri', familyName: `Siege ${at}`, locale: 'en' }
  const body = { ...names, username, email: `${username}@siege.example`, roles: [role], invite: true }
  let reply = await client.insist('people', 'api/user/create', { as: people.aino, body })
  // Made, and the answer was lost.
  if (reply && !reply.ok) {
    const found = await client.insist('people', `api/user/list?search=${username}`, { as: people.aino })
    const user = found?.ok && (JSON.parse(found.text) as User[]).find((one) => one.username === username)
    if (user) {
      journal.people.set(username, 'acknowledged')
      return user
    }
    journal.faults.push(`${username} is not made: ${reply.text.slice(0, 300)}`)
    reply = null
  }
  if (!reply) return null
  journal.people.set(username, 'acknowledged')
  return JSON.parse(reply.text) as User
}

/** The token of the mail that invites somebody; null: the siege ended before it came. */
async function invitationOf({ mails, over }: World, { email }: User): Promise<string | null> {
  while (!over.aborted) {
    const mail = mails.taken.find(({ to }) => email !== null && to.includes(email))
    const token = /[?&]reset=([\w-]+)/.exec(mail?.mail.text ?? '')?.[1]
    if (token !== undefined) return token
    await pause(200)
  }
  return null
}

const takeRoles = (world: World, user: User) => giveRoles(world, user, [])

/** Saves somebody with these roles and no others, however often it takes. Null: the siege ended before. */
export async function giveRoles({ client, journal, people }: World, { userId }: User, wanted: readonly Placed[]) {
  for (;;) {
    const now = await client.insist('people', `api/user/one/${userId}`, { as: people.aino })
    if (!now?.ok) return now
    const { email, givenName, familyName, locale, version, roles } = JSON.parse(now.text) as User
    if (roles.length === 0 && wanted.length === 0) return now
    const body = { email, givenName, familyName, locale, version, roles: wanted }
    const saved = await client.insist('rights taken', `api/user/save/${userId}`, {
      as: people.aino,
      method: 'PUT',
      body,
    })
    if (!saved || saved.ok) return saved
    // Saved, and the answer was lost: another version stands there now.
    if (saved.status !== 409) {
      journal.faults.push(`roles: ${saved.status} ${saved.text.slice(0, 300)}`)
      return saved
    }
  }
}

/** Milliseconds in which the guesses of one burst have to be answered to be judged: a minute forgets. */
const burst = 30_000
/** What is heard of codes in a minute, and of passwords before pauses begin, with those that pass in a burst. */
const heard = { codes: 20, passwords: 5 + 5 }

/** Somebody who guesses, at all web processes in turn. */
export async function guess(world: World): Promise<void> {
  const { client, journal, over } = world
  const random = world.random.own('guesses')
  for (let at = 0; !over.aborted; at++) {
    const headers = { 'x-forwarded-for': `203.0.113.${at % 250}` }
    const start = performance.now()
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, code) =>
        client.ask('guessed codes', 'a', { headers, body: new URLSearchParams({ code: `WRONG-${code}` }) }),
      ),
    )
    const passwords = await Promise.all(
      Array.from({ length: 20 }, (_, guess) =>
        client.ask('guessed passwords', 'api/vuejs/auth/login', {
          headers,
          body: { username: 'dora', password: `${guess}` },
        }),
      ),
    )
    const isJudged = performance.now() - start < burst
    const taken = {
      codes: codes.filter(({ status }) => status === 422).length,
      passwords: passwords.filter(({ text }) => text.includes(`"loginStatus":${loginStatus.refused}`)).length,
    }
    if (isJudged) count(journal, 'bursts of guesses')
    for (const of of ['codes', 'passwords'] as const)
      if (isJudged && taken[of] > heard[of])
        journal.faults.push(`${taken[of]} guessed ${of} of one address were heard, not ${heard[of]}`)
    await pause(20_000 + random.whole(20_000))
  }
}
