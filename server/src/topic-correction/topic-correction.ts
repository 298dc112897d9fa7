import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { topicCorrectionCalls } from '@kaiku/contract/topic-correction.ts'
import type { Permission, Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { otherTopic } from '@kaiku/core/lexicon.ts'
import { localise as sayIn } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import type { CommentTopics } from '@kaiku/core/topic.ts'
import { corrected } from '@kaiku/core/topic-correction.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, numbers, query, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { setTopics } from '../interview-change/mark-interview.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { tellOfInterviews } from '../live-event/interview-news.ts'
import { namesOf } from '../person/person-name.ts'
import { reaches } from '../selection/scope-condition.ts'
import { commentQuestions } from '../topic/comment-topic-question.ts'
import { taxonomyOf, topicTitles } from '../topic/taxonomy.ts'
import type { AllRighted, Righted } from './stored-topics.ts'
import { storedTopics } from './stored-topics.ts'

type Calls = typeof topicCorrectionCalls
type Comments = ReplyOf<Calls['read']>

/**
 * What the comments of an interview speak of, where the viewer may read them. Throws Fault `not_found` where they may
 * not, `forbidden` in a protected survey, which shows no single comments.
 */
export async function topicsOfInterview(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviewId: string,
  locale: string,
): Promise<Comments> {
  const { comments, number } = await opened(stores, who, dictionary, interviewId, 'seeInterviews')
  const righted = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { rows } = await query(
      client,
      {
        topics: json(storedTopics),
      },
      `select coalesce(topics, '{}') as topics from interview where universe = $1 and survey = $2 and number = $3`,
      [dictionary.universe, dictionary.survey, number],
    )
    return rows[0]?.topics ?? {}
  })
  const people = Object.values(righted).flatMap((topics) => Object.values(topics).map(({ by }) => by))
  const names = await namesOf(stores.service, people)
  return { comments: comments.map((comment) => shown(dictionary, comment, righted, names, locale)) }
}

/**
 * Says whether a comment speaks of a topic; null takes back what was said. What is said stands beside the answers and
 * outlives every other reading of them. Throws as `topicsOfInterview`, and Fault `invalid` for what is no comment or
 * no topic of the survey.
 */
export async function correctTopic(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { interviewId, question, topic, isThere }: InputOf<Calls['correct']>,
): Promise<void> {
  // It changes everybody's figures, as a corrected answer does, so it asks for the same right.
  const { comments, number } = await opened(stores, who, dictionary, interviewId, 'importData')
  if (!comments.some((comment) => comment.question.id === question))
    throw invalid('question', 'a question whose comment the interview has', question)
  if (topic === otherTopic || !topicTitles(dictionary.definition).has(topic))
    throw invalid('topic', 'a topic of the survey', topic)
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { rows } = await query(
      client,
      {
        id: textColumn,
        leaves: numbers,
        topics: json(storedTopics),
      },
      `select id, leaves, coalesce(topics, '{}') as topics from interview
       where universe = $1 and survey = $2 and number = $3 for update`,
      [dictionary.universe, dictionary.survey, number],
    )
    const [stored] = rows
    if (!stored) throw new Fault('not_found', 'There is no such interview.')
    const { [topic]: _, ...rest } = stored.topics[question] ?? {}
    const said = { there: isThere === true, by: who.userId, at: new Date().toISOString() }
    const own: Righted = isThere === null ? rest : { ...rest, [topic]: said }
    const { [question]: __, ...others } = stored.topics
    const next: AllRighted = Object.keys(own).length > 0 ? { ...others, [question]: own } : others
    await setTopics(client, dictionary, number, next)
    await tellOfInterviews(client, dictionary, [{ ...stored, number }])
  })
}

const invalid = (place: string, expected: string, found: string) =>
  new Fault('invalid', 'The topic cannot be corrected.', [{ place, expected, found }])

type Comment = { readonly question: Question; readonly text: string }

/** The comments of an interview that the viewer may read. */
async function opened(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviewId: string,
  also: Permission,
): Promise<{ readonly number: string; readonly comments: Comment[] }> {
  const { number, answers, leaves } = await storedInterview(stores, dictionary, interviewId)
  const { seesPersonal } = await openInterview(stores, who, dictionary, number, also)
  if (!reaches(who, dictionary, 'seeComments', leaves)) return { number, comments: [] }
  return {
    number,
    comments: commentsIn(dictionary, answers).filter((one) => seesPersonal || !isPersonal(one.question)),
  }
}

export const commentsIn = ({ definition }: Dictionary, answers: Answers): Comment[] =>
  commentQuestions(definition).flatMap((question) => {
    const text = answers[question.id]
    return question.hidden || typeof text !== 'string' || text === '' ? [] : [{ question, text }]
  })

/** A comment as it is found, and as people put it right. */
export function heardAndRight(
  dictionary: Dictionary,
  text: string,
  righted: Righted,
): { commentTopics: CommentTopics; right: CommentTopics } {
  const heard = taxonomyOf(dictionary.definition).findTopics(fold(text))
  return { commentTopics: heard, right: corrected(heard, righted) }
}

function shown(
  dictionary: Dictionary,
  { question, text }: Comment,
  all: AllRighted,
  names: ReadonlyMap<string, string>,
  locale: string,
): Comments['comments'][number] {
  const { definition } = dictionary
  const righted = all[question.id] ?? {}
  const { commentTopics: heard, right } = heardAndRight(dictionary, text, righted)
  const titles = [...topicTitles(definition)].filter(([id]) => id !== otherTopic)
  const translate = (id: string, title: (typeof titles)[number][1]) => ({
    id,
    title: sayIn(title, locale, definition.settings.locale),
  })
  const named = (id: string) => right.topics.includes(id) || heard.topics.includes(id)
  return {
    question: question.id,
    text,
    sentiment: heard.sentiment,
    topics: titles
      .filter(([id]) => named(id))
      .map(([id, title]) => {
        const own = righted[id]
        const [good, bad] = [right.praise.includes(id), right.complaint.includes(id)]
        return {
          ...translate(id, title),
          isThere: right.topics.includes(id),
          mood: good === bad ? null : good ? ('praise' as const) : ('complaint' as const),
          by: own ? (names.get(own.by) ?? '') : null,
        }
      }),
    others: titles.filter(([id]) => !named(id)).map(([id, title]) => translate(id, title)),
  }
}
