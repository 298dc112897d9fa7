import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { meets, type StoredAnswer } from '@kaiku/core/answer-match.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import type { Condition } from '@kaiku/core/filter-kind.ts'
import { parseToken } from '@kaiku/core/filter-token.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Answers, Dictionary, StoredQuestion } from '../dictionary/dictionary.ts'
import { isWithin, rootNumber } from '../dictionary/tree.ts'
import { conditionOf, filteredQuestion, findFilter, unknownFilter } from '../selection/predicate.ts'
import { heardIn } from '../topic/heard-line.ts'
import { type HeardKind, heardId, heardKinds } from '../topic/heard-question.ts'
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

// Checked when it was published: nothing in a rule depends on the day.
const anyDay = '2000-01-01'

/** What a rule's token asks of an interview. Throws Fault `invalid` for one that names what is not there. */
export function testOf(dictionary: Dictionary, token: string): Test {
  const parsed = parseToken(token)
  if (!parsed.ok) throw unknownFilter(token)
  const tests = [...parsed.value].map(([name, values]): Test => {
    const filter = findFilter(dictionary, name)
    const stored = filter && filteredQuestion(dictionary, filter)
    if (!filter || !stored) throw unknownFilter(name)
    return testOfQuestion(dictionary, stored, conditionOf(dictionary, filter, values, anyDay))
  })
  return (interview) => tests.every((test) => test(interview))
}

function testOfQuestion(dictionary: Dictionary, stored: StoredQuestion, condition: Condition): Test {
  const { question } = stored
  if (question.id === dictionary.role('date')?.question.id)
    return ({ day }) => meets(question, day ?? undefined, condition)
  if (!dictionary.heard.has(question.id)) return ({ answers }) => meets(question, answers[question.id], condition)
  const hear = heardAnswer(dictionary, question.id)
  return ({ answers }) => meets(question, hear(answers), condition)
}

/** What is heard in a comment, as the answer to a question. */
function heardAnswer(dictionary: Dictionary, id: string): (answers: Answers) => StoredAnswer {
  const { hear } = taxonomyOf(dictionary.definition)
  const [comment, kind] = commentOf(dictionary, id)
  return (answers) => {
    const text = answers[comment]
    const heard = typeof text === 'string' ? heardIn(fold(text), hear) : null
    if (heard === null) return undefined
    return { topic: heard.topics, praise: heard.praise, complaint: heard.complaint, sentiment: heard.sentiment }[kind]
  }
}

function commentOf({ questions }: Dictionary, id: string): [string, HeardKind] {
  for (const comment of questions.keys())
    for (const kind of heardKinds) if (heardId(comment, kind) === id) return [comment, kind]
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
