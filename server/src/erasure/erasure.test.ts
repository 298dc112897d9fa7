import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErasureCertificate } from '@kaiku/contract/erasure.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { raiseAlerts } from '../alert-raising/raise.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { putMail } from '../mail/mail.ts'
import { maintain } from '../maintenance/maintain.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

let world: SampleWorld
let everywhere: { authorization: string }

/** Thirty letters that no compression shortens, and that stand nowhere else. */
const canary = () => `zq${randomBytes(14).toString('hex')}`
const canaries = {
  ...{ contact: canary(), name: canary(), phone: `+3584${Date.now()}77`, externalId: canary(), comment: canary() },
  ...{
    background: canary(),
    answer: canary(),
    alertNote: canary(),
    interviewNote: canary(),
    filter: canary(),
    link: canary(),
  },
  ...{ original: canary(), reject: canary(), message: canary(), elsewhere: canary() },
  ...{ notice: canary(), attachment: canary(), attachmentName: canary(), tag: canary() },
  reply: canary(),
  correction: canary(),
}
const email = `${canaries.contact}@example.fi`

beforeAll(async () => {
  world = await openSampleWorld({ own: true })
  everywhere = await world.person([])
})
afterAll(() => world?.close())

const store = async (survey: string, interviews: readonly (Answers & { key?: string })[]) => {
  const rows = async function* () {
    for (const answers of interviews) yield { key: randomUUID(), answers }
  }
  const dictionary = await findSurvey(world.stores, world.acme, survey)
  await storeInterviews(world.stores, dictionary, rows(), { import: 'answers' })
  await catchUp(world.stores)
}

const key = async () => {
  const settings = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
  const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
  const { token } = await createUniverseKey(world.stores, world.acme, settings, by)
  return { authorization: `Bearer ${token}` }
}

/** Which of the canaries stand in the files of the data directory, with where. */
function inFiles(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const wanted = Object.entries(canaries).map(([name, text]) => [name, Buffer.from(text)] as const)
  const walk = (directory: string) => {
    for (const entry of readdirSync(directory)) {
      const file = join(directory, entry)
      let bytes: Buffer
      try {
        const stat = statSync(file)
        if (stat.isDirectory()) {
          walk(file)
          continue
        }
        if (!stat.isFile()) continue
        bytes = readFileSync(file)
      } catch {
        // It is gone meanwhile.
        continue
      }
      for (const [name, text] of wanted)
        if (bytes.includes(text)) found.set(name, (found.get(name) ?? new Set()).add(file.slice(world.data.length)))
    }
  }
  walk(world.data)
  return found
}

/** Milliseconds. */
const patience = { timeout: 60_000, interval: 50 }
const isSoak = process.env.KAIKU_SOAK === '1'
const soak = 600_000
if (isSoak) vi.setConfig({ testTimeout: soak * 2 })

/**
 * A ClickHouse that has run for long removes old files every five minutes only. The long series waits that long; else it
 * is told to, and removes once more before it sleeps.
 */
async function afterMinutes() {
  if (isSoak) return sleep(soak)
  const { clickhouse } = world.stores
  const tables = await clickhouse.read<[string]>(
    `select name from system.tables where name like 'survey%' and engine like '%MergeTree' and database = currentDatabase()`,
  )
  expect(tables.length).toBeGreaterThan(1)
  for (const [table] of tables) {
    const hours = 'cleanup_delay_period = 7200, max_cleanup_delay_period = 7200, cleanup_delay_period_random_add = 0'
    await clickhouse.command(`alter table ${table} modify setting ${hours}`)
    await clickhouse.command(`alter table ${table} delete where 0`, {}, { settings: { mutations_sync: 2 } })
    await clickhouse.command(`system start cleanup ${table}`)
    await vi.waitFor(
      async () =>
        expect(
          await clickhouse.read(`select name from system.parts where table = {table: String} and not active`, {
            table,
          }),
        ).toEqual([]),
      patience,
    )
  }
}

/** Everything that a viewer who may see all is answered. */
async function answers(ids: { sampleId: string; interviewId: string; alertId: string }): Promise<string> {
  const get = async (url: string) => (await world.get(everywhere, url)).body
  const query = (components: object[]) =>
    world.post(everywhere, 'result/query/visits/region,all', { components }).then(({ body }) => body)
  const all = await Promise.all([
    ...[get('vuejs/samples/list/visits/region,all'), get(`vuejs/samples/one/visits/${ids.sampleId}`)],
    ...[get(`vuejs/samples/data/visits/${ids.sampleId}`), get(`vuejs/samples/interview/visits/${ids.interviewId}`)],
    ...[get('vuejs/samples/list/hotels/region,all'), get('vuejs/samples/import/visits'), get('imports/visits')],
    ...[get('vuejs/samples/erasures/visits'), get(`vuejs/interview/visits/${ids.interviewId}`)],
    ...[
      get('vuejs/alerts/list/visits/region,all?state=open,inProgress'),
      get(`vuejs/alerts/one/visits/${ids.alertId}`),
    ],
    get('vuejs/interview/tags/visits'),
    ...[
      get('vuejs/filters/saved/visits'),
      get('vuejs/links/visits'),
      get('vuejs/filters/query/visits/channel'),
      get('audit'),
    ],
    query([{ type: 'InterviewList' }]),
    query([{ type: 'Comments' }]),
    world.post(await key(), 'v1/surveys/visits/interviews/batch', { interviews: [] }).then(({ body }) => body),
  ])
  return all.join('\n')
}

