import {
  type ColumnReading,
  type Draft,
  type FileColumn,
  isKey,
  listed,
  type Note,
  rowsText,
  share,
} from '../column/column.ts'
import { numberIn } from '../column/form.ts'
import { inAll, isMissingLabel, means, said } from '../column/vocabulary.ts'
import { weightDecimals } from '../dictionary/dictionary.ts'
import { missingCodes, missingNotes } from './choice.ts'

const mostWords = 30
const shownWords = 8
const leastNumbers = 0.8
const mostDecimals = 6
const largest = 9e15
/** Codes written in the place of a number that is not known. */
const standIns = new Set([-99, -9, -1, 98, 99, 997, 998, 999, 9998, 9999, 99_999, 999_999])
const ages = [17, 24, 34, 44, 54, 64] as const

/** Amounts, counts, ages, weights; null when the column does not hold numbers. */
export function number(column: FileColumn): Draft | null {
  const { forms, id, title, variable } = column
  const words = [...forms.others].filter(([text]) => !column.blankTexts.includes(text))
  if (!holdsNumbers(column)) return null
  const labels = missingCodes(column)
  const standIn = standInCodes(column)
  const labelledCodes = [...labels.keys()].map(Number).filter(Number.isFinite)
  const named = [...(variable?.valueLabels ?? [])].flatMap(([code, label]) =>
    typeof code === 'number' ? [{ code, title: label }] : [],
  )
  const isWeight = isWeightColumn(column)
  const most = isWeight ? weightDecimals : mostDecimals
  const decimals = Math.min(most, forms.decimals, digitsFor(sizeOf(column)))
  const isAge = means(column.words, 'age') && forms.min >= 0 && forms.decimals === 0
  return {
    columns: [column],
    question: {
      type: 'number',
      id,
      title,
      decimals,
      missing: [...new Set([...labelledCodes, ...standIn.map(([code]) => code)])],
      ...(isWeight ? { roles: ['weight'] } : {}),
      ...(forms.percent > 0 ? { unit: '%' } : {}),
      ...(named.length > 0 ? { labels: named } : {}),
      ...(isAge ? { bands: ageBands(column) } : {}),
    },
    reading: readingOf(column, words),
    use: { aside: isWeight || forms.min === forms.max, measure: !isAge && !isWeight, background: isAge },
    notes: [
      whatNote(column, isAge, isWeight),
      ...missingNotes(labels),
      ...oddNotes(column, words),
      ...(standIn.length > 0
        ? [{ assumption: `${listed(standIn)} taken as no answer`, reason: 'far from all other numbers: doubtful' }]
        : []),
      ...(forms.thousands > 0 && forms.thousands === forms.dot + forms.comma
        ? [
            {
              assumption: `decimal ${decimalOf(column) === ',' ? 'comma' : 'point'}`,
              reason: 'thousands may be written so, too: doubtful',
            },
          ]
        : decimalOf(column) === ','
          ? [{ assumption: 'decimal comma', reason: 'numbers are written with it' }]
          : []),
      ...(forms.decimals > decimals
        ? [{ assumption: `rounded to ${decimals} decimals`, reason: `written with up to ${forms.decimals}` }]
        : []),
    ],
  }
}

type Counted = readonly (readonly [string, number])[]

/** Numbers with at most a few known words among them. */
function holdsNumbers(column: FileColumn): boolean {
  const { forms } = column
  const numbers = forms.integer + forms.dot + forms.comma
  if (numbers === 0 || forms.padded > 0 || means(column.words, 'postal')) return false
  if (share(numbers, column.answered) < leastNumbers || sizeOf(column) > largest) return false
  if (column.unique && forms.decimals === 0 && means(column.words, 'identifier')) return false
  // The other decimal sign can only be put right where the texts are known.
  return !(forms.comma > 0 && forms.dot > 0 && column.many)
}

const sizeOf = ({ forms }: FileColumn) => Math.max(Math.abs(forms.min), Math.abs(forms.max))
const decimalOf = ({ forms }: FileColumn) => (forms.comma > forms.dot ? ',' : '.')

