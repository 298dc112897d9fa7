import { type Draft, type FileColumn, type Note, rowsText, share } from '../column/column.ts'
import type { Sample } from '../column/profile.ts'
import { free, slug } from '../column/slug.ts'

const mostOptions = 2000
const listedOptions = 200

/** Answers of one question spread over numbered columns (`Q8-1` … `Q8-6`), or ticked one column each. */
export function multiples(columns: readonly FileColumn[], sample: Sample): Draft[] {
  const taken = new Set(columns.map(({ id }) => id))
  return numberedRuns(columns).flatMap((run) => {
    const draft = spread(run, taken) ?? ticked(run, sample, taken)
    return draft ? [draft] : []
  })
}

/** Columns that differ by a counting number at the end only, in order. */
function numberedRuns(columns: readonly FileColumn[]): FileColumn[][] {
  const runs = new Map<string, { column: FileColumn; number: number }[]>()
  for (const column of columns) {
    const [, stem, digits] =
      /^(.*?\D)[-_ .]?(\d{1,3})$/.exec(column.header.trim()) ??
      /^(.*\d[-_.])(\d{1,3})$/.exec(column.header.trim()) ??
      []
    if (stem === undefined) continue
    const key = stem.replace(/[-_ .]+$/, '')
    runs.set(key, [...(runs.get(key) ?? []), { column, number: Number(digits) }])
  }
  return [...runs.values()].flatMap((run) => {
    const inOrder = run.toSorted((a, b) => a.number - b.number)
    const counts = inOrder.length >= 2 && inOrder.every(({ number }, at) => number === at + (inOrder[0]?.number ?? 1))
    return counts && (inOrder[0]?.number ?? 9) <= 1 ? [inOrder.map(({ column }) => column)] : []
  })
}

/** First mentions in the first column, second ones in the next: each is filled less than the one before. */
function spread(run: readonly FileColumn[], taken: Set<string>): Draft | null {
  const [first, second] = run
  if (!first || !second || run.some(({ many, longest }) => many || longest > 200)) return null
  const falling = run.every(({ answered }, at) => at === 0 || answered <= (run[at - 1]?.answered ?? 0))
  if (!falling || second.answered > first.answered * 0.8 || first.answered === 0) return null
  const later = new Set(run.slice(1).flatMap(({ answers }) => [...answers.keys()]))
  const known = [...later].filter((code) => first.answers.has(code)).length
  const codes = new Set(run.flatMap(({ answers }) => [...answers.keys()]))
  if (later.size > 0 && known / later.size < 0.5) return null
  if (codes.size > mostOptions || share(first.answered, first.answers.size) < 2) return null
  const alone = first.answers.has('0') && !later.has('0')
  const notes: Note[] = [
    {
      assumption: `${run.map(({ header }) => header.trim()).join(', ')} read as one question with several answers`,
      reason: 'numbered columns with the same codes, each filled less than the one before',
    },
  ]
  if (alone)
    notes.push({
      assumption: `0 (${rowsText(first.answers.get('0') ?? 0)}) taken as no answer`,
      reason: 'it stands in the first column only: doubtful',
    })
  const listed = [...codes]
    .filter((code) => !(alone && code === '0'))
    .sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))
  return {
    columns: run,
    question: {
      type: 'multiple',
      id: free(stemSlug(first), taken),
      title: stemTitle(first),
      options: listed.length > listedOptions ? [] : listed.map((code) => ({ code, title: code })),
      open: true,
    },
    reading: alone ? { recode: { 0: null } } : {},
    use: {},
    notes,
  }
}

/** One column per option, holding the same mark where it was chosen. */
function ticked(run: readonly FileColumn[], sample: Sample, taken: Set<string>): Draft | null {
  const [first] = run
  if (!first || run.length < 3) return null
  const marks = new Set(run.flatMap(({ answers }) => [...answers.keys()]))
  const isFlag = marks.size === 2 && marks.has('0') && marks.has('1')
  const single = run.every(({ answers, many }) => !many && answers.size <= 1)
  const together = sample.rows.some((row) => run.filter(({ index }) => (row[index] ?? -1) >= 0).length > 1)
  if (!isFlag && !(single && together)) return null
  const codes: Record<string, string> = {}
  const options = run.map(({ header, answers, variable }) => {
    const [mark = ''] = [...answers.keys()]
    const title = variable?.label || (isFlag || marks.size === 1 || mark === '' ? header.trim() : mark)
    return { code: header.trim(), title: title.slice(0, 4000) }
  })
  // Every column has its own mark: what is written there is the option's name.
  const chosen = isFlag ? '1' : marks.size === 1 ? [...marks][0] : undefined
  if (chosen !== undefined) for (const { code } of options) codes[code] = code
  const own = chosen === undefined ? [...marks].map((mark) => ({ code: mark, title: mark })) : options
  if (own.some(({ code }) => code.length === 0 || code.length > 200)) return null
  return {
    columns: run,
    question: { type: 'multiple', id: free(stemSlug(first), taken), title: stemTitle(first), options: own, open: true },
    reading: chosen === undefined ? {} : { chosen, codes },
    use: {},
    notes: [
      {
        assumption: `${run.map(({ header }) => header.trim()).join(', ')} read as one question with several answers`,
        reason:
          chosen === undefined
            ? 'each holds one option or nothing'
            : `each holds ${chosen} where its option was chosen`,
      },
    ],
  }
}

const stem = ({ header }: FileColumn) => header.trim().replace(/[-_ .]*\d{1,3}$/, '') || header.trim()
const stemTitle = (column: FileColumn) => (column.variable?.label || stem(column)).slice(0, 4000)
const stemSlug = (column: FileColumn) => slug(stem(column)) || column.id
