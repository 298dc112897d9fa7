import { type AnswerScheme, all, type Condition, conditionOn } from './condition.ts'
import { readRange, resolveFilter } from './filter-kind.ts'
import { parseToken } from './filter-token.ts'
import { type Parsed, refused } from './parsed.ts'

type Asked = { readonly condition: Condition; readonly questions: readonly string[] }

/** No day means anything here: periods are written out. */
const anyDay = '2000-01-01'

/**
 * What a token asks of answers, its filters named by the questions themselves: `nps=0_6;channel=web*shop`. A scale or a
 * number takes steps or a range, a choice codes, a text a part of it (`delay~`), a date days. A refusal says what stands
 * in the token's place.
 */
export function answerCondition(token: string, questionOf: (id: string) => AnswerScheme | undefined): Parsed<Asked> {
  const parsed = parseToken(token)
  if (!parsed.ok) return parsed
  const parts: Condition[] = []
  for (const [name, values] of parsed.value) {
    const at = Math.max(0, token.indexOf(name))
    const question = questionOf(name)
    if (!question) return refused(at, `there is no question ${name}`, 'a question')
    const choice = resolveFilter(flagsOf(question, values), values, anyDay)
    if (!choice.ok) return refused(at, choice.message, choice.expected)
    parts.push(conditionOn(question, choice.value))
  }
  return { ok: true, value: { condition: all(parts), questions: [...parsed.value.keys()] } }
}

function flagsOf({ type }: AnswerScheme, values: readonly string[]) {
  if (type === 'date') return { dateInterval: true }
  if (type === 'text') return { submatch: true }
  return { range: (type === 'scale' || type === 'number') && values.some((value) => readRange(value) !== null) }
}
