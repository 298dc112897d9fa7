import type { AlertSummary } from '@kaiku/contract/alert.ts'
import type { AlertEvent } from '@kaiku/contract/alert-event.ts'
import { alertSeverities, alertStates } from '@kaiku/core/alert-state.ts'
import type { TFunction } from 'i18next'
import { momentText } from '../browser/moment.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** "in 3 hours", "yesterday": how far a moment is from now, in its largest whole unit. */
export function farFrom(moment: string, now: number, locale: string): string {
  const by = new Date(moment).getTime() - now
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const far = Math.abs(by)
  if (far < hour) return words.format(Math.round(by / minute), 'minute')
  if (far < 2 * day) return words.format(Math.round(by / hour), 'hour')
  return words.format(Math.round(by / day), 'day')
}

const unitText = (amount: number, unit: 'minute' | 'hour' | 'day', locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(amount)

/** "25 days": how long something took, in its largest whole unit. */
function spanText(span: number, locale: string): string {
  if (span < hour) return unitText(span / minute, 'minute', locale)
  return span < 2 * day ? unitText(span / hour, 'hour', locale) : unitText(span / day, 'day', locale)
}

/** "3 hours 10 minutes": the same to the minute, as long as minutes matter. */
export function countdownText(span: number, locale: string): string {
  const minutes = Math.round(span / minute)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0 || rest === 0 || span >= 2 * day) return spanText(span, locale)
  return `${unitText(hours, 'hour', locale)} ${unitText(rest, 'minute', locale)}`
}

/** When it is due, from now, or how long it is overdue; undefined: no time is set, or it is solved. */
export function dueText({ dueAt, state }: AlertSummary, now: number, t: TFunction, locale: string): string | undefined {
  if (dueAt === null || state === 'solved') return undefined
  const late = now - new Date(dueAt).getTime()
  return late > 0
    ? t('alert.overdueBy', { time: spanText(late, locale) })
    : t('alert.dueWhen', { when: farFrom(dueAt, now, locale) })
}

export const ownerText = ({ owner }: AlertSummary, t: TFunction): string =>
  owner === null ? t('alert.nobody') : owner.name === '' ? t('alert.formerUser') : owner.name

/** The innermost places of an alert that the viewer may know by name. */
export const placeText = ({ place }: AlertSummary): string =>
  place.names
    .filter((name) => name !== '')
    .slice(-2)
    .join(' › ')

function valueText(field: string, value: string, t: TFunction, locale: string): string {
  const [state, severity] = [alertStates.find((one) => one === value), alertSeverities.find((one) => one === value)]
  if (field === 'state' && state) return t(`alert.state.${state}`)
  if (field === 'severity' && severity) return t(`alert.severity.${severity}`)
  return field === 'dueAt' ? momentText(value, locale) : value
}

const fields = ['state', 'severity', 'owner', 'tags', 'dueAt', 'rootCause', 'action'] as const
const isField = (text: string): text is (typeof fields)[number] => fields.some((one) => one === text)

/** What a change of an alert changed, each as a sentence. */
export function changeTexts({ changes }: AlertEvent, t: TFunction, locale: string): string[] {
  return changes
    .filter(({ field }) => field !== 'reply')
    .map(({ field, before, after }) => {
      if (field === 'attachment') return after ?? before ?? ''
      const [from, to] = [before, after].map((value) =>
        value === null ? t('alert.none') : valueText(field, value, t, locale),
      )
      const what = isField(field) ? t(`alert.field.${field}`) : field
      return before === null ? t('alert.set', { what, to }) : t('alert.changed', { what, from, to })
    })
}
