import { startNotices } from '../alert-notice/notice-work.ts'
import { startAlerts } from '../alert-raising/alert-work.ts'
import { startAskingAgain } from '../alert-reply/ask-again-work.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { startOutbox } from '../mail/outbox.ts'
import { startProjection } from '../maintenance/projection.ts'
import { startPlaces } from '../place-rule/place-work.ts'
import { startPushes } from '../push/send-pushes.ts'
import { startUploadCleaning } from '../upload/upload-work.ts'
import { startWebhooks } from '../webhook/deliver.ts'

type Say = (line: string) => void
type WorkConfiguration = Pick<Configuration, 'mail' | 'publicUrl' | 'webhookHosts'>
type StartWork = (stores: Stores, say: Say, configuration: WorkConfiguration) => BackgroundJob | Promise<BackgroundJob>

/** All background work, in the order in which it starts. */
const works: StartWork[] = [
  startUploadCleaning,
  startProjection,
  startAlerts,
  startPlaces,
  startNotices,
  startAskingAgain,
  startOutbox,
  startWebhooks,
  startPushes,
]

/** Starts all of it; the latest started stops first. */
export async function startWork(stores: Stores, say: Say, configuration: WorkConfiguration): Promise<BackgroundJob> {
  const started: BackgroundJob[] = []
  const stop = async () => {
    for (const work of started.reverse()) await work.stop()
  }
  try {
    for (const start of works) started.push(await start(stores, say, configuration))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
