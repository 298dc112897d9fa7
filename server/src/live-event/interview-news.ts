import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publishLiveEvent } from './live-event.ts'

export type NoticedInterview = { readonly number: string; readonly id: string; readonly leaves: readonly number[] }

type Followed = Pick<Dictionary, 'universe' | 'survey'>

/**
 * Lets lists, filters and figures follow what was said about interviews beside their answers, once the transaction is
 * committed. Neither rules nor other programs take it for an answer.
 */
export async function followInterviews(
  client: pg.PoolClient,
  { universe, survey }: Followed,
  interviews: readonly NoticedInterview[],
): Promise<void> {
  if (interviews.length === 0) return
  await client.query(
    `insert into interview_change (universe, survey, number, placed)
     select $1, $2, number, true from unnest($3::bigint[]) as n(number)`,
    [universe, survey, interviews.map(({ number }) => number)],
  )
}

/** The same, and tells the open screens of who may open them. */
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
