import type { Definition } from '@kaiku/contract/definition.ts'
import type { Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { type Against, byId, checkKnown, checkUnique, codeFault, isNumeric } from './question-check.ts'

const file = 'imports.json'

export function checkImports({ imports, questions }: Definition, against: Against): void {
  const known = byId(questions)
  checkUnique(
    against,
    file,
    imports.map(({ name }, i) => ({ id: name, place: ['imports', i, 'name'] })),
  )
  for (const [i, mapping] of imports.entries()) checkMapping(mapping, ['imports', i], known, against)
}

function checkMapping(mapping: Mapping, above: JsonPlace, known: ReadonlyMap<string, Question>, against: Against) {
  const { columns, constants } = mapping
  const targets = [
    ...columns.map(({ question }, at) => ({ id: question, place: [...above, 'columns', at, 'question'] })),
    ...Object.keys(constants).map((id) => ({ id, place: [...above, 'constants', id] })),
  ]
  for (const { id, place } of targets)
    if (checkKnown(against, file, place, 'a question', id, known) && known.get(id)?.computed)
      against(file, place, 'a question that people answer', `"${id}", which a script computes`)
  checkUnique(against, file, targets)

  columns.forEach((column, at) => {
    const question = known.get(column.question)
    if (!question) return
    const only = (key: keyof typeof column, type: Question['type'], set: boolean) => {
      if (set && question.type !== type)
        against(
          file,
          [...above, 'columns', at, key],
          `a question of type ${type}`,
          `"${question.id}" of type ${question.type}`,
        )
    }
    only('column', 'multiple', Array.isArray(column.column))
    only('separator', 'multiple', column.separator !== undefined)
    only('chosen', 'multiple', column.chosen !== undefined)
    only('codes', 'multiple', column.codes !== undefined)
    only('formats', 'date', column.formats !== undefined)
    only('base', 'date', column.base !== undefined)
    const codes = [
      ...Object.entries(column.recode ?? {}).map(([text, code]) => ({ code, place: ['recode', text] })),
      ...(column.otherwise === undefined ? [] : [{ code: column.otherwise, place: ['otherwise'] }]),
    ]
    for (const { code, place } of codes) {
      const expected = code === null ? null : answerFault(question, code)
      if (expected !== null) against(file, [...above, 'columns', at, ...place], expected, JSON.stringify(code))
    }
  })
  for (const [id, value] of Object.entries(constants)) {
    const question = known.get(id)
    const expected = question ? answerFault(question, value) : null
    if (expected !== null) against(file, [...above, 'constants', id], expected, JSON.stringify(value))
  }
}

/** Why a code cannot be stored as an answer; missing codes can. */
function answerFault(question: Question, code: string | number): string | null {
  if (question.missing.some((missing) => String(missing) === String(code))) return null
  if (question.type === 'text' || question.type === 'date') return typeof code === 'string' ? null : 'a text in quotes'
  // A number in quotes is read like one in a cell.
  const isRead = isNumeric(question) && typeof code === 'string' && code.trim() !== '' && Number.isFinite(Number(code))
  return codeFault(question, isRead ? Number(code) : isNumeric(question) ? code : String(code))
}
