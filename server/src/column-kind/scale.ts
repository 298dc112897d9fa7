import { type Draft, type FileColumn, listed, wholeAnswers } from '../column/column.ts'
import { isMissingLabel, means } from '../column/vocabulary.ts'
import { likertOf } from './likert.ts'

/** Codes that questionnaires use for "do not know" and "not asked", far from any scale. */
const farCodes = new Set([-99, -98, -97, -9, -8, -7, -2, -1, 77, 88, 97, 98, 99, 777, 888, 998, 999])
const fewestPoints = 4
/** Small dips do not make a rating a code. */
const dip = 0.03

export type ScaleGuess = { readonly min: number; readonly max: number; readonly doubtful: readonly number[] }

/** The scale that whole numbers keep to, with the codes outside of it; null when they look like no scale. */
export function guessScale(
  values: ReadonlyMap<number, number>,
  fiveIsUsual: boolean,
  named: boolean,
): ScaleGuess | null {
  const all = [...values.keys()]
  const near = all.filter((value) => !farCodes.has(value))
  const has = (value: number) => values.has(value)
  const max = Math.max(...near)
  if (near.length < 3 || Math.min(...near) < 0) return null
  const made = (from: number, to: number) => {
    const inside = near.filter((value) => value >= from && value <= to)
    const most = inside.length >= Math.ceil((to - from + 1) / 2)
    return most ? { min: from, max: to, doubtful: all.filter((value) => value < from || value > to) } : null
  }
  if (max === 11 && has(10) && near.length >= 7) return made(0, 10)
  if (max === 10 && near.length >= 5) return made(has(0) || named ? 0 : 1, 10)
  if (max === 9 && has(5) && !has(6) && !has(7)) return made(1, 5)
  if (max === 9 && has(7) && !has(8)) return made(1, 7)
  if (max === 9 && near.length >= 6 && named) return made(0, 10)
  if (max === 8 && has(5) && !has(6) && !has(7)) return made(1, 5)
  if (max === 8 && has(7) && !has(0) && named) return made(1, 7)
  if (max === 8 && near.length >= 6 && named) return made(0, 10)
  if (max === 7) return has(6) || !has(5) ? made(1, 7) : made(1, 5)
  if (max === 6) return has(5) && (has(0) || fiveIsUsual) ? made(1, 5) : made(1, 6)
  if (max === 5) return made(1, 5)
  if (max === 4) return made(1, 4)
  return null
}

/** Whether the answers rise to one peak and fall again, as ratings do and codes of categories seldom. */
export function hasOnePeak(values: ReadonlyMap<number, number>, { min, max }: ScaleGuess): boolean {
  const counts = Array.from({ length: max - min + 1 }, (_, at) => values.get(min + at) ?? 0)
  const all = counts.reduce((sum, n) => sum + n, 0)
  const peak = counts.indexOf(Math.max(...counts))
  const falls = (a: number, b: number) => a - b > dip * all
  return counts.every(
    (n, at) => at === 0 || (at <= peak ? !falls(counts[at - 1] ?? 0, n) : !falls(n, counts[at - 1] ?? 0)),
  )
}

/** `Q7_ART` and `Q7 FOOD` belong to one battery, `Q7`; empty when the header has no such stem. */
export const stemOf = (header: string): string =>
  /^\s*([A-Za-z]{1,4}\d{1,3})(?=[^0-9]|$)/.exec(header)?.[1]?.toLowerCase() ?? ''

type Candidate = {
  readonly column: FileColumn
  readonly values: ReadonlyMap<number, number>
  readonly guess: ScaleGuess
}

const ratingPhrase =
  /\b(?:value for (?:the )?money|price (?:and )?quality|hinta laatu\w*|prisvärd\w*|pris och kvalitet|preis leistung\w*)\b/

const isRatingName = ({ words }: FileColumn) => means(words, 'rating') || means(words, 'recommendation')

/** The rating scales among the columns. Looked at together: items of one battery vouch for each other. */
export function scalesOf(columns: readonly FileColumn[]): Draft[] {
  const whole = columns.flatMap((column) => {
    const values = wholeAnswers(column)
    return values && !hasCodeLabels(column) ? [{ column, values }] : []
  })
  const fiveIsUsual = whole.filter(({ values }) => Math.max(...values.keys()) === 5).length >= 2
  const candidates = whole.flatMap(({ column, values }): Candidate[] => {
    const guess = guessScale(
      values,
      fiveIsUsual,
      means(column.words, 'recommendation') || means(column.words, 'rating'),
    )
    return guess ? [{ column, values, guess }] : []
  })
  const fit = candidates.filter((one) => one.guess.max - one.guess.min >= 9 || hasOnePeak(one.values, one.guess))
  const alike = (a: Candidate, b: Candidate) => a.guess.min === b.guess.min && a.guess.max === b.guess.max
  const alikeAs = (one: Candidate) => fit.filter((other) => alike(one, other))
  return candidates.flatMap((one): Draft[] => {
    const { column, guess } = one
    const named = isRatingName(column) || ratingPhrase.test(column.words.join(' '))
    const isPhrase = ratingPhrase.test(column.words.join(' '))
    // A price from 1 to 5 among ratings of that kind is how good it was found, unless it counts something.
    const isJudged = isPhrase || (means(column.words, 'judged') && alikeAs(one).length >= 3)
    const fact = !isJudged && (means(column.words, 'fact') || means(column.words, 'measure'))
    const stem = stemOf(column.header)
    const family = alikeAs(one)
    const kin = stem === '' ? [] : family.filter((other) => stemOf(other.column.header) === stem)
    const isFit = fit.includes(one) && isTold(one)
    const why = reason({
      named: named && isTold(one) && (!fact || means(column.words, 'recommendation')),
      kin: isFit ? kin.length : 0,
      family: isFit && !column.variable ? family.length : 0,
      alone: isFit && !column.variable && !fact && guess.max - guess.min >= fewestPoints,
      stem,
    })
    if (why === null || (!named && means(column.words, 'counts'))) return []
    return [scaleDraft(one, why)]
  })
}

