import { type Outcome, type Queue, settle, startQueue, takeDue, whileLeased } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { MailCheck } from '../mail/send-once.ts'
import { noteDeliveries, withholdFrom } from '../recipient/recipient.ts'
import { judgeSplits } from './campaign-split.ts'
import { sendPart } from './send-part.ts'

/** Campaigns that are sent, part by part. */
export const campaignQueue: Queue = {
  name: 'campaigns',
  what: 'Campaigns wait',
  table: 'campaign',
  receiver: 'q.id',
  receivers: `select q.id as receiver from campaign q where q.state = 'waiting' and q.next_at <= (select now from clock)`,
  limits: { all: 2, universe: 1, receiver: 1 },
  idle: 1_000,
  failed: 10_000,
  pause: { first: 15, longest: 900 },
  rests: true,
  lease: 60,
  mostAttempts: 20,
  taken: 'attempts = 0',
  dead: `state = 'failed', ended_at = now()`,
  givenUp: { state: 'failed', again: 'true' },
}

type Making = Pick<Configuration, 'publicUrl' | 'mail'>

/** Sends what is due for as long as Kaiku runs, in any number of processes, and notes what became of the messages and of comparisons. */
export const startCampaigns = (stores: Stores, log: Say, making: Making): BackgroundJob =>
  startQueue(stores, campaignQueue, log, async (lanes, stopped) => {
    await inTransaction(stores.service, noteDeliveries)
    await judgeSplits(stores)
    return runCampaigns(stores, making, log, lanes, stopped)
  })

/** Starts a part of each campaign that is due; how many. */
export async function runCampaigns(
  stores: Stores,
  { publicUrl, mail: { bounces } }: Making,
  log: Say,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, campaignQueue, lanes)
  for (const one of due)
    lanes.start(one, async () => {
      const outcome = await whileLeased(
        stores,
        campaignQueue,
        one,
        (): Promise<Outcome> =>
          sendPart(stores, one.id, { publicUrl, now: one.at, bounces: bounces?.address ?? null }).catch(
            (error: unknown) => {
              const fault = error instanceof Error ? error.message : String(error)
              if (!stopped.aborted) log(`${campaignQueue.what}: ${one.id}: ${fault}`)
              return { fault }
            },
          ),
      )
      await settle(stores, campaignQueue, one, outcome, stopped)
    })
  return due.length
}

/** A message goes only while its campaign does, and its reader wants it. */
export const checkCampaignMail: MailCheck = withholdFrom
