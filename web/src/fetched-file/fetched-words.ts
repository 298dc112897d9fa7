import type { FetchedFile, FetchOutcome, FetchRule, FileAddress } from '@kaiku/contract/fetched-file.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { momentText } from '../browser/moment.ts'
import { reasonText } from '../call/fault-text.ts'
import type { Badge } from '../control/badge.tsx'
import { ruleText } from '../report-schedule/schedule-words.ts'

type Tone = NonNullable<Parameters<typeof Badge>[0]['tone']>
const tones: Partial<Record<FetchOutcome, Tone>> = {
  imported: 'good',
  refused: 'bad',
  failed: 'bad',
  cancelled: 'warn',
}
export const toneOfOutcome = (outcome: FetchOutcome): Tone => tones[outcome] ?? 'plain'

const fetchRuleText = (rule: FetchRule, t: TFunction, locale: string): string =>
  rule.every === 'hour' ? t('fetched.hourly', { minutes: rule.minutes }) : ruleText(rule, t, locale)

/** When it is fetched, and when next and last. */
export function fetchTimes({ rule, nextAt, last, by }: FileAddress, t: TFunction, locale: string): string {
  return [
    fetchRuleText(rule, t, locale),
    ...(nextAt === null ? [] : [t('fetched.next', { when: momentText(nextAt, locale) })]),
    ...(last === null ? [] : [t('fetched.last', { when: momentText(last.at, locale) })]),
    ...(by === '' ? [] : [by]),
  ].join(' · ')
}

/** Why something was refused, in the reader's language where that is known. */
export const toldText = (fault: FetchedFile['fault'], t: TFunction): string =>
  fault === null ? '' : (reasonText(fault.reason ?? undefined, t) ?? fault.message)

/** What became of a file. */
export function fileText(file: FetchedFile, t: TFunction, locale: string): string {
  const { outcome, inserted, corrected, unchanged, rejected, settled } = file
  const shown = (n: number) => formatCount(n, locale)
  const counts = {
    rows: shown(inserted + corrected + unchanged + rejected),
    inserted: shown(inserted),
    corrected: shown(corrected),
    rejected: shown(rejected),
  }
  return [t(`fetched.file.${outcome}`, counts), ...(settled === 'left' ? [] : [t(`fetched.settled.${settled}`)])].join(
    ' · ',
  )
}
