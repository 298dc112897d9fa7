import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { followInterviews } from '../interview-change/interview-change.ts'
import { publishLiveEvent } from './live-event.ts'

export type NoticedInterview = { readonly number: string; readonly id: string; readonly leaves: readonly number[] }

/** Lets figures and lists follow what was said about interviews, and tells the open screens of who may open them. */
export async function tellOfInterviews(
  client: pg.PoolClient,
  survey: Dictionary,
  interviews: readonly NoticedInterview[],
): Promise<void> {
  await followInterviews(client, survey, interviews)
  await showInterviews(client, survey, interviews)
}

/** Tells the open screens of who may open these interviews that something about them is news; nobody of a protected survey. */
export async function showInterviews(
  client: pg.PoolClient,
  survey: Dictionary,
  interviews: readonly NoticedInterview[],
): Promise<void> {
  if (survey.definition.settings.protection) return
  for (const { id, leaves } of interviews)
    await publishLiveEvent(
      client,
      survey,
      { kind: 'interview', interviewId: id },
      { permission: 'seeInterviews', leaves },
    )
}
