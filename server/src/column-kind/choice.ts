import { type Draft, type FileColumn, isKey, type Note, share, wholeAnswers } from '../column/column.ts'
import { numberIn } from '../column/form.ts'
import { isGood, isMissingLabel, means, placeLevel, said, yesOf } from '../column/vocabulary.ts'

/** Above this many options, they are read from the data rather than listed in the definition. */
const mostListed = 200
const mostCodes = 25
/** Rows per distinct answer from which short texts count as options rather than as free text. */
const rowsPerOption = 3
const leastNumbers = 0.8
const fewestCounted = 6

/** Two answers that mean yes and no (`1`/`0`, `kyllä`/`ei` …); null for any other column. */
export function yesNo(column: FileColumn): Draft | null {
  if (column.many || column.answers.size !== 2) return null
  const found = yesOf([...column.answers.keys()])
  if (!found) return null
  const { id, title } = column
  const isNumber = found.yes === '1'
  return {
    columns: [column],
    question: {
      type: 'choice',
      id,
      title,
      options: [
        { code: found.yes, title: isNumber ? said.yes : found.yes },
        { code: found.no, title: isNumber ? said.no : found.no },
      ],
    },
    reading: {},
    use: { share: { set: [found.yes], title: null } },
    notes: [
      {
        assumption: `${found.yes} is yes and ${found.no} is no; the share of yes is a figure`,
        reason: 'it has these two answers only',
      },
    ],
  }
}

/** The codes and labels of an SPSS dictionary; null when its labels do not name the answers. */
export function labelled(column: FileColumn): Draft | null {
  const { variable } = column
  if (!variable || variable.valueLabels.size === 0 || column.many) return null
  const missing = missingCodes(column)
  const valid = [...column.answers].filter(([text]) => !missing.has(text))
  const labels = new Map([...variable.valueLabels].map(([code, label]) => [String(code), label]))
  const named = valid.filter(([text]) => labels.has(text)).length
  if (valid.length > 0 && (named / valid.length < 0.5 || valid.length - named > 5)) return null
  if (valid.length === 0 && labels.size === missing.size) return null
  const unlabelled = valid.filter(([text]) => !labels.has(text)).map(([text]) => text)
  const codes = [...labels.keys(), ...unlabelled].filter((code) => code !== '' && code.length <= 200)
  const options = codes.map((code, order) => ({ code, title: (labels.get(code) || code).slice(0, 4000), order }))
  const good = options.find(({ code, title }) => !missing.has(code) && isGood(title))
  const notes = missingNotes(missing)
  if (unlabelled.length > 0)
    notes.push({ assumption: `${unlabelled.join(', ')} kept as they are`, reason: 'codes without a label' })
  const { id, title } = column
  return {
    columns: [column],
    question: {
      type: 'choice',
      id,
      title,
      options,
      missing: [...missing.keys()].filter((code) => codes.includes(code)),
    },
    reading: {},
    use: {
      ...(good ? { share: { set: [good.code], title: good.title } } : {}),
      background: isBackground(column),
      aside: valid.length < 2,
    },
    notes: valid.length === 1 ? [...notes, constantNote] : notes,
  }
}

/** Codes of an SPSS variable that are no answer, each with the reason: declared so, or labelled so. */
export function missingCodes({ variable, values }: FileColumn): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!variable) return found
  for (const code of variable.missing) if (String(code) !== '') found.set(String(code), 'declared missing in the file')
  for (const [code, label] of variable.valueLabels)
    if (isMissingLabel(label) && String(code) !== '') found.set(String(code), `labelled ${label}`)
  const range = variable.missingRange
  const codes = [...values.keys(), ...[...variable.valueLabels.keys()].map(String)]
  if (range)
    for (const code of codes)
      if (Number(code) >= range.from && Number(code) <= range.to && code !== '')
        found.set(code, 'declared missing in the file')
  return found
}

export const missingNotes = (missing: ReadonlyMap<string, string>): Note[] =>
  missing.size === 0
    ? []
    : [
        {
          assumption: `${[...missing.keys()].join(', ')} taken as no answer`,
          reason: [...new Set(missing.values())].join(', '),
        },
      ]

const constantNote: Note = { assumption: 'kept, but no filter', reason: 'it has the same answer everywhere' }

