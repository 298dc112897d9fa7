import { upperBinomial } from './count-tail.ts'
import { checkLevels } from './response-check.ts'
import { wilson } from './statistics.ts'

/** Interviews of a place and week that are alike in something; `like` names what. Weeks count upwards. */
export type LikeCount = {
  readonly place: number
  readonly week: number
  readonly like: string
  readonly count: number
}
/** Interviews of a place and week that could be. */
export type WeekCount = { readonly place: number; readonly week: number; readonly n: number }

export type ShareFinding = {
  readonly place: number
  readonly week: number
  readonly n: number
  /** Those that are more frequent than chance makes them, the least likely first. */
  readonly likes: readonly {
    readonly like: string
    readonly count: number
    readonly share: number
    readonly p: number
  }[]
  readonly looked: number
}

type Looked = {
  /** The first week that is looked at; all before only tell what is usual. */
  readonly from: number
  /** Different things that interviews are alike in, in the whole survey. */
  readonly kinds: number
  /** Interviews alike, from which it means anything. */
  readonly least: number
  /** What is usual in more of a hundred than this is not looked at. */
  readonly usual: number
}

/** Earlier answers from which it is known what is usual in a place. */
const leastPast = 30
/** How far above what was seen elsewhere and before the true share may lie: one time in a hundred. */
const margin = 2.326

/**
 * Weeks of places with more interviews alike than chance makes likely, where the share of such interviews is as large as
 * it may be elsewhere in the survey or was in the place before, whichever is more. All places, weeks and kinds of likeness
 * are counted as looked at, also those that nobody met (Bonferroni).
 */
export function frequentLikes(
  likes: readonly LikeCount[],
  weeks: readonly WeekCount[],
  { from, kinds, least, usual }: Looked,
): ShareFinding[] {
  const total = weeks.reduce((sum, { n }) => sum + n, 0)
  const byPlace = grouped(weeks, ({ place }) => place)
  const ofPlace = new Map([...byPlace].map(([place, own]) => [place, own.reduce((sum, { n }) => sum + n, 0)]))
  const pastOf = (place: number, week: number) =>
    (byPlace.get(place) ?? []).reduce((sum, one) => sum + (one.week < week ? one.n : 0), 0)
  const judged = weeks.filter(({ place, week }) => week >= from && pastOf(place, week) >= leastPast)
  const looked = Math.max(1, judged.length * kinds)
  const [ofLike, byLike] = [new Map<string, number>(), grouped(likes, ({ place, like }) => `${place} ${like}`)]
  for (const { like, count } of likes) ofLike.set(like, (ofLike.get(like) ?? 0) + count)
  const cells = grouped(likes, ({ place, week }) => `${place} ${week}`)
  return judged.flatMap(({ place, week, n }) => {
    const past = pastOf(place, week)
    const found = (cells.get(`${place} ${week}`) ?? []).flatMap(({ like, count }) => {
      if (count < least) return []
      const own = byLike.get(`${place} ${like}`) ?? []
      const before = own.reduce((sum, one) => sum + (one.week < week ? one.count : 0), 0)
      const elsewhere = (ofLike.get(like) ?? 0) - own.reduce((sum, one) => sum + one.count, 0)
      const others = total - (ofPlace.get(place) ?? 0)
      const share = Math.max(
        others > 0 ? wilson(elsewhere / others, others, margin).high : 0,
        before > 0 || others === 0 ? wilson(before / past, past, margin).high : 0,
      )
      const p = upperBinomial(count, n, share)
      return share <= usual && p < checkLevels.made / looked ? [{ like, count, share, p }] : []
    })
    return found.length === 0
      ? []
      : [{ place, week, n, looked, likes: found.sort((a, b) => a.p - b.p || (a.like < b.like ? -1 : 1)) }]
  })
}

export function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  for (const one of all) {
    const of = found.get(keyOf(one))
    if (of) of.push(one)
    else found.set(keyOf(one), [one])
  }
  return found
}
