import type { QueueName } from '@kaiku/contract/background-work.ts'
import { noticeQueue } from '../alert/notice.ts'
import type { WaitingTable } from '../background-work/queue.ts'
import { campaignQueue } from '../campaign/campaign-work.ts'
import { effectQueue } from '../effect/effect-work.ts'
import { mailQueue } from '../mail/outbox.ts'
import { pushQueue } from '../push/send-pushes.ts'
import { mailingQueue } from '../report-schedule/mailing-work.ts'
import { smsQueue } from '../sms/send-sms.ts'
import { taskQueue } from '../task/task-work.ts'
import { webhookQueue } from '../webhook/deliver.ts'

/** Everything that waits to be sent, told or made, by the name that people and operators know it by. */
export const waitingTables: Readonly<Record<QueueName, WaitingTable>> = {
  mail: mailQueue,
  webhook: webhookQueue,
  push: pushQueue,
  notice: noticeQueue,
  tasks: taskQueue,
  mailings: mailingQueue,
  campaigns: campaignQueue,
  sms: smsQueue,
  effects: effectQueue,
}
