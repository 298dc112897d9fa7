import { setTimeout as pause } from 'node:timers/promises'
import type { CampaignSummary } from '@kaiku/contract/campaign.ts'
import { inEffect } from '@kaiku/e2e/bad-visits.ts'
import { call } from '@kaiku/e2e/kaiku.ts'
import type { LiveListener } from '@kaiku/e2e/live-stream.ts'
import { reportState } from '@kaiku/e2e/made-report.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { changesBehind, isPassed, lastChange } from '@kaiku/server/projection/pending.ts'
import { checkChanges, checkNotes } from './check-alerts.ts'
import { checkFigures } from './check-figures.ts'
import { checkProtected } from './protected.ts'
import { settled } from './settled.ts'
import { markOf, own, surveys } from './survey.ts'
import type { World } from './world.ts'

/** Milliseconds until all that waits has to be done: twice the longest lease and what else is to do. */
const patience = 420_000

/** Waits until nothing waits any more, then holds everything against the journal. Returns what was held, in words. */
export async function check(world: World, streams: ReadonlyMap<string, LiveListener>): Promise<string[]> {
  const facts: string[] = []
  const stores = await openStores({ data: world.running.data, own: 'never' })
  try {
    facts.push(await quiet(world, stores))
    const checks = {
      answers: () => checkAnswers(world, stores, facts),
      visits: () => checkVisits(world, stores, streams, facts),
      reports: () => checkReports(world, stores, facts),
      schedule: () => checkSchedule(world, stores, facts),
      mails: () => checkMails(world, facts),
      notes: () => checkNotes(world, facts),
      changes: () => checkChanges(world, stores, facts),
      protection: () => checkProtected(world, stores, facts),
      configuration: () => checkConfiguration(world, stores, facts),
      figures: () => checkFigures(world, stores, facts),
    }
    for (const [what, held] of Object.entries(checks))
      await held().catch((error: unknown) => world.journal.faults.push(`${what} could not be held: ${String(error)}`))
  } finally {
    await stores.close()
  }
  return facts
}

