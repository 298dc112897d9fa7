const plainName = /^[A-Za-z_$][\w$]*$/

/** How a script reads an answer. */
export const reading = (id: string): string => (plainName.test(id) ? `answers.${id}` : `answers[${JSON.stringify(id)}]`)

/** A condition to begin with: of the survey's first scale, a low answer. */
export function firstCondition(questions: readonly { readonly id: string; readonly type: string }[]): string {
  const scale = questions.find(({ type }) => type === 'scale')
  if (!scale)
    return `export function meets({ answers, day }) {
  return true
}

export const tests = [{ name: 'everybody', answers: {}, gives: true }]
`
  const read = reading(scale.id)
  const key = plainName.test(scale.id) ? scale.id : JSON.stringify(scale.id)
  return `export function meets({ answers, day }) {
  return ${read} !== undefined && ${read} <= 2
}

export const tests = [
  { name: 'a low answer', answers: { ${key}: 1 }, gives: true },
  { name: 'no answer', answers: {}, gives: false },
]
`
}