/** Codes or short texts that come again and again; null when they do not. */
export function choice(column: FileColumn): Draft | null {
  const { answers, answered, many, id, title, variable } = column
  if (answered === 0 || column.longest > 200) return null
  const whole = wholeAnswers(column, mostCodes)
  const isPlace = placeLevel(column.words) !== null
  const identifies = means(column.words, 'identifier')
  const isNumeric = !many && column.forms.others.size <= column.blankTexts.length && !column.forms.manyOthers
  if (isNumeric && !whole && !isPlace && !identifies) return null
  // A dictionary would name the codes of a choice; so many without a name are counted.
  const isCounted = variable !== null && variable.valueLabels.size === 0 && answers.size >= fewestCounted
  if (isNumeric && isCounted && !isPlace && !identifies) return null
  // A few odd cells do not make a choice of what are numbers.
  const isCode = isPlace || identifies || means(column.words, 'postal')
  if (!many && !isNumeric && !isCode && isMostlyNumbers(column)) return null
  // A store's number is its name; a number of visits is a number.
  const isName = isPlace && identifies
  if (isNumeric && means(column.words, 'measure') && !isName) return null
  if (many ? !(isPlace && share(column.filled, answers.size) > 2) : !repeats(column, whole !== null)) return null
  const byNumber = wholeAnswers(column, answers.size) !== null
  const codes = many || answers.size > mostListed ? [] : sorted(answers, byNumber)
  const { recode, note } = spellings(column, byNumber)
  const kept = codes.filter((code) => !Object.hasOwn(recode, code))
  const good = goodShare(kept)
  const notes =
    answers.size === 1 ? [constantNote] : [...describe(column, whole !== null, identifies), ...(note ? [note] : [])]
  if (good.share?.title)
    notes.push({
      assumption: `the share of "${good.share.title}" is a figure`,
      reason: 'of its two answers it is the good one',
    })
  return {
    columns: [column],
    question: {
      type: 'choice',
      id,
      title,
      options: kept.map((code) => ({ code, title: code })),
      open: true,
      ...(identifies && !isPlace ? { roles: ['identifier'] } : {}),
    },
    reading: Object.keys(recode).length > 0 ? { recode } : {},
    use: { background: isBackground(column), aside: answers.size < 2, ...good },
    notes,
  }
}

function isMostlyNumbers({ forms, answers, answered, words }: FileColumn): boolean {
  const different = [...answers.keys()].filter((text) => numberIn(text) !== null).length
  const isMany = different > mostCodes || (different > 5 && means(words, 'measure'))
  return isMany && share(forms.integer + forms.dot + forms.comma, answered) >= leastNumbers
}

function repeats({ answers, answered, meanWords }: FileColumn, isCode: boolean): boolean {
  if (isCode) return true
  // Sentences are what somebody wrote, however often the same is written.
  if (meanWords >= 8) return false
  if (answers.size <= 2 && answered > 0) return true
  if (answers.size <= 12 && meanWords < 4) return answered >= answers.size * 1.5 || answers.size <= 3
  return answered >= answers.size * rowsPerOption
}

/** Names of the same answer that differ in case or inner space are one; the most frequent spelling stays. */
function spellings(
  { answers, many }: FileColumn,
  isCode: boolean,
): { recode: Record<string, string>; note: Note | null } {
  const recode: Record<string, string> = {}
  if (many || isCode || answers.size > 2000) return { recode, note: null }
  const best = new Map<string, [string, number]>()
  const key = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
  for (const [text, n] of answers) if (n > (best.get(key(text))?.[1] ?? 0)) best.set(key(text), [text, n])
  for (const text of answers.keys()) {
    const [kept = text] = best.get(key(text)) ?? []
    if (kept !== text && isKey(text)) recode[text] = kept
  }
  const changed = Object.entries(recode).slice(0, 5)
  if (changed.length === 0) return { recode, note: null }
  const shown = changed.map(([from, to]) => `${from} read as ${to}`).join(', ')
  return { recode, note: { assumption: shown, reason: 'they differ in capital letters or spaces only' } }
}

function sorted(answers: ReadonlyMap<string, number>, byNumber: boolean): string[] {
  const texts = [...answers].filter(([text]) => text.length <= 200)
  return texts
    .sort(([a, n], [b, m]) => (byNumber ? Number(a) - Number(b) : m - n || (a < b ? -1 : 1)))
    .map(([text]) => text)
}

function describe({ answers, many }: FileColumn, isCode: boolean, identifies: boolean): Note[] {
  const size = many ? 'thousands of' : `${answers.size}`
  if (identifies)
    return [
      {
        assumption: `identifier with ${size} different values, searched for in a filter`,
        reason: 'its name says so and its values repeat',
      },
    ]
  const some = [...answers].slice(0, 3).map(([text]) => text)
  const shown = `${some.join(', ')}${answers.size > 3 ? ' …' : ''}`
  if (isCode)
    return [
      {
        assumption: `choice of ${size} codes without names: ${shown}`,
        reason: 'small whole numbers that do not behave like a rating',
      },
    ]
  return [{ assumption: `choice of ${size} options: ${shown}`, reason: 'the same texts come again and again' }]
}

/** Of two options one of which is plainly the good one, its share. */
function goodShare(codes: readonly string[]): Draft['use'] {
  if (codes.length !== 2) return {}
  const good = codes.filter(isGood)
  return good.length === 1 && good[0] !== undefined ? { share: { set: [good[0]], title: good[0] } } : {}
}

export const isBackground = (column: FileColumn): boolean =>
  placeLevel(column.words) !== null || means(column.words, 'fact') || means(column.words, 'person')