async function quiet({ journal }: World, stores: Stores): Promise<string> {
  const start = performance.now()
  for (;;) {
    const { rows } = await stores.service.query<{ what: string; n: number }>(
      `select 'tasks' as what, count(*)::int as n from task where state in ('waiting', 'running')
       union all select 'mailings', count(*)::int from report_mailing where state in ('waiting', 'made')
       union all select 'mails', count(*)::int from mailbox where state = 'waiting'
       union all select 'recipients', count(*)::int from campaign_recipient where state in ('waiting', 'queued')`,
    )
    const behind = await changesBehind(stores)
    const left = rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`)
    if (behind.figures > 0) left.push(`${behind.figures} changes for figures`)
    if (!(await isPassed(stores, await lastChange(stores.service)))) left.push('figures that are being made')
    if (behind.alerts > 0) left.push(`${behind.alerts} changes for alerts`)
    const taken = performance.now() - start
    if (left.length === 0) return `all that waited was done ${Math.round(taken / 1_000)} s after the last trouble`
    if (taken > patience) {
      journal.faults.push(`after ${Math.round(taken / 1_000)} s there still wait ${left.join(', ')}`)
      return 'not all that waited was done'
    }
    await pause(1_000)
  }
}

/** Every acknowledged answer once, every other that was begun once at most, and none besides. */
async function checkAnswers({ journal }: World, { service }: Stores, facts: string[]): Promise<void> {
  const { rows } = await service.query<{ survey: string; mark: string | null; id: string }>(
    `select s.ext_name as survey, i.answers ->> 'mark' as mark, i.id from interview i
     join survey s on s.number = i.survey where s.ext_name = any($1)`,
    [surveys],
  )
  const found = new Map<string, string[]>()
  // A form that was left after its first page is kept as far as it went.
  for (const { survey, mark, id } of rows)
    if (mark !== null) found.set(`${survey} ${mark}`, [...(found.get(`${survey} ${mark}`) ?? []), id])
  let [acknowledged, open] = [0, 0]
  for (const sent of journal.answers.values()) {
    if (sent.survey === undefined) continue
    const name = `${sent.survey} ${markOf(sent.id, sent.store)}`
    const ids = found.get(name) ?? []
    found.delete(name)
    if (sent.standing === 'acknowledged') acknowledged += 1
    else open += 1
    if (ids.length > 1) journal.faults.push(`${name} (${sent.way}) is there ${ids.length} times`)
    if (ids.length === 0 && sent.standing === 'acknowledged') journal.faults.push(`${name} (${sent.way}) is lost`)
    if (sent.interviewId !== null && ids.length === 1 && ids[0] !== sent.interviewId)
      journal.faults.push(`${name} has another id than was acknowledged`)
  }
  for (const [name] of found) journal.faults.push(`${name} is there, and nobody sent it`)
  facts.push(
    `${acknowledged} acknowledged answers to ${surveys.length} surveys once each, ${open} without an acknowledgement once at most`,
  )
}

/** Of how many interviews the alert was told twice, or not at all: who solves one before it is told needs no mail. */
async function wronglyTold({ service }: Stores, interviews: readonly string[]): Promise<number> {
  const { rows } = await service.query<{ n: number }>(
    `select count(*)::int as n from alert a join interview i on i.number = a.interview
       cross join lateral (select count(*) as mails from mailbox m where m.about @> array[a.id]) m
     where i.id = any($1::uuid[]) and (m.mails > 1 or (m.mails = 0 and not exists (
       select from alert_event e where e.alert = a.id and e.after ->> 'state' = 'solved')))`,
    [interviews],
  )
  return rows[0]?.n ?? 0
}

/** One alert and one mail for each bad visit at the store, and those who may hear of it were told. */
async function checkVisits(
  { journal, mails }: World,
  stores: Stores,
  streams: ReadonlyMap<string, LiveListener>,
  facts: string[],
): Promise<void> {
  const all = [...journal.answers.values()].filter(({ way, interviewId }) => way === 'store visit' && interviewId)
  const ids = (of: typeof all) => of.flatMap(({ interviewId }) => interviewId ?? [])
  const own = all.filter(({ store }) => store.startsWith('fi-'))
  const hasAll = async () => {
    const raised = await inEffect(stores, ids(all))
    return raised?.alerted === all.length && (await wronglyTold(stores, ids(own))) === 0
  }
  await settled(hasAll)
  const counted = await inEffect(stores, ids(all))
  if (counted?.interviews !== all.length || counted.alerts !== all.length || counted.alerted !== all.length)
    journal.faults.push(`${all.length} bad visits: ${JSON.stringify(counted)}`)
  const wrong = await wronglyTold(stores, ids(own))
  if (wrong > 0) journal.faults.push(`of ${own.length} visits of one store ${wrong} were told twice or not at all`)
  const { rows } = await stores.service.query<{ id: string; interview: string; alert: string }>(
    `select e.tx || '-' || e.seq as id, i.id as interview, a.id as alert from live_event e
     join alert a on a.id = (e.detail ->> 'alertId')::uuid join interview i on i.number = a.interview
     where e.kind = 'alert' and i.id = any($1::uuid[])`,
    [ids(all)],
  )
  const storeOf = new Map(all.map(({ interviewId, store }) => [interviewId, store]))
  const may = { mikko: 'fi-', sven: 'se-', clara: '' } as const
  const mayHear = (name: string, interview: string) =>
    (storeOf.get(interview) ?? '').startsWith(may[name as keyof typeof may])
  const heard = ({ told }: LiveListener) =>
    new Set(told.flatMap(({ event }) => (event.kind === 'alert' ? [event.alertId] : [])))
  // Told of what came last, too; and then of nothing else for a while.
  await settled(async () =>
    [...streams].every(([name, stream]) => {
      const alerts = heard(stream)
      return rows.every(({ interview, alert }) => !mayHear(name, interview) || alerts.has(alert))
    }),
  )
  await pause(3_000)
  let told = 0
  for (const [name, stream] of streams) {
    const seen = new Set(stream.told.map(({ id }) => id))
    told += seen.size
    if (seen.size !== stream.told.length) journal.faults.push(`the stream of ${name} told something twice`)
    if (stream.begun() !== 1) journal.faults.push(`the stream of ${name} began ${stream.begun()} times`)
    const alerts = heard(stream)
    for (const { interview, alert } of rows) {
      const isTheirs = mayHear(name, interview)
      if (isTheirs !== alerts.has(alert))
        journal.faults.push(`${name} was ${isTheirs ? 'not ' : ''}told of the alert ${alert}`)
    }
  }
  facts.push(
    `${all.length} bad visits with one alert each, and a mail for each of the ${own.length} whose manager wants one, unless it was solved before`,
    `${streams.size} streams told ${told} events over ${[...streams.values()].reduce((sum, one) => sum + one.connections(), 0)} connections, without a gap and none twice`,
    `${mails.taken.length} mails arrived`,
  )
}

async function checkReports({ journal, running }: World, { service }: Stores, facts: string[]): Promise<void> {
  for (const [id, as] of journal.reports) {
    const { status } = await reportState(running, as, own, id)
    if (status !== 'FINISHED') journal.faults.push(`report ${id}: ${status}`)
  }
  const { rows } = await service.query<{ n: number }>(
    `select count(*)::int as n from (select task from task_file group by task having count(*) > 1) twice`,
  )
  if (rows[0]?.n !== 0) journal.faults.push(`${rows[0]?.n} tasks have two files`)
  facts.push(`${journal.reports.size} reports that were begun are finished`)
}

async function checkSchedule({ journal }: World, { service }: Stores, facts: string[]): Promise<void> {
  const { rows } = await service.query<{ run: string; byHand: boolean; people: number; mailings: number }>(
    `select run_at::text as run, by_hand as "byHand", count(distinct m.person)::int as people, count(*)::int as mailings
     from report_mailing m join report_schedule s on s.id = m.schedule where s.title like 'Siege%' group by 1, 2`,
  )
  const { byHand, byHandAsked, due } = journal.runs
  const runs = { byHand: rows.filter((one) => one.byHand).length, due: rows.filter((one) => !one.byHand).length }
  if (rows.some(({ people, mailings }) => people !== mailings)) journal.faults.push('a run mailed somebody twice')
  if (new Set(rows.map(({ people }) => people)).size > 1) journal.faults.push('a run left somebody out')
  if (runs.byHand < byHand || runs.byHand > byHand + byHandAsked || runs.due !== due)
    journal.faults.push(`the schedule ran ${JSON.stringify(runs)}, not ${JSON.stringify(journal.runs)}`)
  facts.push(
    `a schedule that was due ${due} times and run by hand ${byHand} times ran as often, each once for everybody`,
  )
}

/** What a campaign or a schedule sends comes once at most; other mails may come again with the same id. */
async function checkMails({ journal, mails, running, people }: World, facts: string[]): Promise<void> {
  const got = new Map<string, number>()
  for (const { to } of mails.taken) for (const one of to) got.set(one, (got.get(one) ?? 0) + 1)
  const twice = [...journal.recipients].filter((one) => (got.get(one) ?? 0) > 1)
  for (const one of twice) journal.faults.push(`${one} got ${got.get(one)} mails of campaigns`)
  const once = [...journal.recipients].filter((one) => got.get(one) === 1).length
  const campaigns = await call<CampaignSummary[]>(running, people.aino, `vuejs/campaigns/list/${own}`)
  const sum = (of: 'delivered' | 'failed' | 'waiting') => campaigns.reduce((all, { counts }) => all + counts[of], 0)
  if (once < sum('delivered') || once > sum('delivered') + sum('failed'))
    journal.faults.push(
      `${once} people got a mail, ${sum('delivered')} are told as delivered, ${sum('failed')} as failed`,
    )
  for (const [name, standing] of journal.campaigns) {
    const n = campaigns.filter((one) => one.name === name).length
    if (n > 1 || (n === 0 && standing === 'acknowledged')) journal.faults.push(`campaign ${name} is there ${n} times`)
  }
  const ids = new Map<string, number>()
  for (const { mail } of mails.taken) ids.set(mail.messageId ?? '', (ids.get(mail.messageId ?? '') ?? 0) + 1)
  const again = [...ids.values()].filter((n) => n > 1).length
  facts.push(
    `${campaigns.length} campaigns: ${once} people got one mail each, nobody two; of ${sum('failed')} nobody heard whether the server took it`,
    `${again} mails arrived again with the same id, whose acknowledgement was lost`,
  )
}

async function checkConfiguration({ journal }: World, { service }: Stores, facts: string[]): Promise<void> {
  const { rows } = await service.query<{ version: number; text: string }>(
    `select f.version, f.text from definition_file f join survey s on s.number = f.survey
     where s.ext_name = $1 and f.path = 'questions.json' order by f.version`,
    [own],
  )
  for (const [version, title] of journal.versions)
    if (!rows.find((one) => one.version === version)?.text.includes(title))
      journal.faults.push(`version ${version} with “${title}” is lost`)
  const more = rows.length - 1 - journal.versions.size
  if (more < 0 || more > journal.versionsAsked) journal.faults.push(`there are ${more} versions that nobody published`)
  facts.push(`${journal.versions.size} versions of the definition published and kept`)
}
