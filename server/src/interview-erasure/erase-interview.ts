import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { forgetSaid } from '../alert/forget-said.ts'
import { forgetAttachments } from '../alert-attachment/forget-attachments.ts'
import { forgetReplies } from '../alert-reply/forget-replies.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { ownSurvey } from '../interview/interview.ts'
import { type Erasure, removeInterviews } from '../interview-change/remove-interview.ts'
import { forgetFiles } from '../task/task-file.ts'

/**
 * Erases interviews by their numbers, with what was said, written and attached to their alerts, in the client's
 * transaction; answers the certificates.
 */
export async function eraseInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  numbers: readonly (number | string)[],
  by: string,
): Promise<readonly Erasure[]> {
  await forgetSaid(client, dictionary, numbers)
  await forgetReplies(client, dictionary, numbers)
  await forgetAttachments(client, dictionary, numbers)
  if (numbers.length > 0) await forgetFiles(client, dictionary.universe, dictionary.survey)
  return removeInterviews(client, dictionary, numbers, by)
}

/**
 * Takes an interview out of the truth and, with the next batch, out of every figure; `kaiku maintain` takes it off the
 * disk. Answers the certificate. Throws Fault `not_found` where there is no such interview.
 */
export async function eraseInterview(
  stores: Stores,
  universe: string,
  survey: number,
  interview: number,
  by: string,
): Promise<Erasure> {
  const dictionary = await ownSurvey(stores, universe, survey)
  const [erasure] = await inUniverse(stores.pool, universe, (client) =>
    eraseInterviews(client, dictionary, [interview], by),
  )
  if (!erasure) throw new Fault('not_found', 'There is no such interview.')
  return erasure
}
