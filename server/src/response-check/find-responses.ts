import { type FindingDetail, responseCheckLimits } from '@kaiku/contract/response-check.ts'
import { addDays, type Day, daysBetween } from '@kaiku/core/day.ts'
import { type Burst, bursts, type SlotCount, slotSeconds } from '@kaiku/core/response-burst.ts'
import { type CheckKind, checkDays, type ShareKind } from '@kaiku/core/response-check.ts'
import { frequentLikes, grouped, type ShareFinding, type WeekCount } from '@kaiku/core/response-share.ts'
import {
  alike,
  byDuration,
  byHour,
  byIdentifier,
  byLine,
  bySheet,
  type CheckReading,
  type Likeness,
  mondayOf,
  numbersOf,
  readLikes,
  readSlots,
  weekOfDay,
  within,
} from './check-data.ts'
import { identifiersOf } from './checked-question.ts'
import { findShifts } from './find-shifts.ts'

/** What was found, before anybody said anything of it. */
export type FoundResponse = {
  readonly kind: CheckKind
  /** The same for the same place and time, however often it is found. */
  readonly key: string
  readonly place: number
  readonly from: Day
  readonly to: Day
  readonly p: number
  readonly detail: FindingDetail
  /** Numbers of interviews. */
  readonly interviews: readonly string[]
}

export type Searched = { readonly found: readonly FoundResponse[]; readonly looked: Readonly<Record<string, number>> }

/**
 * All that makes answers of a survey look made, in the client's transaction; the same interviews give the same. Findings are
 * told by day, place and question, so that one that is found again is known.
 */
export async function findResponses(
  reading: CheckReading,
  progress: (share: number) => void = () => {},
): Promise<Searched> {
  const parts: (() => Promise<readonly FoundResponse[]>)[] = [
    () => findBursts(reading),
    () => findLike(reading, 'hour', byHour(reading)),
    async () => findLike(reading, 'fast', await byDuration(reading)),
    () => findLike(reading, 'sheet', bySheet(reading)),
    () => findLike(reading, 'line', byLine(reading)),
    ...identifiersOf(reading.dictionary).map((id) => () => findLike(reading, 'device', byIdentifier(id), id)),
    () => findShifts(reading),
  ]
  const found: FoundResponse[] = []
  for (const [at, part] of parts.entries()) {
    found.push(...(await part()))
    progress((at + 1) / parts.length)
  }
  const looked = new Map<string, number>()
  for (const { kind, detail } of found) looked.set(kind, detail.looked)
  return { found, looked: Object.fromEntries(looked) }
}

