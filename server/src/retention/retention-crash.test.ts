import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { putMail } from '../mail/mail.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { eraseExpired } from './erase-expired.ts'

const now = Date.now()
const day = (back: number) => addDays(dayIn('Europe/Helsinki', now), -back)
const { questions } = JSON.parse(small.get('questions.json') ?? '')
const asked = json({
  questions: [
    ...questions,
    { id: 'who', type: 'text', title: 'Who', roles: ['contact'] },
    { id: 'called', type: 'text', title: 'Called', roles: ['pii'] },
  ],
})
const named = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['settings.json', json({ extName, title: extName, protection: false, ...more })],
    ['questions.json', asked],
  ])
/** Of those that are old, more than a step takes. */
const [old, older, kept] = [1_050, 60, 40]
const person = (at: number) => ({ who: `a${at}@b.example`, called: `Name ${at}`, store: 's1', nps: at % 11 })
const interviews = [
  ...Array.from({ length: older }, (_, at) => ({ date: day(40), ...person(at) })),
  ...Array.from({ length: old }, (_, at) => ({ date: day(20), ...person(older + at) })),
  ...Array.from({ length: kept }, (_, at) => ({ date: day(2), ...person(older + old + at) })),
]
const surveys = ['visits', 'guarded'] as const

let test: TestApp
let acme: string
let globex: string
beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  await test.survey(acme, named('visits'), interviews)
  await test.survey(acme, named('guarded', { protection: true }), interviews)
  await test.survey(globex, named('visits'), interviews.slice(0, 20))
  const admin = await signedIn(test.stores, {
    universe: acme,
    grants: [usualRoles.Administrator],
    username: 'admin',
  })
  const { title, timeZone, settings, version } = (
    await test.app.inject({ url: '/api/universedata/settings', headers: admin })
  ).json()
  const rule = { retentionDays: 30, contactDays: 10, personalDays: 10 }
  const payload = { title, timeZone, version, settings: { ...settings, ...rule } }
  const reply = await test.app.inject({ method: 'PUT', url: '/api/universedata', headers: admin, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}, 500_000)
afterAll(() => test?.close())

/** Runs the night's work until it is done or dies; the signal it died of. */
function night(crashAt: string, killAfter: number | null = null): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./retention-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, test.data, String(now)]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

const removedOf = async (universe: string, name: string) => {
  const { survey } = await findSurvey(test.stores, universe, name)
  const { rows } = await test.stores.service.query<{ what: string; count: number }>(
    'select what, sum(count)::int as count from retention_removal where survey = $1 group by what',
    [survey],
  )
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

/** How many interviews there are of a survey, and what they and their certificates say. */
async function standing(universe: string, name: string) {
  const { survey } = await findSurvey(test.stores, universe, name)
  const { rows } = await test.stores.service.query<Record<string, number>>(
    `select count(*)::int as interviews, count(*) filter (where answers ? 'who')::int as contacts,
       count(*) filter (where answers ? 'called')::int as names,
       count(*) filter (where contact like 'gone:%')::int as gone,
       count(distinct contact)::int as people,
       (select count(*)::int from erasure where survey = $1) as certificates
     from interview where survey = $1`,
    [survey],
  )
  return rows[0]
}

it('removes all that is due once, and counts it once, wherever it is killed', async () => {
  for (const step of [1, 2, 3, 1, 2]) expect(await night(`removed:${step}`)).toBe('SIGKILL')
  for (const after of [900, 1_400]) await night('', after)
  // What a killed process held has no hold on the next.
  await Promise.all([eraseExpired(test.stores, now), eraseExpired(test.stores, now)])
  expect(await night('removed:1')).toBeNull()
  for (const name of surveys) {
    expect(await standing(acme, name), name).toEqual({
      ...{ interviews: old + kept, people: old + kept, certificates: older },
      ...{ contacts: kept, names: kept, gone: old },
    })
    expect(await removedOf(acme, name), name).toEqual({ interviews: older, contacts: old, answers: old })
  }
  expect(await standing(globex, 'visits')).toMatchObject({ interviews: 20, contacts: 20, gone: 0, certificates: 0 })
  expect(await removedOf(globex, 'visits')).toEqual({})
  await catchUp(test.stores)
  for (const name of surveys) {
    const { survey } = await findSurvey(test.stores, acme, name)
    expect(isEqual(await compareWithTruth(test.stores, survey)), name).toBe(true)
  }
}, 300_000)

it('counts messages with what removes them', async () => {
  const { survey } = await findSurvey(test.stores, acme, 'visits')
  await putMail(test.stores.service, 'a@b.example', { subject: 'Hello', text: '', html: '' }, { universe: acme })
  await test.stores.service.query(
    `update mailbox set state = 'sent', at = now() - interval '12 days' where universe = $1`,
    [acme],
  )
  await test.stores.service.query(
    `insert into effect_run (universe, survey, block, block_title, subject, effect, asked, version, backfilled, messages)
     select $1, $2, 'low', '"Low"', '1', 'mail', '{}', 1, false, array_agg(id) from mailbox where universe = $1`,
    [acme, survey],
  )
  const left = async () => (await test.stores.service.query('select from mailbox')).rowCount
  expect(await night('removed:1')).toBe('SIGKILL')
  expect(await left()).toBe(1)
  expect(await removedOf(acme, 'visits')).not.toHaveProperty('messages')
  expect(await night('')).toBeNull()
  expect(await left()).toBe(0)
  expect(await removedOf(acme, 'visits')).toMatchObject({ messages: 1 })
}, 120_000)
