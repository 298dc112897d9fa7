import { type SurveyUsage, usageWeeks } from '@kaiku/contract/usage.ts'
import { addDays, type Day, startOf } from '@kaiku/core/day.ts'
import { localise } from '@kaiku/core/localised.ts'
import { type VisitKind, visitKinds } from '@kaiku/core/visit.ts'
import type pg from 'pg'
import { nullable, number, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { UsagePeriod } from './usage-setting.ts'

const weekColumns = {
  kind: oneOf(...visitKinds),
  subject: text,
  week: text,
  visits: number,
  people: nullable(number),
} satisfies Shape

/** By week: how often each was opened, and by how many people where that is or was kept. */
const byWeek = `with opened as (
    select kind, subject, date_trunc('week', day)::date as week, sum(visits)::int as visits from visit_count
    where universe = $1 and survey = $2 and day >= $3 group by 1, 2, 3),
  people as (
    select kind, subject, week, max(people)::int as people from (
      select kind, subject, date_trunc('week', day)::date as week, count(distinct person) as people from visit_person
      where universe = $1 and survey = $2 and day >= $3 group by 1, 2, 3
      union all
      select kind, subject, week, people from visit_week
      where universe = $1 and survey = $2 and week >= $3) p group by 1, 2, 3)
  select kind, subject, to_char(week, 'YYYY-MM-DD') as week, visits, people
  from opened left join people using (kind, subject, week) order by 1, 2, 3`

/** People of several weeks are not to be added up. */
const overall = `select kind, subject, count(distinct person)::int as people from visit_person
  where universe = $1 and survey = $2 and day >= $3 group by 1, 2`

const pagesByWeek = `select to_char(date_trunc('week', day), 'YYYY-MM-DD') as week, count(distinct person)::int as people
  from visit_person where universe = $1 and survey = $2 and kind = 'page' and day >= $3 group by 1`

const lastDays = `select kind, subject, to_char(max(day), 'YYYY-MM-DD') as day
  from visit_count where universe = $1 and survey = $2 group by 1, 2`

const firstDay = `select to_char(min(day), 'YYYY-MM-DD') as day from visit_count where universe = $1`

type Used = Pick<SurveyUsage, 'countedSince' | 'weeks' | 'total' | 'used'> & {
  /** When each page was opened last, by its name. */
  readonly lastOpened: ReadonlyMap<string, Day>
}

/** What is opened in a survey, the most opened first; what it has and nobody opens is not in it. */
export async function usedThings(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { from, today, hasNames, peopleDays }: UsagePeriod,
  locale: string,
): Promise<Used> {
  const own = [dictionary.universe, dictionary.survey]
  const rows = (await query(client, weekColumns, byWeek, [...own, from])).rows
  const last = (await query(client, { kind: oneOf(...visitKinds), subject: text, day: text }, lastDays, own)).rows
  const countedSince =
    (await query(client, { day: nullable(text) }, firstDay, [dictionary.universe])).rows[0]?.day ?? null
  const people = hasNames
    ? (await query(client, { kind: oneOf(...visitKinds), subject: text, people: number }, overall, [...own, from])).rows
    : []
  const together = (await query(client, { week: text, people: number }, pagesByWeek, [...own, from])).rows
  const weeks = Array.from({ length: usageWeeks }, (_, at) => addDays(from, 7 * at))
  const keptFrom = startOf('week', addDays(today, 1 - peopleDays))
  const isCounted = (week: Day) => countedSince !== null && countedSince < addDays(week, 7)
  // A week that is partly forgotten has the number that it had whole; of one before nothing is known unless it was kept.
  const known = (week: Day, count: number | null) =>
    count ?? (hasNames && week >= keptFrom && isCounted(week) ? 0 : null)
  const keyOf = (one: { readonly kind: VisitKind; readonly subject: string }) => `${one.kind} ${one.subject}`
  const each = new Map<string, (typeof rows)[number][]>()
  for (const row of rows) {
    const listed = each.get(keyOf(row)) ?? []
    listed.push(row)
    each.set(keyOf(row), listed)
  }
  const used = [...each].flatMap(([key, own]) => {
    const [first] = own
    if (!first) return []
    const { kind, subject } = first
    return {
      kind,
      subject,
      title: titleOf(dictionary, kind, subject, locale),
      visits: own.reduce((sum, { visits }) => sum + visits, 0),
      people: hasNames ? (people.find((one) => keyOf(one) === key)?.people ?? 0) : null,
      weeks: weeks.map((week) => {
        const found = own.find((one) => one.week === week)
        return { visits: found?.visits ?? (isCounted(week) ? 0 : null), people: known(week, found?.people ?? null) }
      }),
      lastDay: last.find((one) => keyOf(one) === key)?.day ?? null,
    }
  })
  const pages = rows.filter(({ kind }) => kind === 'page')
  return {
    countedSince,
    weeks,
    total: weeks.map((week) => ({
      visits: isCounted(week)
        ? pages.filter((one) => one.week === week).reduce((sum, { visits }) => sum + visits, 0)
        : null,
      people: known(week, together.find((one) => one.week === week)?.people ?? null),
    })),
    used: used.sort((one, other) => other.visits - one.visits || (one.subject < other.subject ? -1 : 1)),
    lastOpened: new Map(last.flatMap(({ kind, subject, day }) => (kind === 'page' ? [[subject, day] as const] : []))),
  }
}

function titleOf({ definition }: Dictionary, kind: VisitKind, subject: string, locale: string): string | null {
  const { pages, views, settings } = definition
  const title =
    kind === 'page'
      ? pages.find(({ extname }) => extname === subject)?.title
      : kind === 'view'
        ? views.find(({ extName }) => extName === subject)?.title
        : undefined
  return title === undefined ? null : localise(title, locale, settings.locale)
}
