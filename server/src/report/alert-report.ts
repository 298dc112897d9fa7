import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import { listAlerts } from '../alert-list/alert-list.ts'
import { alertLoop } from '../alert-list/alert-loop.ts'
import { type AlertSteps, stepsOfAlerts } from '../alert-page/alert-steps.ts'
import { loopTable } from '../component-table/alert-table.ts'
import { pathText, type ShownColumn, written } from '../component-table/figure-cells.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { ReportContext, ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

const atOnce = 1_000
/** Alerts in one report: a sheet of steps has several rows for each. */
const most = 200_000

/** The alerts of the selection, whatever their states, the latest first. */
export const alertReport: ReportMaker = async (context) => {
  const alerts = await allAlerts(context)
  const { locale } = context.words
  const { columns, rows } = written(alertColumns(context), alerts)
  return [
    { name: reportText('alerts', locale), columns, rows: [rows], frozen: 1 },
    {
      name: reportText('data', locale),
      columns: dataFields.map((title) => ({ title })),
      rows: [alerts.map(dataRow)],
      frozen: 1,
    },
  ]
}

/** What was done about them: by place, alert by alert, and step by step. */
export const actionReport: ReportMaker = async (context) => {
  const { question, words } = context
  const { stores, who, dictionary, path } = question
  const { locale } = words
  const alerts = await allAlerts(context)
  const ids = alerts.map(({ alertId }) => alertId)
  const steps = new Map<string, AlertSteps>()
  for (let at = 0; at < ids.length; at += atOnce)
    for (const [id, one] of await stepsOfAlerts(stores, who, dictionary, locale, ids.slice(at, at + atOnce)))
      steps.set(id, one)
  const asked = { survey: dictionary.extName, path, locale }
  const loop = await alertLoop(stores, who, dictionary, asked, Date.now())
  const summary = loopTable(loop, words)
  const table = written(outcomeColumns(context, steps), alerts)
  return [
    { name: reportText('summary', locale), columns: summary.columns, rows: [summary.rows], frozen: 1 },
    { name: reportText('alerts', locale), columns: table.columns, rows: [table.rows], frozen: 1 },
    {
      name: reportText('steps', locale),
      columns: stepTitles(words).map((title) => ({ title })),
      rows: alerts.map((alert) => stepRows(alert, steps.get(alert.alertId), locale)),
      frozen: 1,
    },
  ]
}

async function allAlerts({ question, progress, signal }: ReportContext): Promise<AlertSummary[]> {
  const { stores, who, dictionary, locale, path } = question
  const asked = {
    survey: dictionary.extName,
    path,
    locale,
    sort: 'newest' as const,
    state: [...alertStates],
    limit: atOnce,
  }
  const alerts: AlertSummary[] = []
  for (let after: string | null | undefined; after !== null && alerts.length < most && !signal.aborted; ) {
    const page = await listAlerts(stores, who, dictionary, { ...asked, after }, Date.now())
    alerts.push(...page.rows)
    after = page.next
    progress((0.9 * alerts.length) / Math.max(1, page.total))
  }
  return alerts
}

const momentOf = (at: string | null): SheetCell => (at === null ? null : { moment: Date.parse(at) })
const hours = 3_600_000

function alertColumns({ question, words: { say, locale } }: ReportContext): ShownColumn<AlertSummary>[] {
  const word = (key: Parameters<typeof reportText>[0]) => reportText(key, locale)
  const { indicators } = question.dictionary.definition
  const decimals = Math.max(0, ...indicators.map((one) => one.decimals))
  return [
    { title: say('text.alert'), cell: ({ title }) => title },
    { title: say('place'), cell: ({ place }) => pathText(place.names, '') },
    { title: say('text.state'), cell: ({ state }) => say(`text.${state}`) },
    { title: word('severity'), cell: ({ severity }) => word(severity) },
    { title: say('text.owner'), cell: ({ owner }) => owner?.name ?? null },
    { title: word('created'), cell: ({ createdAt }) => momentOf(createdAt) },
    { title: word('due'), cell: ({ dueAt }) => momentOf(dueAt) },
    { title: word('overdue'), cell: ({ isOverdue }) => say(isOverdue ? 'table.yes' : 'table.no') },
    { title: word('solvedAt'), cell: ({ solvedAt }) => momentOf(solvedAt) },
    { title: word('rule'), cell: ({ rule }) => rule.title },
    { title: word('tags'), cell: ({ tags }) => tags.join(', ') },
    { title: say('day'), cell: ({ day }) => (day === null ? null : { day }) },
    { title: word('score'), decimals, cell: ({ score, figure }) => score?.value ?? figure?.value ?? null },
    { title: say('text.comment'), cell: ({ excerpt }) => excerpt },
  ]
}

function outcomeColumns(context: ReportContext, steps: ReadonlyMap<string, AlertSteps>): ShownColumn<AlertSummary>[] {
  const word = (key: Parameters<typeof reportText>[0]) => reportText(key, context.words.locale)
  const since = ({ createdAt }: AlertSummary, at: number | null | undefined) =>
    at == null ? null : (at - Date.parse(createdAt)) / hours
  return [
    ...alertColumns(context).slice(0, 10),
    {
      title: word('firstAction'),
      decimals: 1,
      cell: (one) => since(one, steps.get(one.alertId)?.firstActionAt?.getTime()),
    },
    {
      title: word('close'),
      decimals: 1,
      cell: (one) => since(one, one.solvedAt === null ? null : Date.parse(one.solvedAt)),
    },
    { title: word('rootCause'), cell: ({ alertId }) => steps.get(alertId)?.rootCause ?? null },
    { title: word('action'), cell: ({ alertId }) => steps.get(alertId)?.action ?? null },
    { title: word('reopened'), cell: ({ alertId }) => steps.get(alertId)?.reopened ?? null },
  ]
}

const stepTitles = ({ say, locale }: ReportContext['words']) => [
  say('text.alert'),
  ...(['at', 'by', 'step', 'field', 'before', 'after', 'note'] as const).map((key) => reportText(key, locale)),
]

/** A row for each field that a step changed, one for a step that changed none. */
function stepRows({ title }: AlertSummary, steps: AlertSteps | undefined, locale: string): SheetCell[][] {
  return (steps?.timeline ?? []).flatMap(({ at, by, kind, changes, note }) => {
    const shown = changes.length > 0 ? changes : [{ field: '', before: null, after: null }]
    return shown.map(({ field, before, after }): SheetCell[] => [
      ...[title, momentOf(at), by?.name ?? 'Kaiku', reportText(`step.${kind}`, locale), field, before, after],
      note,
    ])
  })
}

const dataFields = [
  ...(['alertId', 'interviewId', 'rule', 'state', 'severity', 'ownerId', 'path', 'createdAt', 'dueAt'] as const),
  ...(['solvedAt', 'overdue', 'day', 'indicator', 'score', 'backfilled', 'tags'] as const),
] as const

const dataRow = (alert: AlertSummary): SheetCell[] => [
  ...[alert.alertId, alert.interviewId, alert.rule.id, alert.state, alert.severity, alert.owner?.userId ?? null],
  ...[alert.place.path, alert.createdAt, alert.dueAt, alert.solvedAt, Number(alert.isOverdue), alert.day],
  ...[alert.score?.indicator ?? alert.figure?.indicator?.id ?? null, alert.score?.value ?? alert.figure?.value ?? null],
  ...[Number(alert.isBackfilled), alert.tags.join(' ')],
]
