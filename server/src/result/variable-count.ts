import type { Question } from '@kaiku/contract/question.ts'
import { formatPath } from '@kaiku/core/drill-path.ts'
import { optionCap } from '@kaiku/core/filter-kind.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary, StoredQuestion } from '../survey/dictionary.ts'
import type { Scope } from './scope.ts'
import { resolveSelection } from './selection.ts'
import { conditions, sumStatement } from './statement.ts'
import { stored, valid, whole } from './validity.ts'

/** How often a question was answered and how. Of a protected survey with too few answers: all null. */
export type VariableCount = {
  readonly nValid: number | null
  readonly nMissing: number | null
  /** Interviews by stored code, missing codes too; of a number only its labelled codes. */
  readonly codes: ReadonlyMap<string, number> | null
  /** Smallest and largest valid answer of a scale or number; null in a protected survey: it would be one person's. */
  readonly min: number | null
  readonly max: number | null
}
export type VariableCounts = {
  readonly nInterviews: number | null
  readonly counts: ReadonlyMap<string, VariableCount>
}

/** Questions per statement: one scan reads that many columns at once. */
const perScan = 40

/** Counts of all questions over what the scope allows. */
export async function variableCounts(
  stores: Pick<Stores, 'clickhouse'>,
  dictionary: Dictionary,
  scope: Scope,
  today: string,
): Promise<VariableCounts> {
  const { settings, views } = dictionary.definition
  const [view] = views
  const start = view ? formatPath([view.extName, view.root.id]) : ''
  const selection = resolveSelection(dictionary, start, today, scope)
  const source = { dictionary, conditions: conditions(selection, null) }
  const options = { lane: 'heavy', tenant: dictionary.universe, timeout: 120 } as const
  const ask = (columns: readonly string[]) => stores.clickhouse.read(sumStatement(source, [], columns), {}, options)

  const [[total] = []] = await ask(['count()'])
  const nInterviews = Number(total)
  const isProtected = settings.protection
  const counts = new Map<string, VariableCount>()
  for (const questions of chunks([...dictionary.questions.values()])) {
    const asked = questions.map(aggregatesOf)
    const [row = []] = await ask(asked.flat())
    let at = 0
    questions.forEach((kept, i) => {
      const cells = row.slice(at, at + (asked[i]?.length ?? 0))
      at += asked[i]?.length ?? 0
      const count = countOf(kept, cells, nInterviews, isProtected)
      const minimum = kept.question.minimumN ?? settings.minimumN
      const isHidden = isProtected && (count.nValid ?? 0) < minimum
      counts.set(kept.question.id, isHidden ? hidden : count)
    })
  }
  return { nInterviews: isProtected && nInterviews < settings.minimumN ? null : nInterviews, counts }
}

const hidden: VariableCount = { nValid: null, nMissing: null, codes: null, min: null, max: null }

const chunks = (questions: readonly StoredQuestion[]) =>
  Array.from({ length: Math.ceil(questions.length / perScan) }, (_, i) =>
    questions.slice(i * perScan, (i + 1) * perScan),
  )

/** First the valid answers; then, as far as the type has them, the smallest, the largest and the codes. */
function aggregatesOf(kept: StoredQuestion): string[] {
  const { question, column } = kept
  const isValid = valid(kept)
  const extent = [`minIf(${whole(kept)}, ${isValid})`, `maxIf(${whole(kept)}, ${isValid})`]
  switch (question.type) {
    case 'scale':
      return [`countIf(${isValid})`, ...extent, byCode(`[toString(${whole(kept)})]`, `isNotNull(${column})`)]
    case 'number':
      return [
        `countIf(${isValid})`,
        ...extent,
        ...labelled(question).map(([, code]) => `countIf(${whole(kept)} = ${code})`),
      ]
    case 'choice':
      return [`countIf(${isValid})`, byCode(`[toString(${column})]`, `${column} != ''`)]
    case 'multiple':
      return [`countIf(${isValid})`, byCode(`arrayMap(code -> toString(code), ${column})`, `a${kept.number}`)]
    case 'text':
    case 'date':
      return [`countIf(${isValid})`]
  }
}

const byCode = (codes: string, where: string) => `sumMapIf(${codes}, arrayMap(code -> toUInt64(1), ${codes}), ${where})`

/** A number's labelled and missing codes: as written and as stored. */
function labelled(question: Extract<Question, { type: 'number' }>): (readonly [string, bigint])[] {
  const codes = [...question.labels.map(({ code }) => code), ...question.missing.map(Number)]
  return [...new Set(codes)].flatMap((code) => {
    const written = stored(code, question.decimals)
    return written === null ? [] : [[String(code), written] as const]
  })
}

function countOf(
  { question }: StoredQuestion,
  [first, ...more]: readonly unknown[],
  nInterviews: number,
  isProtected: boolean,
): VariableCount {
  const nValid = Number(first)
  const counted = { nValid, nMissing: nInterviews - nValid }
  if (question.type === 'text' || question.type === 'date')
    return { ...counted, codes: new Map(), min: null, max: null }
  if (question.type === 'choice' || question.type === 'multiple')
    return { ...counted, codes: codesIn(more[0]), min: null, max: null }
  const [min, max, ...rest] = more
  const unit = question.type === 'number' ? 10 ** question.decimals : 1
  const edge = (value: unknown) => (isProtected || nValid === 0 ? null : Number(value) / unit)
  const codes =
    question.type === 'scale'
      ? codesIn(rest[0])
      : new Map(labelled(question).map(([code], i) => [code, Number(rest[i])] as const))
  return { ...counted, codes, min: edge(min), max: edge(max) }
}

/** Reads the two lists of `sumMap`. */
function codesIn(lists: unknown): ReadonlyMap<string, number> {
  const [codes, counts] = Array.isArray(lists) ? lists : []
  if (!Array.isArray(codes) || !Array.isArray(counts)) return new Map()
  return new Map(codes.slice(0, optionCap).map((code, i) => [String(code), Number(counts[i])] as const))
}
