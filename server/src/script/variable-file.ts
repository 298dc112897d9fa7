import { layOut } from '@kaiku/core/json-layout.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import type { Files } from '../definition/read-definition.ts'
import type { WrittenVariable } from './script.store.ts'

const file = 'questions.json'
const block = z.looseObject({ questions: z.array(z.looseObject({ id: z.string(), computed: z.boolean().optional() })) })

/** What a script declares, as questions.json has it. */
export const writtenVariables = (variables: string): WrittenVariable[] =>
  Object.entries(z.record(z.string(), z.record(z.string(), z.unknown())).parse(JSON.parse(variables))).map(
    ([id, said]) => Object.assign({ id }, said, { computed: true }),
  )

/**
 * The definition with these variables, each where it stood before or behind the others, and without those that are gone.
 * Throws Fault `conflict` where a question that people answer has the name of one.
 */
export function withVariables(files: Files, variables: readonly WrittenVariable[], gone: ReadonlySet<string>): Files {
  // Published files have been checked.
  const read = block.parse(JSON.parse((files.get(file) ?? '').replace(/^\uFEFF/, '')))
  const next = new Map(variables.map((one) => [String(one.id), one]))
  const taken = read.questions.find(({ id, computed }) => next.has(id) && computed !== true)
  if (taken) throw refuse('conflict', 'script.taken', { id: taken.id })
  const kept = read.questions.flatMap((question) => {
    const mine = next.get(question.id)
    next.delete(question.id)
    return mine ? [mine] : gone.has(question.id) ? [] : [question]
  })
  const questions = [...kept, ...next.values()]
  const text = `${layOut(Object.assign({}, read, { questions }))}\n`
  return new Map([...files, [file, text]])
}
