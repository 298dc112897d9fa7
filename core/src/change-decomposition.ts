import type { Sums } from './sums.ts'

/** A group's sums in the period and in the compared one. */
export type Compared = { readonly now: Sums; readonly before: Sums }

/** A unit (a place, a store) as the segments within it; one segment where nothing is split further. */
export type ComparedUnit = { readonly key: string; readonly segments: readonly (Compared & { readonly key: string })[] }

/** `both`: answers in both periods; `opened`: in the period only; `closed`: in the compared one only. */
export type Presence = 'both' | 'opened' | 'closed'

/** A group within a whole: its share of the whole's weight and its mean score; no mean where it has no answers. */
export type Level = { readonly share: number; readonly mean: number }
export type Split = {
  readonly key: string
  readonly presence: Presence
  readonly now: Level
  readonly before: Level
}
export type SplitUnit = Split & { readonly segments: readonly Split[] }
export type Whole = { readonly now: number; readonly before: number; readonly units: readonly SplitUnit[] }

/** What a unit adds to the change of the whole. */
export type UnitParts = {
  readonly key: string
  readonly presence: Presence
  /** Its own change at its average share: `within` its segments and by their mix. 0 unless it is in both periods. */
  readonly within: number
  readonly segmentMix: number
  /** Its share grew or fell while it stood above or below the whole; for a new or closed unit all that it adds. */
  readonly unitMix: number
}

/** Shares and means of the units and of their segments; null when either period has no answer at all. */
export function wholeOf(units: readonly ComparedUnit[]): Whole | null {
  const total = levelsOf(units.flatMap(({ segments }) => segments))
  if (!(total.now.W > 0 && total.before.W > 0)) return null
  return {
    now: total.now.S / total.now.W,
    before: total.before.S / total.before.W,
    units: units.flatMap(({ key, segments }) => {
      const own = levelsOf(segments)
      const split = splitOf(key, own, total)
      if (split === null) return []
      return [{ ...split, segments: segments.flatMap((segment) => splitOf(segment.key, segment, own) ?? []) }]
    }),
  }
}

type Weighed = { readonly W: number; readonly S: number }

const levelsOf = (groups: readonly Compared[]): { now: Weighed; before: Weighed } => ({
  now: added(groups.map(({ now }) => now)),
  before: added(groups.map(({ before }) => before)),
})

const added = (sums: readonly Sums[]): Weighed => ({
  W: sums.reduce((sum, { W }) => sum + W, 0),
  S: sums.reduce((sum, { S }) => sum + S, 0),
})

type Both = { readonly now: Weighed; readonly before: Weighed }

function splitOf(key: string, own: Both, whole: Both): Split | null {
  const level = (part: Weighed, all: Weighed): Level => ({
    share: all.W > 0 ? part.W / all.W : 0,
    mean: part.W > 0 ? part.S / part.W : 0,
  })
  const [now, before] = [own.now.W > 0, own.before.W > 0]
  if (!now && !before) return null
  const presence = now && before ? 'both' : now ? 'opened' : 'closed'
  return { key, presence, now: level(own.now, whole.now), before: level(own.before, whole.before) }
}

const middle = (now: number, before: number) => (now + before) / 2

/** What a group's changed share adds when the whole it is part of stands at `around`, the middle of both periods. */
export function mixOf({ presence, now, before }: Split, around: number): number {
  if (presence === 'opened') return now.share * (now.mean - around)
  if (presence === 'closed') return -before.share * (before.mean - around)
  return (now.share - before.share) * (middle(now.mean, before.mean) - around)
}

/** A group's own change at its average share; 0 unless it is in both periods. */
export const ownOf = ({ presence, now, before }: Split): number =>
  presence === 'both' ? middle(now.share, before.share) * (now.mean - before.mean) : 0

/**
 * The change of a weighted mean, unit by unit; everything together is exactly the change of the whole. Shares and means
 * are taken at the middle of both periods (Bennet 1920; with units that come and go Griliches & Regev 1995), so that no
 * cross term is left over and swapping the periods only flips the signs. Units come first, segments within them: the
 * mix of segments is what changed inside the units, at the units' average share.
 */
export function unitParts({ now, before, units }: Whole): UnitParts[] {
  const around = middle(now, before)
  return units.map((unit) => {
    const { key, presence, segments } = unit
    const share = presence === 'both' ? middle(unit.now.share, unit.before.share) : 0
    const inside = middle(unit.now.mean, unit.before.mean)
    return {
      key,
      presence,
      within: share * total(segments.map(ownOf)),
      segmentMix: share * total(segments.map((segment) => mixOf(segment, inside))),
      unitMix: mixOf(unit, around),
    }
  })
}

/** What each segment adds within the units that are in both periods: by its own change and by its share there. */
export function segmentParts({ units }: Whole): Map<string, { own: number; mix: number }> {
  const found = new Map<string, { own: number; mix: number }>()
  for (const unit of units) {
    if (unit.presence !== 'both') continue
    const share = middle(unit.now.share, unit.before.share)
    const inside = middle(unit.now.mean, unit.before.mean)
    for (const segment of unit.segments) {
      const { own, mix } = found.get(segment.key) ?? { own: 0, mix: 0 }
      found.set(segment.key, {
        own: own + share * ownOf(segment),
        mix: mix + share * mixOf(segment, inside),
      })
    }
  }
  return found
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
