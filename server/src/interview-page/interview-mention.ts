import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { interviewCalls } from '@kaiku/contract/interview.ts'
import { mostMentionable } from '@kaiku/contract/mention.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { keepMentionNotices } from '../alert/notice.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { NoticedInterview } from '../live-event/interview-news.ts'
import { keepMentions } from '../mention/mention.ts'
import { namesOf } from '../person/person-name.ts'
import { holdersAt, holdersOf } from '../role/holder.ts'

/** People who may open an interview of these leaves. */
export const readersOf = async (
  stores: Pick<Stores, 'service'>,
  dictionary: Dictionary,
  leaves: readonly number[],
): Promise<ReadonlySet<string>> => holdersAt(await holdersOf(stores, dictionary, 'seeInterviews'), leaves)

/** Those whose names contain a text, by name. */
export async function readersNamed(
  stores: Pick<Stores, 'service'>,
  dictionary: Dictionary,
  leaves: readonly number[],
  search: string,
): Promise<ReplyOf<(typeof interviewCalls)['people']>> {
  const wanted = search.trim().toLowerCase()
  return [...(await namesOf(stores.service, await readersOf(stores, dictionary, leaves)))]
    .map(([userId, name]) => ({ userId, name }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1))
    .slice(0, mostMentionable)
}

/** Tells whom a note mentions for the first time, on their screens and by mail. */
export async function mentionPeople(
  stores: Pick<Stores, 'service'>,
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { number, id }: NoticedInterview,
  note: string,
  people: readonly string[],
): Promise<void> {
  const told = await keepMentions(stores, client, who, dictionary, { note, interview: { number, id } }, people)
  if (told.length === 0) return
  await keepMentionNotices(client, dictionary, number, who.userId, told)
}