function readingOf(column: FileColumn, words: Counted): ColumnReading {
  const decimal = decimalOf(column)
  const isListed = canBeListed(column, words)
  const recode: Record<string, number | null> = Object.fromEntries(isListed ? words.map(([text]) => [text, null]) : [])
  if (column.forms.comma > 0 && column.forms.dot > 0)
    for (const text of column.answers.keys()) {
      const value = numberIn(text)
      if (value !== null && text.includes(decimal === ',' ? '.' : ',')) recode[text] = value
    }
  return {
    ...(decimal === ',' ? { decimal } : {}),
    ...(Object.keys(recode).length > 0 ? { recode } : {}),
    ...(isListed ? {} : { otherwise: null }),
  }
}

const canBeListed = ({ forms }: FileColumn, words: Counted) =>
  !forms.manyOthers && words.length <= mostWords && words.every(([text]) => isKey(text))

/** What stands among numbers and is none. */
function oddNotes(column: FileColumn, words: Counted): Note[] {
  if (words.length === 0 && !column.forms.manyOthers) return []
  const numbers = column.forms.integer + column.forms.dot + column.forms.comma
  const all = rowsText(column.answered - numbers)
  const shown = [...words].sort(([, a], [, b]) => b - a).slice(0, shownWords)
  const rest = words.length > shownWords || column.forms.manyOthers ? ` and others, ${all} together,` : ''
  const isMuch = column.answered - numbers > 0.05 * column.answered
  return [
    {
      assumption: `${listed(shown)}${rest} taken as no answer`,
      reason: `no numbers among numbers${isMuch ? ', though many: doubtful' : ''}`,
    },
  ]
}

function whatNote({ forms, variable }: FileColumn, isAge: boolean, isWeight: boolean): Note {
  if (isAge) return { assumption: 'age in years, in bands', reason: 'its name says so' }
  if (!isWeight)
    return { assumption: `number from ${forms.min} to ${forms.max}`, reason: 'its values are numbers without a scale' }
  return {
    assumption: 'weight of an interview; figures are unweighted unless they say "weighted"',
    reason: variable?.weight
      ? 'the file is declared to be weighted by it'
      : 'its name says so and its values are around 1',
  }
}

const digitsFor = (size: number) => Math.max(0, 15 - Math.max(1, Math.ceil(Math.log10(size + 1))))

function isWeightColumn({ forms, words, variable }: FileColumn): boolean {
  if (variable?.weight) return true
  return (
    means(words, 'weight') && forms.decimals >= 2 && forms.max <= 100 && forms.min >= 0 && !variable?.valueLabels.size
  )
}

/** Stand-in codes at the end of the numbers with a wide gap before them. */
function standInCodes(column: FileColumn): [number, number][] {
  if (column.many) return []
  const unlabelled = [...column.answers].flatMap(([text, n]): [number, number][] => {
    const value = numberIn(text)
    return value === null ? [] : [[value, n]]
  })
  const plain = unlabelled.filter(([value]) => !standIns.has(value)).map(([value]) => value)
  if (plain.length < 5) return []
  const low = Math.min(...plain)
  const high = Math.max(...plain)
  return unlabelled.filter(
    ([value]) => standIns.has(value) && ((value < 0 && low >= 0) || value > 1.5 * Math.max(high, 10)),
  )
}

/** The usual bands, from the one that holds the youngest to the one that holds the oldest. */
function ageBands({ forms, variable, answers }: FileColumn) {
  const missing = new Set(
    [...(variable?.valueLabels ?? [])].flatMap(([code, label]) => (isMissingLabel(label) ? [Number(code)] : [])),
  )
  const known = [...answers.keys()].map(Number).filter((age) => Number.isFinite(age) && !missing.has(age) && age < 120)
  const young = known.length > 0 ? Math.min(...known) : forms.min
  const old = known.length > 0 ? Math.max(...known) : forms.max
  const ends = ages.filter((end) => end >= young && end < old)
  return [...ends, null].map((to, at) => {
    const before = at === 0 ? null : (ends[at - 1] ?? 0) + 1
    const from = before ?? (young >= 18 ? 18 : null)
    if (to === null) return { id: `${from ?? 0}up`, title: `${from ?? 0}+`, ...(from === null ? {} : { from }) }
    if (from === null) return { id: `under${to + 1}`, title: inAll((locale) => `${said.under[locale]} ${to + 1}`), to }
    return { id: `${from}-${to}`, title: `${from}–${to}`, from, to }
  })
}