describe('a person who is erased', () => {
  it('is found everywhere before, in no answer right after, and in no file after the night', async () => {
    const program = await key()
    const visitor = { who: ` ${email.toUpperCase()} `, store: 'kamppi', nps: 1, comment: canaries.comment }
    await world.post(program, 'v1/surveys/visits/samples', {
      samples: [
        {
          ...{ externalId: canaries.externalId, email, name: canaries.name, phone: canaries.phone, consent: 'given' },
          background: { store: 'kamppi', seen: [canaries.background] },
        },
        { email: 'stays@example.fi', name: 'Stays', background: { store: 'kamppi' } },
      ],
    })
    await world.post(program, 'v1/surveys/hotels/samples', { samples: [{ email, name: canaries.elsewhere }] })
    await world.post(program, 'v1/surveys/visits/interviews', {
      externalId: 'first',
      answers: { ...visitor, seen: [canaries.answer] },
    })
    const corrected = await world.post(program, 'v1/surveys/visits/interviews', {
      externalId: 'second',
      answers: { ...visitor, comment: canaries.original },
    })
    const { interviewId } = corrected.json() as { interviewId: string }
    await store('visits', [{ who: 'stays@example.fi', store: 'kamppi', nps: 2, comment: 'This one stays' }])
    await store('hotels', [{ who: email, store: 'sello', nps: 9, comment: canaries.elsewhere }])
    await raiseAlerts(world.stores, Date.now())
    const alerts = (await world.get(everywhere, 'vuejs/alerts/list/visits/region,all')).json() as {
      rows: { alertId: string; interviewId: string }[]
    }
    const alertId = alerts.rows.find((row) => row.interviewId === interviewId)?.alertId ?? ''
    await world.post(everywhere, `vuejs/alerts/note/visits/${alertId}`, { message: canaries.alertNote })
    await world.post(everywhere, `vuejs/alerts/reply/visits/${alertId}`, {
      ...{ replyId: randomUUID(), language: 'en', subject: 'Sorry', text: `About ${canaries.reply}` },
    })
    const boundary = 'b'
    const file = `content-disposition: form-data; name="file"; filename="${canaries.attachmentName}.txt"`
    await world.app.inject({
      ...{ method: 'POST', url: `/api/vuejs/alerts/attach/visits/${alertId}` },
      headers: { ...everywhere, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\n${file}\r\ncontent-type: text/plain\r\n\r\n${canaries.attachment}\r\n--${boundary}--\r\n`,
    })
    await world.post(everywhere, `vuejs/interview/addcomment/visits/${interviewId}`, {
      message: canaries.interviewNote,
    })
    const correctable = `vuejs/surveys/metainterviewdata/visits/${interviewId}`
    for (const [before, value] of [
      [canaries.original, canaries.correction],
      [canaries.correction, canaries.original],
    ])
      await world.post(everywhere, correctable, { changes: [{ question: 'comment', before, value }] })
    await world.post(everywhere, 'vuejs/interview/tags/visits', { interviews: [interviewId], add: [canaries.tag] })
    await world.post(everywhere, 'vuejs/filters/saved/visits', {
      ...{ title: 'Hers', isShared: false, token: `said=${canaries.filter}${email}~` },
    })
    const link = await world.post(everywhere, 'vuejs/links/visits', {
      ...{
        title: 'Hers',
        path: `/page/overview/visits/region,all;said=${encodeURIComponent(`${canaries.link}${email}`)}`,
      },
    })
    const { linkable } = link.json() as { linkable: string }
    expect((await world.post(everywhere, 'vuejs/links/opened', { linkable })).json()).toMatchObject({ recorded: true })
    await world.stores.service.query(
      'insert into mailbox (universe, recipient, subject, text, html) values ($1, $2, $3, $3, $3)',
      [world.acme, email, canaries.message],
    )
    const notice = { subject: canaries.notice, text: '', html: '' }
    await putMail(world.stores.service, 'boss@example.fi', notice, { about: [alertId] })
    await putMail(
      world.stores.service,
      'boss@example.fi',
      { ...notice, subject: 'Of another alert' },
      { about: [randomUUID()] },
    )
    await world.stores.service.query(`update import set rejects = $1 where universe = $2`, [
      JSON.stringify([{ line: 2, column: 'x', value: `${canaries.reject} ${email}`, reason: 'x' }]),
      world.acme,
    ])
    await catchUp(world.stores)
    await world.stores.owner.query('analyze')
    await world.stores.owner.query('checkpoint')
    const list = (
      await world.get(everywhere, `vuejs/samples/list/visits/region,all?search=${canaries.name}`)
    ).json() as {
      rows: { sampleId: string }[]
    }
    const ids = { sampleId: list.rows[0]?.sampleId ?? '', interviewId, alertId }
    expect([...inFiles().keys()].sort()).toEqual(Object.keys(canaries).sort())
    expect(await answers(ids)).toContain(canaries.comment)

    await afterMinutes()
    const reader = await world.stores.service.connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select')
    const reply = await world.post(everywhere, `vuejs/samples/erase/visits/${ids.sampleId}`, { isSure: true })
    expect(reply.statusCode).toBe(200)
    const certificate = reply.json() as ErasureCertificate
    const heard = await answers(ids)
    expect(Object.entries(canaries).filter(([, text]) => heard.includes(text))).toEqual([])
    expect(heard).toContain('This one stays')
    expect(certificate).toMatchObject({ surveys: ['visits', 'hotels'], purgedAt: null })
    expect(Object.fromEntries(certificate.removed.map(({ what, count }) => [what, count]))).toEqual({
      ...{
        interviews: 3,
        notes: 1,
        attachments: 1,
        replies: 1,
        samples: 2,
        sampleEvents: expect.any(Number),
        consents: 1,
      },
      ...{ messages: 3, filters: 2, rejects: expect.any(Number) },
    })
    expect(certificate.remains).toContain('diskUntilNight')
    const mails = await world.stores.service.query('select subject from mailbox where about is not null')
    expect(mails.rows).toEqual([{ subject: 'Of another alert' }])

    const said: string[] = []
    const night = maintain(world.stores, (line) => said.push(line))
    // Until nobody can see what was there before, PostgreSQL keeps it.
    await vi.waitFor(() => expect(said.join()).toContain('Waiting for a transaction of service'), patience)
    expect([...inFiles().values()].flatMap((files) => [...files]).join()).toContain('postgres/base')
    await reader.query('commit')
    reader.release()
    await night
    expect(inFiles()).toEqual(new Map())
    const [kept] = (await world.get(everywhere, 'vuejs/samples/erasures/visits')).json() as ErasureCertificate[]
    expect([kept?.certificateId, kept?.remains.includes('diskUntilNight')]).toEqual([certificate.certificateId, false])
    expect(new Date(kept?.purgedAt ?? 0).getTime()).toBeGreaterThan(new Date(certificate.erasedAt).getTime())
  })

  it('is not erased by who does not reach all of it, nor told of', async () => {
    const program = await key()
    const sent = { email: 'two@example.fi', background: { store: 'kamppi' } }
    const { stored } = (await world.post(program, 'v1/surveys/visits/samples', { samples: [sent] })).json() as {
      stored: { sampleId: string }[]
    }
    await store('hotels', [{ who: 'TWO@example.fi', store: 'lund', nps: 5 }])
    const finland = await world.person(['fi'])
    const url = `vuejs/samples/erase/visits/${stored[0]?.sampleId}`
    expect((await world.post(finland, url, { isSure: true })).statusCode).toBe(403)
    expect((await world.get(finland, `vuejs/samples/data/visits/${stored[0]?.sampleId}`)).statusCode).toBe(403)
    expect((await world.post(await world.stranger(), url, { isSure: true })).statusCode).toBe(404)
    expect((await world.post(everywhere, url, { isSure: true })).json()).toMatchObject({
      removed: expect.arrayContaining([
        { what: 'interviews', count: 1 },
        { what: 'samples', count: 1 },
      ]),
    })
  })

  it('is not quoted in the log of PostgreSQL when a row about them is refused', async () => {
    const text = canary()
    const refused = world.stores.service.query(
      'insert into push_device (endpoint, public_key, secret, kinds, agent) values ($1, $2, $2, $3, $1)',
      [text, Buffer.from(text), []],
    )
    await expect(refused).rejects.toThrow('not-null')
    const log = () => readFileSync(join(world.data, 'postgres.log'), 'utf8')
    await vi.waitFor(() => expect(log()).toContain('not-null'), patience)
    expect(log()).not.toContain(text)
  })

  it('is asked no more where they had opted out, whoever sends them again', async () => {
    const program = await key()
    const send = async (more: object) =>
      (
        (
          await world.post(program, 'v1/surveys/visits/samples', { samples: [{ email: 'out@example.fi', ...more }] })
        ).json() as {
          stored: { sampleId: string; state: string; reason: string }[]
        }
      ).stored[0]
    const first = await send({ consent: 'optedOut' })
    await world.post(everywhere, `vuejs/samples/erase/visits/${first?.sampleId}`, { isSure: true })
    expect(await send({ consent: 'given' })).toMatchObject({ did: 'inserted', state: 'notInvited', reason: 'optOut' })
  })
})
