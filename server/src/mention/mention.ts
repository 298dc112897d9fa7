import type { Mention } from '@kaiku/contract/mention.ts'
import { seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { placeOf, translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, numbers, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publishLiveEvent } from '../live-event/live-event.ts'
import { namesOf } from '../person/person-name.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'
import { surveyByNumber } from '../survey/survey.ts'

const rowColumns = {
  mentionId: text,
  interviewId: nullable(text),
  alertId: nullable(text),
  noteId: text,
  survey: number,
  author: nullable(text),
  at: time,
  leaves: numbers,
  message: text,
} satisfies Shape

/** A note in which people are mentioned, and what it is about. */
export type Mentioning = { readonly note: string } & (
  | { readonly interview: { readonly number: string; readonly id: string } }
  | { readonly alert: string }
)

/**
 * Keeps who is mentioned in a note of the viewer's and tells their open screens. Answers whom it is news to: not the
 * viewer, and nobody whom this note mentioned before.
 */
export async function keepMentions(
  { service }: Pick<Stores, 'service'>,
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  of: Mentioning,
  people: readonly string[],
): Promise<readonly string[]> {
  const others = people.filter((person) => person !== who.userId)
  if (others.length === 0) return []
  const { rows } = await query(
    client,
    { person: text },
    `insert into mention (universe, survey, interview, alert, note, author, person)
     select $1, $2, $3, $4, $5, $6, person from unnest($7::uuid[]) as m(person)
     on conflict (universe, note, person) do nothing returning person`,
    [
      dictionary.universe,
      dictionary.survey,
      'interview' in of ? of.interview.number : null,
      'alert' in of ? of.alert : null,
      of.note,
      who.userId,
      others,
    ],
  )
  const by = (await namesOf(service, [who.userId])).get(who.userId) ?? ''
  const about =
    'interview' in of ? { interviewId: of.interview.id, alertId: null } : { interviewId: null, alertId: of.alert }
  for (const { person } of rows)
    await publishLiveEvent(client, dictionary, { kind: 'mention', ...about, noteId: of.note, by }, { person })
  return rows.map(({ person }) => person)
}

/** Nobody need read a note that was taken back. */
export async function dropMentions(client: pg.PoolClient, universe: string, note: string): Promise<void> {
  await client.query('update mention set read_at = now() where universe = $1 and note = $2 and read_at is null', [
    universe,
    note,
  ])
}

const most = 100
const longestExcerpt = 160

/** What the viewer has not read yet, as far as they may still open it, the newest first. */
export async function unreadMentions(stores: Stores, who: Viewer, locale: string): Promise<Mention[]> {
  const { rows } = await inUniverse(stores.pool, who.universe, (client) =>
    query(
      client,
      rowColumns,
      `select m.id as "mentionId", m.survey, m.author, m.at, m.note as "noteId", i.id as "interviewId",
         a.id as "alertId", coalesce(i.leaves, a.leaves) as leaves, coalesce(n.message, e.note, '') as message
       from mention m
       left join interview i on (i.universe, i.survey, i.number) = (m.universe, m.survey, m.interview)
       left join interview_note n on (n.universe, n.survey, n.number, n.id) = (m.universe, m.survey, m.interview, m.note)
       left join alert a on (a.universe, a.id) = (m.universe, m.alert) and a.withdrawn_at is null
       left join alert_event e on (e.universe, e.alert, e.id) = (m.universe, m.alert, m.note)
       where m.universe = $1 and m.person = $2 and m.read_at is null and (i.id is not null or a.id is not null)
       order by m.id desc limit ${most}`,
      [who.universe, who.userId],
    ),
  )
  const names = await namesOf(
    stores.service,
    rows.map(({ author }) => author),
  )
  const surveys = new Map<number, Dictionary>()
  for (const survey of new Set(rows.map((row) => row.survey))) surveys.set(survey, await surveyByNumber(stores, survey))
  return rows.flatMap(({ survey, author, at, leaves, message, ...ids }) => {
    const dictionary = surveys.get(survey)
    if (!dictionary || !mayOpen(who, dictionary, ids.alertId, leaves)) return []
    const translate = translatorOf(dictionary, locale)
    const scope = scopeOf(who, dictionary, ids.alertId === null ? 'seeInterviews' : 'handleAlerts')
    const [view = ''] = dictionary.views.keys()
    const place = placeOf({ who, dictionary, scope, translate }, { view, leaves })
    return {
      ...ids,
      survey: dictionary.extName,
      surveyTitle: translate(dictionary.definition.settings.title),
      by: names.get(author ?? '') ?? '',
      at: at.toISOString(),
      place: place.names.at(-1) ?? '',
      excerpt: message.slice(0, longestExcerpt),
    }
  })
}

const mayOpen = (who: Viewer, dictionary: Dictionary, alertId: string | null, leaves: readonly number[]): boolean =>
  seesSurvey(who, dictionary.extName) &&
  (alertId === null
    ? !dictionary.definition.settings.protection && reaches(who, dictionary, 'seeInterviews', leaves)
    : reaches(who, dictionary, 'handleAlerts', leaves))

/** Says that mentions of the viewer are read; how many were not before. Others' are left alone. */
export async function readMentions(
  { pool }: Stores,
  { universe, userId }: Viewer,
  mentionIds: readonly string[],
): Promise<number> {
  const { rowCount } = await inUniverse(pool, universe, (client) =>
    client.query(
      `update mention set read_at = now()
       where universe = $1 and person = $2 and id = any($3::uuid[]) and read_at is null`,
      [universe, userId, mentionIds],
    ),
  )
  return rowCount ?? 0
}
