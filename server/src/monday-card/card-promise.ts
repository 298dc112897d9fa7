import type { CardLine } from '@kaiku/contract/monday-card.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { formatFiltered, parseFiltered } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { timeFilter } from '@kaiku/core/filter-token.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { listAlerts } from '../alert-list/alert-list.ts'
import type { FigureRequest } from '../result/result.ts'
import { cardLine, facts } from './card-line.ts'
import { cardText } from './card-text.ts'

/** Promises that are named; the rest are counted. */
const most = 5
const unsolved = ['open', 'inProgress', 'waiting'] as const

/** Alerts of the place that are not solved, the most urgent first; null: this person handles none here. */
export async function promiseLines(question: FigureRequest): Promise<CardLine[] | null> {
  const { dictionary, locale } = question
  const found = await unsolvedAlerts(question)
  if (!found) return null
  const { total, rows } = found
  if (total === 0) return [cardLine('muted', cardText('noPromises', locale))]
  const { timeZone } = dictionary.definition.settings
  const due = (dueAt: string, isOverdue: boolean) =>
    cardText(isOverdue ? 'overdue' : 'due', locale, formatDay(dayIn(timeZone, Date.parse(dueAt)), locale))
  const named = rows.map(({ alertId, interviewId, title, dueAt, isOverdue, owner }) =>
    cardLine('plain', title, {
      alertId,
      interviewId,
      facts: facts(dueAt === null ? '' : due(dueAt, isOverdue), owner?.name ?? ''),
    }),
  )
  const more = cardLine('muted', cardText('more', locale, formatCount(total - rows.length, locale)))
  return total > rows.length ? [...named, more] : named
}

async function unsolvedAlerts({ stores, who, dictionary, path, locale }: FigureRequest) {
  const read = parseFiltered(path)
  if (!read.ok) throw refuse('invalid', 'address.unreadable')
  const { selection } = read.value
  // What was promised stands until it is kept.
  const always = formatFiltered(read.value.path, new Map([...selection].filter(([name]) => name !== timeFilter)))
  const asked = { survey: dictionary.extName, path: always, state: [...unsolved], limit: most, locale }
  try {
    return await listAlerts(stores, who, dictionary, { ...asked, sort: 'due' }, Date.now())
  } catch (error) {
    if (error instanceof Fault && error.code === 'forbidden') return null
    throw error
  }
}
