import { missingCodes, missingNotes } from './choice.ts'
import { type Column, type Draft, listed, type Note, type Reading, share } from './column.ts'
import { numberIn } from './form.ts'
import { isMissingLabel, type Locale, means, said } from './vocabulary.ts'

const mostWords = 30
const leastNumbers = 0.8
const mostDecimals = 6
const largest = 9e15
/** Codes written in the place of a number that is not known. */
const standIns = new Set([-99, -9, -1, 98, 99, 997, 998, 999, 9998, 9999, 99_999, 999_999])
const ages = [17, 24, 34, 44, 54, 64] as const

/** Amounts, counts, ages, weights; null when the column does not hold numbers. */
export function number(column: Column, locale: Locale): Draft | null {
  const { forms, id, title } = column
  const words = [...forms.others].filter(([text]) => !column.blankTexts.includes(text))
  const numbers = forms.integer + forms.dot + forms.comma
  if (numbers === 0 || forms.manyOthers || words.length > mostWords || forms.padded > 0) return null
  if (share(numbers, column.answered) < leastNumbers) return null
  if (column.unique && forms.decimals === 0 && means(column.words, 'identifier')) return null
  const decimal = forms.comma > forms.dot ? ',' : '.'
  // The other sign can only be put right where the texts are known.
  if (forms.comma > 0 && forms.dot > 0 && column.many) return null
  const decimals = Math.min(mostDecimals, forms.decimals, digitsFor(Math.max(Math.abs(forms.min), Math.abs(forms.max))))
  if (Math.max(Math.abs(forms.min), Math.abs(forms.max)) > largest) return null

  const recode: Record<string, string | null> = Object.fromEntries(words.map(([text]) => [text, null]))
  if (forms.comma > 0 && forms.dot > 0)
    for (const text of column.answers.keys())
      if (text.includes(decimal === ',' ? '.' : ',')) recode[text] = text.replace(/[.,]/, decimal)
  const labels = missingCodes(column)
  const sentinels = standInCodes(column)
  const missing = [
    ...new Set([...[...labels.keys()].map(Number).filter(Number.isFinite), ...sentinels.map(([code]) => code)]),
  ]
  const isWeight = isWeightColumn(column)
  const isAge = means(column.words, 'age') && forms.min >= 0 && forms.decimals === 0
  const notes: Note[] = [...missingNotes(labels)]
  if (words.length > 0)
    notes.push({ assumption: `${listed(words)} taken as no answer`, reason: 'a word among numbers' })
  if (sentinels.length > 0)
    notes.push({
      assumption: `${listed(sentinels)} taken as no answer`,
      reason: 'far from all other numbers: doubtful',
    })
  if (decimal === ',') notes.push({ assumption: 'decimal comma', reason: 'numbers are written with it' })
  if (isAge) notes.push({ assumption: 'age in years, in bands', reason: 'its name says so' })
  if (isWeight)
    notes.push({
      assumption: 'weight of an interview; figures are unweighted unless they say "weighted"',
      reason: 'its name says so and its values are around 1',
    })
  if (forms.decimals > decimals)
    notes.push({ assumption: `rounded to ${decimals} decimals`, reason: `written with up to ${forms.decimals}` })
  if (!isAge && !isWeight)
    notes.unshift({
      assumption: `number from ${forms.min} to ${forms.max}`,
      reason: 'its values are numbers without a scale',
    })
  const reading: Reading = {
    ...(decimal === ',' ? { decimal } : {}),
    ...(Object.keys(recode).length > 0 ? { recode } : {}),
  }
  const named = [...(column.variable?.valueLabels ?? [])].flatMap(([code, label]) =>
    typeof code === 'number' ? [{ code, title: label }] : [],
  )
  return {
    columns: [column],
    question: {
      type: 'number',
      id,
      title,
      decimals,
      missing,
      ...(isWeight ? { roles: ['weight'] } : {}),
      ...(named.length > 0 ? { labels: named } : {}),
      ...(isAge ? { bands: ageBands(column, locale) } : {}),
    },
    reading,
    use: { aside: isWeight || forms.min === forms.max, measure: !isAge && !isWeight, background: isAge },
    notes,
  }
}

const digitsFor = (size: number) => Math.max(0, 15 - Math.max(1, Math.ceil(Math.log10(size + 1))))

function isWeightColumn({ forms, words, variable }: Column): boolean {
  if (variable?.weight) return true
  return (
    means(words, 'weight') && forms.decimals >= 2 && forms.max <= 100 && forms.min >= 0 && !variable?.valueLabels.size
  )
}

/** Stand-in codes at the end of the numbers with a wide gap before them. */
function standInCodes(column: Column): [number, number][] {
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
function ageBands({ forms, variable, answers }: Column, locale: Locale) {
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
    if (from === null) return { id: `under${to + 1}`, title: `${said.under[locale]} ${to + 1}`, to }
    return { id: `${from}-${to}`, title: `${from}–${to}`, from, to }
  })
}
