import { type Draft, type FileColumn, type Note, rowsText, share } from '../column/column.ts'
import type { Sample } from '../column/profile.ts'
import { free, slug } from '../column/slug.ts'

const mostOptions = 2000
const listedOptions = 200

/** Answers of one question spread over numbered columns (`Q8-1` … `Q8-6`), or ticked one column each. */
export function multiples(columns: readonly FileColumn[], sample: Sample): Draft[] {
  const taken = new Set(columns.map(({ id }) => id))
  const grouped = groupRuns(columns)
  const inGroup = new Set(grouped.flatMap(({ run }) => run))
  const parts = grouped.flatMap(({ run, title }) => ticked(run, sample, taken, title) ?? [])
  const numbered = numberedRuns(columns.filter((column) => !inGroup.has(column)))
  return [...parts, ...numbered.flatMap((run) => spread(run, taken) ?? ticked(run, sample, taken) ?? [])]
}

/** Columns that the head of an export calls parts of one question, as far as they are marked rather than written in. */
function groupRuns(columns: readonly FileColumn[]): { run: FileColumn[]; title: string }[] {
  const runs = new Map<string, FileColumn[]>()
  for (const column of columns)
    if (column.group !== null) runs.set(column.group, [...(runs.get(column.group) ?? []), column])
  return [...runs].flatMap(([title, all]) => {
    const run = all.filter(({ many, answers }) => !many && answers.size <= 2)
    return run.length >= 2 && all.length - run.length <= 1 ? [{ run, title }] : []
  })
}

const flags: readonly (readonly [string, string])[] = [
  ['1', '0'],
  ['Y', 'N'],
  ['Yes', 'No'],
]
/** The mark of what was chosen, where the columns hold two that mean yes and no. */
const flagOf = (marks: ReadonlySet<string>, among: readonly (readonly [string, string])[]): string | undefined =>
  among.find(([yes, no]) => marks.size === 2 && marks.has(yes) && marks.has(no))?.[0]

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
function ticked(run: readonly FileColumn[], sample: Sample, taken: Set<string>, title?: string): Draft | null {
  const [first] = run
  if (!first || run.length < (title === undefined ? 3 : 2)) return null
  const marks = new Set(run.flatMap(({ answers }) => [...answers.keys()]))
  const flag = flagOf(marks, title === undefined ? flags.slice(0, 1) : flags)
  const isFlag = flag !== undefined
  const single = run.every(({ answers, many }) => !many && answers.size <= 1)
  const together = sample.rows.some((row) => run.filter(({ index }) => (row[index] ?? -1) >= 0).length > 1)
  if (!isFlag && !(single && (together || title !== undefined))) return null
  const codes: Record<string, string> = {}
  const options = run.map(({ header, answers, variable }) => {
    const [mark = ''] = [...answers.keys()]
    const label = variable?.label || (isFlag || marks.size === 1 || mark === '' ? partName(header, title) : mark)
    return { code: header.trim(), title: label.slice(0, 4000) }
  })
  // Every column has its own mark: what is written there is the option's name.
  const chosen = isFlag ? flag : marks.size === 1 ? [...marks][0] : undefined
  if (chosen !== undefined) for (const { code } of options) codes[code] = code
  const own = chosen === undefined ? [...marks].map((mark) => ({ code: mark, title: mark })) : options
  if (own.some(({ code }) => code.length === 0 || code.length > 200)) return null
  return {
    columns: run,
    question: {
      type: 'multiple',
      id: free((title === undefined ? '' : slug(title)) || stemSlug(first), taken),
      title: title ?? stemTitle(first),
      options: own,
      open: true,
    },
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

/** What a column is called within its question. */
const partName = (header: string, title: string | undefined): string =>
  title === undefined ? header.trim() : (/\[([^\]]+)\]$/.exec(header.trim())?.[1] ?? header.trim())

const stem = ({ header }: FileColumn) => header.trim().replace(/[-_ .]*\d{1,3}$/, '') || header.trim()
const stemTitle = (column: FileColumn) => (column.variable?.label || stem(column)).slice(0, 4000)
const stemSlug = (column: FileColumn) => slug(stem(column)) || column.id
