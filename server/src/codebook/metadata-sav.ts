import { spssHead } from '../spss-file/spss-head.ts'
import { type SpssLabel, type SpssSet, type SpssVariable, spssNames } from '../spss-file/spss-variable.ts'
import type { Metadata } from './metadata.ts'

type Variable = Metadata['variables'][number]

const longestText = 255
const mostMissing = 3

/**
 * The dictionary as an SPSS system file without cases: variables with their labels, codes, missing codes and measures. A
 * multiple choice is one variable of 0 and 1 per code, in a set; the code of each stands in its label.
 */
export function metadataSav({ survey, variables }: Metadata): Buffer {
  const named = spssNames()
  const sets: SpssSet[] = []
  const columns = variables.flatMap((variable): SpssVariable[] => {
    if (variable.type !== 'multiple' || variable.codes.length === 0) return [columnOf(variable, named(variable.id))]
    const each = variable.codes.map(({ code, title }) => ({
      name: named(`${variable.id}_${code}`),
      label: `${variable.title}: ${title} (${code})`,
      width: 0,
      decimals: 0,
      measure: 'nominal' as const,
      labels: yesNo,
      missing: [],
    }))
    sets.push({ name: named(variable.id), label: variable.title, variables: each.map(({ name }) => name) })
    return each
  })
  // The same dictionary is the same file, whenever it is asked for.
  return spssHead({ label: survey, variables: columns, sets, cases: 0, at: 0 })
}

const yesNo: readonly SpssLabel[] = [
  { value: 0, label: '0' },
  { value: 1, label: '1' },
]

function columnOf({ type, title, codes }: Variable, name: string): SpssVariable {
  const isNumber = type === 'number' || type === 'scale' || (codes.length > 0 && codes.every(isWritten))
  const value = (code: string) => (isNumber ? Number(code) : code)
  const labels = codes.map((one) => ({ value: value(one.code), label: one.title }))
  const missing = codes.flatMap((one) => (one.missing ? [value(one.code)] : []))
  return {
    name,
    label: title,
    labels,
    // A fourth one cannot be declared; its label says what it means.
    missing: missing.slice(0, mostMissing),
    ...(type === 'date'
      ? { width: 0, decimals: 0, measure: 'scale', isDate: true }
      : isNumber
        ? { width: 0, decimals: type === 'number' ? 2 : 0, measure: measureOf(type) }
        : { width: widthOf(codes.map(({ code }) => code)), decimals: 0, measure: 'nominal' }),
  }
}

const isWritten = ({ code }: { code: string }) => /^-?\d{1,9}$/.test(code)
const measureOf = (type: string) => (type === 'number' ? 'scale' : type === 'scale' ? 'ordinal' : 'nominal')
/** Bytes; a text without codes may be as long as one can be. */
const widthOf = (codes: readonly string[]) =>
  codes.length === 0 ? longestText : Math.min(longestText, Math.max(1, ...codes.map((code) => Buffer.byteLength(code))))