const firstDay = '1970-01-01'
const dayNumber = (day: Day) => daysBetween(firstDay, day)
const slotsOfDay = 86_400 / slotSeconds
const clockOf = (slot: number) => {
  const minutes = Math.floor(((slot % slotsOfDay) * slotSeconds) / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
const none = { question: null, of: null, value: null, from: null, to: null }

async function findBursts(reading: CheckReading): Promise<FoundResponse[]> {
  const { today } = reading
  const slots = await readSlots(reading)
  const days = {
    first: dayNumber(today) - checkDays.known,
    last: dayNumber(today) - 1,
    looked: dayNumber(today) - checkDays.looked,
  }
  const found: FoundResponse[] = []
  const byDay = grouped(bursts(slots, days), ({ place, from }) => `${place} ${Math.floor(from / slotsOfDay)}`)
  for (const [key, all] of byDay) {
    // Of several in a day the least likely is told; the interviews are those of all.
    const [first] = [...all].sort((a, b) => a.p - b.p || a.from - b.from)
    if (!first) continue
    const day = addDays(firstDay, Math.floor(first.from / slotsOfDay))
    const interviews = new Set<string>()
    for (const burst of all)
      for (const number of await numbersOf(
        reading,
        { place: burst.place, from: day, to: addDays(day, 1) },
        within(reading, burst),
        responseCheckLimits.interviews,
      ))
        interviews.add(number)
    found.push({
      kind: 'burst',
      key: `burst ${key}`,
      place: first.place,
      from: day,
      to: day,
      p: first.p,
      detail: burstDetail(first, slots),
      interviews: [...interviews],
    })
  }
  return found
}

function burstDetail(burst: Burst, slots: readonly SlotCount[]): FindingDetail {
  const { place, from, to, count, usual, looked } = burst
  const start = Math.floor(from / slotsOfDay) * slotsOfDay
  const hours = Array.from({ length: 24 }, () => 0)
  let n = 0
  for (const slot of slots) {
    if (slot.place !== place || slot.slot < start || slot.slot >= start + slotsOfDay) continue
    const hour = Math.floor((slot.slot - start) / 8)
    hours[hour] = (hours[hour] ?? 0) + slot.count
    n += slot.count
  }
  return Object.assign({}, none, {
    n,
    count,
    usual,
    looked,
    from: clockOf(from),
    to: clockOf(to),
    series: hours.map((value, hour) => ({ at: `${String(hour).padStart(2, '0')}:00`, value, n: value })),
  })
}

const leastAlike: Readonly<Record<ShareKind, number>> = { device: 5, fast: 5, hour: 5, sheet: 4, line: 6 }
/** An hour that has more than one of a hundred answers is no unusual one; an identifier of a fifth of all names no device. */
const mostUsual: Readonly<Record<ShareKind, number>> = { device: 0.2, fast: 1, hour: 0.01, sheet: 1, line: 1 }
/** Weeks that a chart shows. */
const shownWeeks = 13

async function findLike(
  reading: CheckReading,
  kind: ShareKind,
  likeness: Likeness | null,
  question: string | null = null,
): Promise<FoundResponse[]> {
  if (likeness === null) return []
  const { today } = reading
  const from = weekOfDay(addDays(today, -checkDays.looked))
  const least = leastAlike[kind]
  const { likes, weeks, kinds } = await readLikes(reading, likeness, { from, least })
  // The running week is looked at when it is over: whoever looks each day at what grows finds more than the level says.
  const over = weeks.filter(({ week }) => addDays(mondayOf(week), 7) <= today)
  const told = frequentLikes(likes, over, { from, kinds, least, usual: mostUsual[kind] })
  const found: FoundResponse[] = []
  for (const one of told) {
    const { place, week } = one
    const [start, end] = [mondayOf(week), addDays(mondayOf(week), 6)]
    const names = one.likes.map(({ like }) => like)
    found.push({
      kind,
      place,
      from: start,
      to: end,
      key: [kind, place, start, ...(question === null ? [] : [question])].join(' '),
      p: one.likes[0]?.p ?? 1,
      detail: likeDetail(kind, one, question, { likes, weeks: over }),
      interviews: await numbersOf(
        reading,
        { place, from: start, to: end },
        alike(likeness, names),
        responseCheckLimits.interviews,
      ),
    })
  }
  return found
}

function likeDetail(
  kind: ShareKind,
  { place, week, n, likes, looked }: ShareFinding,
  question: string | null,
  all: {
    readonly likes: readonly (WeekCount | { place: number; week: number; like: string; count: number })[]
    readonly weeks: readonly WeekCount[]
  },
): FindingDetail {
  const [first] = likes
  const counts = new Map<number, number>()
  for (const one of all.likes)
    if ('like' in one && one.place === place && one.like === first?.like) counts.set(one.week, one.count)
  const totals = new Map(all.weeks.flatMap((one) => (one.place === place ? [[one.week, one.n] as const] : [])))
  const hour = kind === 'hour' && first ? Number(first.like) : null
  const clock = (of: number) => `${String(of % 24).padStart(2, '0')}:00`
  return Object.assign({}, none, {
    n,
    looked,
    question,
    count: first?.count ?? 0,
    usual: (first?.share ?? 0) * n,
    from: hour === null ? null : clock(hour),
    to: hour === null ? null : clock(hour + 1),
    series: Array.from({ length: shownWeeks }, (_, at) => {
      const shown = week - shownWeeks + 1 + at
      return { at: mondayOf(shown), value: counts.get(shown) ?? 0, n: totals.get(shown) ?? 0 }
    }),
  })
}
