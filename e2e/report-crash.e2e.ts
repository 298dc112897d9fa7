import type { ReportMailing, ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, copyOfSample, enterAs, freePort, type Running, startKaiku } from './kaiku.ts'
import { begunReport, reportState } from './made-report.ts'

type Part = 'stores' | 'web' | 'work'

let data: string
let port: number
let mails: Awaited<ReturnType<typeof smtp>>
const parts = new Map<Part, Running>()
const start = async (part: Part) =>
  void parts.set(part, await startKaiku({ sample: false, part, data, port, environment: { SMTP_URL: mails.url } }))
const process = (part: Part): Running => {
  const found = parts.get(part)
  if (!found) throw new Error(`${part} was never started`)
  return found
}

beforeAll(async () => {
  mails = await smtp()
  data = await copyOfSample()
  port = await freePort()
  for (const part of ['stores', 'web', 'work'] as const) await start(part)
})
afterAll(async () => {
  for (const part of ['work', 'web', 'stores'] as const) await parts.get(part)?.stop()
  await mails?.close()
})

const kinds = ['ranking', 'indicators', 'page', 'interviews', 'deck', 'csv'] as const
const path = 'region,all;ftime=rmonths-11+0'
const patience = { timeout: 120_000, interval: 100 }
/** The mails of the schedule; those about alerts of the sample go out meanwhile. */
const scheduledMails = () => mails.taken.filter(({ mail }) => mail.subject?.includes('Monday figures'))

/** As if so much time had gone by that what the dead had in hand is due again. */
async function leasesEnd({ service }: Stores) {
  await service.query(`update task set next_at = now() where state = 'waiting'`)
  await service.query(`update report_mailing set next_at = now() where state = 'waiting'`)
  await service.query(`update report_schedule set next_at = due_at where state = 'waiting'`)
  await service.query(`update mailbox set next_at = now() where state = 'waiting' and attempts > 0`)
}

it('reports, schedules and their mails are each done once, whichever process is killed in the middle', async () => {
  const clara = await enterAs(process('web'), 'clara', 'sample')
  const { people } = await call<{ people: { id: string; name: string }[] }>(
    ...([process('web'), clara, 'report-schedule/readers/store-visits'] as const),
  )
  const readers = people.slice(0, 6).map(({ id }) => id)
  const scheduled = await call<ReportSchedule>(process('web'), clara, 'report-schedule/create/store-visits', {
    ...{ title: 'Monday figures', kind: 'ranking', path, onlyNew: false },
    ...{ rule: { every: 'day', minutes: 480 }, zone: 'UTC', people: readers },
  })
  const stores = await openStores({ data, own: 'never' })
  try {
    const { service } = stores
    const count = async (sql: string) => Number((await service.query(sql)).rows[0].n)
    const begun: string[] = []
    const begin = async () => {
      for (const kind of kinds)
        begun.push((await begunReport(process('web'), clara, { survey: 'store-visits', path, kind })).reportUUID)
    }
    await begin()
    // It is due, once.
    await service.query(`update report_schedule set due_at = now(), next_at = now()`)
    await call(process('web'), clara, `report-schedule/run/${scheduled.scheduleId}`, {})

    // The worker dies while reports are made.
    await expect
      .poll(() => count('select count(*) as n from task where attempt is not null'), patience)
      .toBeGreaterThan(0)
    await process('work').kill()
    await leasesEnd(stores)
    await start('work')
    // And while mails are: the mail server takes one and its answer is lost.
    mails.mood.isSilent = true
    await expect.poll(() => scheduledMails().length, patience).toBeGreaterThan(0)
    await process('work').kill()
    mails.mood.isSilent = false
    await leasesEnd(stores)
    await start('work')
    // The web dies while more is asked for.
    const asking = begin().catch(() => {})
    await expect.poll(() => begun.length, patience).toBeGreaterThan(kinds.length)
    await process('web').kill()
    await asking
    await start('web')
    await expect
      .poll(() => count(`select count(*) as n from task where state = 'done'`), patience)
      .toBeGreaterThan(kinds.length / 2)
    await process('work').kill()
    await leasesEnd(stores)
    await start('work')

    const left = `select (select count(*) from task where state = 'waiting')
      + (select count(*) from report_mailing where state in ('waiting', 'made')) as n`
    await expect.poll(() => count(left), patience).toBe(0)

    for (const uuid of begun) {
      const { status } = await reportState(process('web'), clara, 'store-visits', uuid)
      expect(status).toBe('FINISHED')
    }
    // What a web process that died had promised is there, too, and each has one whole file.
    expect(await count('select count(*) as n from task')).toBeGreaterThanOrEqual(begun.length)
    expect(await count(`select count(*) as n from task where state <> 'done'`)).toBe(0)
    expect(await count('select count(*) as n from task_file')).toBe(await count('select count(*) as n from task'))
    expect(
      await count(`select count(*) as n from task_piece p where not exists
        (select from task_file f where (f.universe, f.task, f.attempt) = (p.universe, p.task, p.attempt))`),
    ).toBe(0)

    const history = await call<ReportMailing[]>(
      ...([process('web'), clara, `report-schedule/history/${scheduled.scheduleId}`] as const),
    )
    // One run that was due, one by hand: neither skipped nor doubled, and one mail of each for everybody.
    expect(history).toHaveLength(2 * readers.length)
    expect(new Set(history.map(({ isByHand }) => isByHand)).size).toBe(2)
    const ends = history.map(({ state }) => state)
    expect(new Set(ends)).toEqual(new Set(ends.filter((state) => state === 'sent' || state === 'unknown')))
    const got = new Map<string, number>()
    for (const { mail } of scheduledMails()) got.set(mail.messageId ?? '', (got.get(mail.messageId ?? '') ?? 0) + 1)
    // Nobody got one twice, and what may or may not have arrived is said.
    expect([...got.values()].filter((times) => times > 1)).toEqual([])
    const sent = ends.filter((state) => state === 'sent').length
    expect(got.size).toBeGreaterThanOrEqual(sent)
    expect(got.size).toBeLessThanOrEqual(history.length)
    expect(ends).toContain('unknown')
  } finally {
    await stores.close()
  }
}, 600_000)
