import type { PlaceTree } from '@kaiku/core/place-time.ts'
import type { Random } from './random.ts'
import { type OraclePlan, type OracleUnit, units } from './random-survey.ts'

const days = ['2024-02-29', '2024-06-15', '2024-12-31', '2025-05-05', '2025-05-06', '2025-11-30', '2026-02-01']

/** Each stands, and stood, only below earlier ones, so that no day has a circle. */
export function randomHistory(random: Random): OracleUnit[] {
  return units.map(({ id }, at) => {
    const earlier = (chance: number) =>
      at > 0 && random.chance(chance) ? units[random.whole(0, at - 1)]?.id : undefined
    const below = (parent: string | undefined) => (parent === undefined ? {} : { parent })
    const until = random.chance(0.6) ? [...new Set(random.some(days, 3))].sort() : []
    const mergedInto = earlier(0.25)
    return {
      id,
      ...below(earlier(0.7)),
      ...(until.length > 0 && { moves: until.map((day) => ({ until: day, ...below(earlier(0.7)) })) }),
      ...(mergedInto !== undefined && { mergedInto }),
      ...(random.chance(0.6) && { validTo: random.pick(days) }),
    }
  })
}

/** Some of the places, and two that there are not today. */
export function randomPlan(random: Random, id: string): OraclePlan {
  const known = [{ id: 'new-1' }, { id: 'new-2' }, ...units.filter(() => random.chance(0.8))]
  const earlier = (at: number, chance: number) =>
    at > 0 && random.chance(chance) ? known[random.whole(0, at - 1)]?.id : undefined
  return {
    id,
    units: known.map((unit, at) => {
      const [parent, mergedInto] = [earlier(at, 0.8), earlier(at, 0.15)]
      return { id: unit.id, ...(parent !== undefined && { parent }), ...(mergedInto !== undefined && { mergedInto }) }
    }),
  }
}

type Trees = { readonly units: readonly OracleUnit[]; readonly plans: readonly OraclePlan[] }

/** Where interviews of a place stand by a tree, as ids from below the root down: the rule word by word. `day`: the interview's own. */
export function lineBy(trees: Trees, tree: PlaceTree, id: string, day: string | null): string[] {
  const line = (one: string): string[] => lineBy(trees, tree, one, day)
  const under = (parent: string | undefined) => [...(parent === undefined ? [] : line(parent)), id]
  const own = trees.units.find((unit) => unit.id === id)
  if (tree.by === 'plan') {
    const planned = trees.plans.find((plan) => plan.id === tree.plan)?.units.find((unit) => unit.id === id)
    if (!planned) return own?.mergedInto === undefined ? [id] : line(own.mergedInto)
    return planned.mergedInto === undefined ? under(planned.parent) : line(planned.mergedInto)
  }
  if (!own) throw new Error(`no unit ${id}`)
  const isGone = tree.by === 'today' || day === null || own.validTo === undefined || day > own.validTo
  if (own.mergedInto !== undefined && isGone) return line(own.mergedInto)
  const move = tree.by === 'then' && day !== null ? own.moves?.find(({ until }) => day <= until) : undefined
  return under(move ? move.parent : own.parent)
}
