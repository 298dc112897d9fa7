import { startNotices } from '../alert-notice/notice-work.ts'
import { escalations, startAlerts } from '../alert-raising/alert-work.ts'
import { askingAgain } from '../alert-reply/ask-again-work.ts'
import { type RecurringWork, startRecurring } from '../background-work/recurring-work.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { backupWorks, startBackups } from '../backup/backup-work.ts'
import { startBounceDoor } from '../bounce/bounce-door.ts'
import { checkCampaignMail, startCampaigns } from '../campaign/campaign-work.ts'
import { stoppedConditions } from '../condition-script/stopped-condition.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { effectTimers } from '../effect/effect-timer.ts'
import { startEffects } from '../effect/effect-work.ts'
import { effectRunsForgotten } from '../effect/forget-runs.ts'
import { startFeed } from '../feed/feed.ts'
import { fetchWorker } from '../fetched-file/fetch-task.ts'
import { startFetches } from '../fetched-file/fetch-work.ts'
import { formsKept } from '../form-answer/form-work.ts'
import { letterWorker } from '../letter/letter-work.ts'
import { lettersWait } from '../letter/letters-wait.ts'
import { startOutbox } from '../mail/outbox.ts'
import type { MailCheck } from '../mail/send-once.ts'
import { maintenanceWorks, startAdapting } from '../maintenance/maintenance-work.ts'
import { importWorker } from '../mapping-file/import-worker.ts'
import { mappingFilesForgotten } from '../mapping-file/mapping-file.ts'
import { newSurveysForgotten } from '../new-survey/kept-file.ts'
import { placeRules } from '../place-rule/place-work.ts'
import { startPushes } from '../push/send-pushes.ts'
import { reportWorker } from '../report/report-work.ts'
import { mailingsForgotten } from '../report-schedule/forget-schedules.ts'
import { checkMailing, startMailings } from '../report-schedule/mailing-work.ts'
import { startSchedules } from '../report-schedule/schedule-work.ts'
import { responseChecks, responseCheckWorker } from '../response-check/check-work.ts'
import { recalculationWorker } from '../script/recalculation-work.ts'
import { stoppedScripts } from '../script/stopped-script.ts'
import { startSms } from '../sms/send-sms.ts'
import { surveyExportWorker, surveyImportWorker } from '../survey-copy/survey-copy-work.ts'
import { startTasks } from '../task/task-work.ts'
import { universeExportWorker, universeImportWorker } from '../universe-copy/copy-work.ts'
import { archivesForgotten } from '../universe-copy/kept-archive.ts'
import { universeDeletions } from '../universe-deletion/delete-universe.ts'
import { startUploadCleaning } from '../upload/upload-work.ts'
import { startWebhooks } from '../webhook/deliver.ts'

type WorkConfiguration = Pick<Configuration, 'mail' | 'publicUrl' | 'webhookHosts' | 'backup'>
type StartWork = (stores: Stores, log: Say, configuration: WorkConfiguration) => BackgroundJob | Promise<BackgroundJob>

/** What is done again and again. */
const recurring: readonly RecurringWork[] = [
  escalations,
  placeRules,
  askingAgain,
  effectTimers,
  effectRunsForgotten,
  mailingsForgotten,
  formsKept,
  newSurveysForgotten,
  mappingFilesForgotten,
  universeDeletions,
  responseChecks,
  archivesForgotten,
  ...maintenanceWorks,
]

/** Whether a mail may still go that goes once at most. */
const checkOnce: MailCheck = async (stores, mail) =>
  (await checkMailing(stores, mail)) ?? checkCampaignMail(stores, mail)

/** All background work, in the order in which it starts. */
const works: StartWork[] = [
  (stores, _log, { backup }) => startBackups(stores, backup),
  startUploadCleaning,
  startFeed,
  startAdapting,
  startAlerts,
  startEffects,
  startNotices,
  (stores, log, configuration) => startOutbox(stores, log, configuration, checkOnce),
  startWebhooks,
  startPushes,
  (stores, log, configuration) =>
    startTasks(stores, log, [
      reportWorker(configuration),
      letterWorker,
      recalculationWorker,
      importWorker,
      fetchWorker({ own: configuration.webhookHosts, publicUrl: configuration.publicUrl }),
      responseCheckWorker,
      universeExportWorker,
      universeImportWorker,
      surveyExportWorker,
      surveyImportWorker,
    ]),
  startSchedules,
  startFetches,
  startMailings,
  startCampaigns,
  (stores, log, { webhookHosts }) => startSms(stores, log, { hosts: webhookHosts, check: checkCampaignMail }),
  startBounceDoor,
  (stores, log, { publicUrl, backup }) =>
    startRecurring(
      stores,
      [
        ...recurring,
        ...backupWorks(backup),
        stoppedScripts(publicUrl),
        stoppedConditions(publicUrl),
        lettersWait(publicUrl),
      ],
      log,
    ),
]

/** Starts all of it; the latest started stops first. */
export async function startWork(stores: Stores, log: Say, configuration: WorkConfiguration): Promise<BackgroundJob> {
  const started: BackgroundJob[] = []
  const stop = async () => {
    for (const work of started.reverse()) await work.stop()
  }
  try {
    for (const start of works) started.push(await start(stores, log, configuration))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
