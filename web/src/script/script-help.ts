import type { ScriptInput } from '@kaiku/contract/script.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { CodeHelp, CodeOffer } from '../code-editor/code.ts'

type Say = (text: Localised) => string
const plainName = /^[A-Za-z_$][\w$]*$/

/** How a script reads an answer. */
const reading = (id: string): string => (plainName.test(id) ? `answers.${id}` : `answers[${JSON.stringify(id)}]`)

/** What may be answered: a range, or codes with what they mean. */
function answersTo({ type, min, max, options }: ScriptInput, say: Say): string {
  const range = min === null || max === null ? type : `${type} ${min}–${max}`
  return [range, ...options.slice(0, 12).map(({ code, title }) => `${JSON.stringify(code)} ${say(title)}`)].join('\n')
}

/** What the editor knows of a survey's questions: their names behind `answers.`, their codes behind a comparison. */
export function scriptHelp(questions: readonly ScriptInput[], say: Say): CodeHelp {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const offered = (question: ScriptInput, label: string): CodeOffer => ({
    label,
    detail: say(question.title),
    info: answersTo(question, say),
    kind: 'property',
  })
  return {
    offers: async (text, at) => {
      const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
      const [, id, , begun] = /answers(?:\.([\w$]+)|\["([^"]+)"\])\s*[!=]==?\s*['"]([^'"]*)$/.exec(line) ?? []
      const compared = id === undefined ? undefined : byId.get(id)
      if (compared && begun !== undefined)
        return {
          from: at - begun.length,
          offers: compared.options.map(({ code, title }) => ({ label: code, detail: say(title), kind: 'constant' })),
        }
      const [, name] = /\banswers\.([\w$]*)$/.exec(line) ?? []
      if (name !== undefined)
        return {
          from: at - name.length,
          offers: questions.filter((one) => plainName.test(one.id)).map((one) => offered(one, one.id)),
        }
      const [word] = /[\w$]+$/.exec(line) ?? []
      if (word === undefined || word.length < 2) return null
      return { from: at - word.length, offers: questions.map((one) => offered(one, reading(one.id))) }
    },
    hover: async (text, at) => {
      for (const found of text.matchAll(/answers(?:\.([\w$]+)|\["([^"]+)"\])/g)) {
        const [all, name, quoted] = found
        const question = byId.get(name ?? quoted ?? '')
        if (question && found.index <= at && at <= found.index + all.length)
          return {
            from: found.index,
            to: found.index + all.length,
            title: say(question.title),
            text: answersTo(question, say),
          }
      }
      return null
    },
  }
}

/** Questions whose answers a script names, at most so many. */
export const named = (source: string, questions: readonly ScriptInput[], most: number): readonly ScriptInput[] =>
  questions.filter(({ id }) => source.includes(`answers.${id}`) || source.includes(`"${id}"`)).slice(0, most)

/** A script to begin with: it sorts interviews by the survey's first scale. */
export function firstScript(questions: readonly ScriptInput[]): string {
  const scale = questions.find(({ type, min, max }) => type === 'scale' && min !== null && max !== null)
  const read = scale ? reading(scale.id) : '1'
  const [most, least] = scale ? [scale.max ?? 1, scale.min ?? 0] : [1, 0]
  const key = scale ? (plainName.test(scale.id) ? scale.id : JSON.stringify(scale.id)) : null
  const given = (value: number) => (key === null ? '{}' : `{ ${key}: ${value} }`)
  return `export const variables = {
  group: {
    type: 'choice',
    title: { en: 'Group' },
    options: [
      { code: 'content', title: { en: 'Content' } },
      { code: 'other', title: { en: 'Other' } },
    ],
  },
}

export function compute({ answers, day }) {
  if (${read} === undefined) return {}
  return { group: ${read} === ${most} ? 'content' : 'other' }
}

export const tests = [
  { name: 'the best answer', answers: ${given(most)}, gives: { group: 'content' } },
  ${key === null ? '' : `{ name: 'the lowest answer', answers: ${given(least)}, gives: { group: 'other' } },\n  { name: 'no answer', answers: {}, gives: { group: null } },\n`}]
`
}
