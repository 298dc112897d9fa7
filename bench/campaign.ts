import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Campaign, CampaignSummary } from '@kaiku/contract/campaign.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import type { Template } from '@kaiku/contract/template.ts'
import { call, copyOfSample, enterAs, type Running, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { countingSmtp } from '@kaiku/server/mail/smtp.fixture.ts'
import { peakDuring } from './memory.ts'
import { clicksOf, clickTogether, noClicks } from './people.ts'
import { log } from './universe.ts'

const everything = 'region,all'
const survey = 'store-visits'
const looked = {
  survey,
  places: [() => everything, () => 'region,all,fi', () => 'region,all,fi,fi-uusimaa', () => 'region,all,se'],
}

/**
 * A campaign of so many mails to a mail server of this machine, beside people at a dashboard, while Kaiku is killed so
 * many times; what came of it, as sentences.
 */
export async function campaign(mails: number, people: number, deaths: number): Promise<string[]> {
  const server = await countingSmtp()
  const data = await copyOfSample()
  const start = (port?: number) =>
    startKaiku({ sample: false, data, environment: { SMTP_URL: server.url }, ...(port === undefined ? {} : { port }) })
  let running = await start()
  try {
    const file = join(data, 'people.csv')
    const rows = Array.from({ length: mails }, (_, at) => `bench${at}@example.com,Person ${at}`)
    await writeFile(file, ['email,name', ...rows].join('\n'))
    const imported = await running.kaiku('samples', 'import', survey, file, '--universe', 'sample')
    if (imported.code !== 0) throw new Error(imported.err)
    const aino = await enterAs(running, 'aino', 'sample')
    const alone = await look(running, aino, people, () => pause(30_000))
    log(`before: ${clicksOf(alone)}`)
    const campaignId = await begin(running, aino)
    const from = performance.now()
    const clicks = noClicks()
    let memory = 0
    for (let died = 0; ; died++) {
      const aim = died < deaths ? (mails * (died + 1)) / (deaths + 1) : Number.POSITIVE_INFINITY
      const { made: isOver, peak } = await peakDuring(running.pid, async () =>
        look(running, aino, people, () => reached(running, aino, campaignId, server, aim), clicks).then(
          () => server.mails() < aim,
        ),
      )
      memory = Math.max(memory, peak.get('all') ?? 0)
      if (isOver) break
      const { port } = new URL(running.address)
      await running.kill()
      running = await start(Number(port))
      log(`killed at ${server.mails()} mails`)
    }
    const seconds = (performance.now() - from) / 1_000
    const { counts } = await call<Campaign>(running, aino, `vuejs/campaigns/one/${survey}/${campaignId}`)
    const twice = [...server.byAddress.values()].filter((n) => n > 1).length
    return [
      `${server.mails()} mails in ${seconds.toFixed(0)} s, ${Math.round((server.mails() / seconds) * 3_600).toLocaleString('en')} an hour beside ${people} people (goal ≥ 100,000), Kaiku killed ${deaths} times`,
      `${counts.delivered} delivered, ${counts.failed} of which the mail server’s answer was lost, ${counts.waiting} left; ${twice} people got more than one (goal: 0)`,
      `${memory.toFixed(0)} MB at most, Kaiku, ClickHouse and PostgreSQL together`,
      `before: ${clicksOf(alone)}`,
      `meanwhile: ${clicksOf(clicks)}`,
    ]
  } finally {
    await running.stop()
    await server.close()
  }
}

/** Lets people look at the dashboard as long as something is done. */
async function look(
  running: Running,
  viewer: Identity,
  people: number,
  work: () => Promise<unknown>,
  clicks = noClicks(),
) {
  const over = new AbortController()
  const looking = clickTogether(running, viewer, people, clicks, over.signal, looked)
  await work()
  over.abort()
  await looking
  return clicks
}

async function begin(running: Running, aino: Identity): Promise<string> {
  const { templateId } = await call<Template>(running, aino, `vuejs/templates/create/${survey}`, {
    kind: 'mail',
    title: 'Bench',
  })
  await call(running, aino, `vuejs/templates/publish/${survey}/${templateId}`, { revision: 1 })
  const rules = { restDays: 0, fromHour: 0, toHour: 24 }
  const made = { action: 'new', path: everything, name: 'Bench', templateId, rules }
  return (await call<CampaignSummary>(running, aino, `vuejs/campaigns/create/${survey}`, made)).campaignId
}

/** Until so many mails were taken, or the campaign is over. */
async function reached(
  running: Running,
  aino: Identity,
  campaignId: string,
  server: { mails(): number },
  aim: number,
): Promise<void> {
  for (let before = -1; server.mails() < aim; ) {
    await pause(aim === Number.POSITIVE_INFINITY ? 5_000 : 20)
    if (aim !== Number.POSITIVE_INFINITY || server.mails() !== before) {
      before = server.mails()
      continue
    }
    const { state, counts } = await call<Campaign>(running, aino, `vuejs/campaigns/one/${survey}/${campaignId}`)
    if (state !== 'waiting' && counts.waiting === 0) return
  }
}
