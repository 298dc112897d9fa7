import { setTimeout as pause } from 'node:timers/promises'
import type { ReportState } from '@kaiku/contract/report.ts'
import type { ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import type { Template } from '@kaiku/contract/template.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { own } from './survey.ts'
import type { World } from './world.ts'

const kinds = ['csv', 'ranking', 'interviews', 'page'] as const

/** Somebody who asks for reports and waits for none of them. */
export async function askForReports({ client, journal, over, people, random }: World): Promise<void> {
  const chance = random.own('reports')
  while (!over.aborted) {
    const path = encodeURIComponent(chance.one(['place,all', 'place,all,north', 'place,all,south']))
    const reply = await client.ask('reports', `api/vuejs/reports/createreport/${own}/${path}/${chance.one(kinds)}`, {
      as: people.clara,
      body: {},
    })
    if (reply.ok) journal.reports.set((JSON.parse(reply.text) as ReportState).reportUUID, people.clara)
    await pause(3_000 + chance.whole(6_000))
  }
}

/** Programs send people, and campaigns are made for who is new. */
export async function sendCampaigns({ client, journal, key, over, people, random }: World): Promise<void> {
  const chance = random.own('campaigns')
  const as = people.aino
  const made = await client.insist('templates', `api/vuejs/templates/create/${own}`, {
    as,
    body: { kind: 'mail', title: 'Siege' },
  })
  if (!made) return
  if (!made.ok) return void journal.faults.push(`no template: ${made.text.slice(0, 300)}`)
  const { templateId } = JSON.parse(made.text) as Template
  const ready = await client.insist('templates', `api/vuejs/templates/publish/${own}/${templateId}`, {
    as,
    body: { revision: 1 },
  })
  // Published, and the answer was lost: the second time there is nothing to publish.
  if (!ready) return
  if (!ready.ok && ready.status !== 409) return void journal.faults.push(`no template: ${ready.text.slice(0, 300)}`)
  const rules = { restDays: 0, fromHour: 0, toHour: 24 }
  for (let at = 0; !over.aborted; at++) {
    const samples = Array.from({ length: 10 + chance.whole(30) }, (_, who) => {
      const externalId = `c${at}-${who}`
      return { externalId, email: `${externalId}@siege.example`, name: 'Somebody' }
    })
    const sent = await client.insist('samples', `api/v1/surveys/${own}/samples`, { key, body: { samples } })
    if (!sent) return
    if (!sent.ok || !sent.text.includes('"rejected":[]'))
      return void journal.faults.push(`samples are refused: ${sent.text.slice(0, 300)}`)
    for (const { email } of samples) journal.recipients.add(email)
    const name = `Siege ${at}`
    const reply = await client.ask('campaigns', `api/vuejs/campaigns/create/${own}`, {
      as,
      body: { action: 'new', path: 'place,all', name, templateId, rules },
    })
    if (reply.ok) journal.campaigns.set(name, 'acknowledged')
    else if (reply.status === 0 || reply.status >= 500) journal.campaigns.set(name, 'asked')
    else journal.faults.push(`campaign: ${reply.text.slice(0, 300)}`)
    await pause(8_000 + chance.whole(10_000))
  }
}

/** A report that is mailed by a schedule: it becomes due as if days went by, and by hand. */
export async function runSchedule(world: World): Promise<void> {
  const { client, journal, over, people, running, fleet } = world
  const chance = world.random.own('schedule')
  const as = people.clara
  const offered = await client.insist('schedules', `api/report-schedule/readers/${own}`, { as })
  if (!offered) return
  if (!offered.ok) return void journal.faults.push(`no readers: ${offered.text.slice(0, 300)}`)
  const { people: readers } = JSON.parse(offered.text) as { people: { id: string }[] }
  const body = {
    title: 'Siege by the day',
    kind: 'ranking',
    path: 'place,all',
    onlyNew: false,
    zone: 'UTC',
    // Half a day away, so that it becomes due only when it is made to.
    rule: { every: 'day', minutes: (Math.floor(Date.now() / 60_000) + 720) % 1_440 },
    people: readers.slice(0, 3).map(({ id }) => id),
  }
  const made = await client.ask('schedules', `api/report-schedule/create/${own}`, { as, body })
  // It is not known whether it is there; nothing is held of it then.
  if (made.status === 0 || made.status === 429 || made.status >= 500) return
  if (!made.ok) return void journal.faults.push(`no schedule: ${made.status} ${made.text.slice(0, 300)}`)
  const { scheduleId } = JSON.parse(made.text) as ReportSchedule
  while (!over.aborted) {
    await pause(10_000 + chance.whole(10_000))
    if (chance.whole(2) === 0) {
      const run = await client.ask('schedules', `api/report-schedule/run/${scheduleId}`, { as, body: {} })
      if (run.ok) journal.runs.byHand += 1
      else if (run.status === 0 || run.status >= 500) journal.runs.byHandAsked += 1
    } else journal.runs.due += await becomeDue(running.data, scheduleId, fleet).catch(() => 0)
  }
}

/** As if its time had come. How often it became due: not while it still is. */
async function becomeDue(data: string, schedule: string, { away }: World['fleet']): Promise<number> {
  if (away.some(([from, to]) => Date.now() > from && Date.now() < to)) return 0
  const stores = await openStores({ data, own: 'never' })
  try {
    const { rowCount } = await stores.service.query(
      `update report_schedule set due_at = date_trunc('second', now()), next_at = now()
       where id = $1 and state = 'waiting' and due_at > now() and attempts = 0`,
      [schedule],
    )
    return rowCount ?? 0
  } finally {
    await stores.close()
  }
}

/** Somebody who publishes: the title of a question changes, version by version. */
export async function publish({ client, journal, over, people, random }: World): Promise<void> {
  const chance = random.own('configuration')
  const as = people.aino
  const path = `api/vuejs/surveys/metaproperty/${own}`
  for (let at = 0; !over.aborted; at++) {
    await pause(3_000 + chance.whole(5_000))
    const now = await client.ask('configuration', path, { as })
    if (!now.ok) continue
    const { version } = JSON.parse(now.text) as { version: number }
    const last = Math.max(0, ...journal.versions.keys())
    if (version < last) journal.faults.push(`version ${version} was told after ${last} was published`)
    const value = `Score, title ${at}`
    const body = { question: 'score', version, change: { property: 'title', locale: 'en', value } }
    const reply = await client.ask('configuration', path, { as, body })
    if (reply.ok) journal.versions.set((JSON.parse(reply.text) as { version: number }).version, value)
    else if (reply.status === 0 || reply.status >= 500) journal.versionsAsked += 1
    else if (reply.status !== 409) journal.faults.push(`configuration: ${reply.status} ${reply.text.slice(0, 300)}`)
  }
}
