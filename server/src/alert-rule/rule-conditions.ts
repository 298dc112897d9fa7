import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { holds, type StoredAnswer } from '@kaiku/core/condition-holds.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber } from '../dictionary/tree.ts'
import { conditionOfToken } from '../selection/filter-door.ts'
import { topicsIn } from '../topic/comment-topic-line.ts'
import { type CommentTopicKind, commentTopicId, commentTopicKinds } from '../topic/comment-topic-question.ts'
import { taxonomyOf } from '../topic/taxonomy.ts'

/** An interview as a rule looks at it. */
export type Judged = {
  readonly number: string
  readonly answers: Answers
  readonly day: string | null
  readonly leaves: readonly number[]
  readonly contact: string | null
}

/** Tests an interview against filters, as every figure is made: `true` where all hold. */
export type Test = (interview: Judged) => boolean

/** What a rule's token asks of an interview. Throws Fault `invalid` for one that names what is not there. */
export function testOf(dictionary: Dictionary, token: string): Test {
  const condition = conditionOfToken(dictionary, token)
  const date = dictionary.role('date')?.question.id
  const heard = new Map<string, ReturnType<typeof heardAnswer>>()
  const findTopics = (id: string, answers: Answers) => {
    const found = heard.get(id) ?? heardAnswer(dictionary, id)
    heard.set(id, found)
    return found(answers)
  }
  const answerOf = ({ day, answers }: Judged, id: string) => {
    if (id === date) return day ?? undefined
    return dictionary.commentTopics.has(id) ? findTopics(id, answers) : answers[id]
  }
  return (interview) => holds(condition, (id) => answerOf(interview, id))
}

/** What is found in a comment, as the answer to a question. */
function heardAnswer(dictionary: Dictionary, id: string): (answers: Answers) => StoredAnswer {
  const { findTopics } = taxonomyOf(dictionary.definition)
  const [comment, kind] = commentOf(dictionary, id)
  return (answers) => {
    const text = answers[comment]
    const heard = typeof text === 'string' ? topicsIn(fold(text), findTopics) : null
    if (heard === null) return undefined
    return { topic: heard.topics, praise: heard.praise, complaint: heard.complaint, sentiment: heard.sentiment }[kind]
  }
}

function commentOf({ questions }: Dictionary, id: string): [string, CommentTopicKind] {
  for (const comment of questions.keys())
    for (const kind of commentTopicKinds) if (commentTopicId(comment, kind) === id) return [comment, kind]
  throw new TypeError(`nothing is heard by the name ${id}`)
}

/** Whether an interview belongs to one of the drill paths; none named: to any. A path that leads nowhere any more holds none. */
export function testOfPlaces({ views }: Dictionary, paths: AlertRule['places']): Test {
  if (paths.length === 0) return () => true
  const tests = paths.map((text): Test => {
    const parsed = parsePath(text)
    const [name = '', , ...ids] = parsed.ok ? parsed.value : []
    const view = views.get(name)
    const node = view?.tree.resolve(ids) ?? null
    if (!view || node === null) return () => false
    return ({ leaves }) => isWithin(view.tree, leaves[view.number - 1] ?? rootNumber, node)
  })
  return (interview) => tests.some((test) => test(interview))
}