/** A file with a dictionary would say so if a code were no answer: without a label it is one. */
const isTold = ({ column: { variable }, guess }: Candidate) =>
  !variable ||
  guess.doubtful.every((code) => farCodes.has(code) || isMissingLabel(variable.valueLabels.get(code) ?? ''))

type Evidence = { named: boolean; kin: number; family: number; alone: boolean; stem: string }

/** Why a column is taken for a rating; null when nothing speaks for it. */
function reason({ named, kin, family, alone, stem }: Evidence): string | null {
  if (named) return 'its name says that it is a rating'
  if (kin >= 3 || (kin >= 2 && family >= 4)) return `the other ${stem.toUpperCase()} columns keep to the same scale`
  if (family >= 4) return `${family - 1} other columns keep to the same scale`
  return alone ? 'its answers gather around one value, as those of ratings do' : null
}

/** Labels that tell the codes apart rather than the two ends of a scale. */
function hasCodeLabels({ variable }: FileColumn): boolean {
  const labels = [...(variable?.valueLabels.values() ?? [])].filter((label) => !isMissingLabel(label))
  return (
    labels.length > 2 ||
    (labels.length === 2 && !labels.some((label) => /^\d/.test(label)) && (variable?.valueLabels.size ?? 0) <= 2)
  )
}

function scaleDraft({ column, values, guess }: Candidate, why: string): Draft {
  const { min, max, doubtful } = guess
  const isTen = min === 0 && max === 10
  const nps = isTen && means(column.words, 'recommendation')
  const notes = [{ assumption: `rating from ${min} to ${max}${nps ? ', with NPS' : ''}`, reason: why }]
  if (doubtful.length > 0)
    notes.push({
      assumption: `${listed(doubtful.map((code) => [code, values.get(code) ?? 0]))} taken as no answer`,
      reason: `outside of ${min} to ${max}, where the answers are: doubtful`,
    })
  const labels = [...(column.variable?.valueLabels ?? [])].flatMap(([code, title]) =>
    typeof code === 'number' ? [{ code, title }] : [],
  )
  const { id, title } = column
  return {
    columns: [column],
    question: { type: 'scale', id, title, min, max, missing: [...doubtful], ...(labels.length > 0 ? { labels } : {}) },
    reading: {},
    use: { nps },
    notes,
  }
}

/** A column of words like "Very satisfied", or of numbers with words (`5 - Excellent`); null for any other. */
export function wordScale(column: FileColumn): Draft | null {
  if (column.many || column.answers.size > 24) return null
  const missing = [...column.answers].filter(([text]) => isMissingLabel(text))
  const texts = [...column.answers.keys()].filter((text) => !isMissingLabel(text))
  const named = means(column.words, 'rating') || means(column.words, 'recommendation')
  const inWords = likertOf(texts)
  const steps = inWords ?? numbered(texts, named)
  if (!steps) return null
  const used = new Set(steps.values())
  const isEven = inWords !== null && !used.has(3) && used.size === 4 && column.answered >= 50
  const codeOf = (step: number) => (isEven && step > 3 ? step - 1 : step)
  const codes = [...steps].map(([text, step]) => [text, codeOf(step)] as const).sort(([, a], [, b]) => a - b)
  const max = Math.max(...codes.map(([, code]) => code))
  const top = isEven ? 4 : max > 7 ? 10 : Math.max(5, max)
  const min = codes.some(([, code]) => code === 0) ? 0 : 1
  const titles = new Map(codes.map(([text, code]) => [code, text]))
  const nps = min === 0 && top === 10 && means(column.words, 'recommendation')
  const { id, title } = column
  return {
    columns: [column],
    question: {
      type: 'scale',
      id,
      title,
      min,
      max: top,
      labels: [...titles].map(([code, text]) => ({ code, title: text })),
    },
    reading: { recode: Object.fromEntries([...codes, ...missing.map(([text]) => [text, null] as const)]) },
    use: { nps },
    notes: [
      {
        assumption: `rating from ${min} to ${top}: ${codes.map(([text, code]) => `${text} = ${code}`).join(', ')}`,
        reason: 'its words are the steps of a scale',
      },
      ...(missing.length === 0
        ? []
        : [{ assumption: `${listed(missing)} taken as no answer`, reason: 'the words say so' }]),
    ],
  }
}

/** Numbers with words behind some of them: `0 - Not at all likely`, `1`, … `10 - Extremely likely`. Numbered options are not meant. */
function numbered(texts: readonly string[], named: boolean): ReadonlyMap<string, number> | null {
  const found = new Map<string, number>()
  for (const text of texts) {
    const [, digits] = /^(\d{1,2})(?:\s*[-–—=:.)(]+\s*\p{L}.*)?$/u.exec(text) ?? []
    if (digits === undefined || Number(digits) > 10) return null
    found.set(text, Number(digits))
  }
  const worded = texts.filter((text) => !/^\d+$/.test(text)).length
  const isScale = worded >= 1 && (named || worded < texts.length)
  return isScale && new Set(found.values()).size >= 4 ? found : null
}
