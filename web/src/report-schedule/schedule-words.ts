import type { MailingState, ReportSchedule, ScheduleRule } from '@kaiku/contract/report-schedule.ts'
import { formatDay } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { momentText } from '../browser/moment.ts'
import type { Badge } from '../control/badge.tsx'

const two = (number: number) => String(number).padStart(2, '0')
/** As a field of time has it. */
export const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** 1 is Monday. */
export const weekdayName = (day: number, locale: string, weekday: 'short' | 'long' = 'short'): string =>
  // 2024 began on a Monday.
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** On which days, and when. */
export function ruleText(rule: ScheduleRule, t: TFunction, locale: string): string {
  const time = timeOf(rule.minutes)
  const values = {
    time,
    ...(rule.every === 'week' && { days: rule.days.map((day) => weekdayName(day, locale)).join(', ') }),
    ...(rule.every === 'month' && { day: rule.day }),
  }
  return t(`schedule.rule.${rule.every}`, values)
}

type Tone = NonNullable<Parameters<typeof Badge>[0]['tone']>
const tones: Partial<Record<MailingState, Tone>> = { sent: 'good', failed: 'bad', unknown: 'warn', noRight: 'warn' }
export const toneOf = (state: MailingState): Tone => tones[state] ?? 'plain'

/** When it is due next and what became of it last. */
export function timesText(
  { nextAt, last }: Pick<ReportSchedule, 'nextAt' | 'last'>,
  t: TFunction,
  locale: string,
): string {
  const states = Object.entries(last?.states ?? {}) as [MailingState, number][]
  return [
    ...(nextAt === null ? [] : [t('schedule.next', { when: momentText(nextAt, locale) })]),
    last === null ? t('schedule.never') : t('schedule.last', { when: momentText(last.at, locale) }),
    ...states.map(([state, n]) =>
      n === 1 ? t(`schedule.mailing.${state}`) : t('schedule.count', { n, state: t(`schedule.mailing.${state}`) }),
    ),
  ].join(' · ')
}

/** How long a reader rests from mails, without saying when they want them again. */
export const restWeeks = 4

/** The day so many weeks from now, as `2026-01-31`. */
export const afterWeeks = (weeks: number): string =>
  new Date(Date.now() + weeks * 7 * 86_400_000).toISOString().slice(0, 10)

/** That somebody gets no more of it, and until when. */
export const leftText = (until: string | null, t: TFunction, locale: string): string =>
  until === null ? t('schedule.left') : t('schedule.leftUntil', { when: formatDay(until, locale) })
