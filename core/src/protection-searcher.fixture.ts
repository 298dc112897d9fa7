import { isTellable, noiseOf } from './cell-key.ts'
import { formGroups, type GroupedPerson, leaving, type ProtectedGroup } from './protected-group.ts'

/** What somebody who asks all there is to ask knows of everybody: where they are, when they came, their background. */
export type Person = GroupedPerson & {
  readonly period: number
  readonly background: Readonly<Record<string, string>>
  /** 0 or 1: what is to be found out. */
  readonly answer: number
  /** Random, as an interview's key. */
  readonly key: number
}

/** What is taken out of the protection, to see that the searcher would notice. */
export type Gates = {
  readonly groups: boolean
  readonly blur: boolean
  readonly wider: boolean
  readonly leaving: boolean
}
export const allGates: Gates = { groups: true, blur: true, wider: true, leaving: true }

export const minimum = 5
const regions = [1, 2]
const places = [11, 12, 13, 21, 22]
export const parentOf = (_view: number, node: number) => (node === 0 ? null : node < 10 ? 0 : Math.floor(node / 10))
const values = { gender: ['f', 'm', 'x'], age: ['young', 'middle', 'old'], grade: ['staff', 'lead'] } as const

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function people(random: () => number, count: number): Person[] {
  const pick = <T>(from: readonly T[], skew = 1): T =>
    from[Math.floor(random() ** skew * from.length)] ?? (from[0] as T)
  return Array.from({ length: count }, (_, at) => ({
    people: [`${at}`],
    places: [pick(places, 1.5)],
    period: random() < 0.7 ? 1 : 2,
    background: { gender: pick(values.gender, 2.5), age: pick(values.age, 1.4), grade: pick(values.grade, 3) },
    answer: random() < 0.5 ? 1 : 0,
    key: Math.floor(random() * 2 ** 40),
  }))
}

export type Release = { readonly groups: readonly ProtectedGroup<Person>[] }

/** The releases of some days: first half of the people, then the others, then one is gone. */
export function releases(all: readonly Person[], gates: Gates): Release[] {
  const half = Math.ceil(all.length / 2)
  const first = formed(all.slice(0, half), true, gates)
  const waiting = all.slice(0, half).filter((one) => !first.some(({ units }) => units.includes(one)))
  const second = [...first, ...formed([...waiting, ...all.slice(half)], true, gates)]
  const [gone] = second[0]?.units ?? []
  const third = second.flatMap((group) => {
    if (!gone || !group.units.includes(gone)) return [group]
    const left = gates.leaving ? leaving(group.units, [gone], minimum) : [gone]
    const units = group.units.filter((one) => !left.includes(one))
    return units.length > 0 ? [{ ...group, units }] : []
  })
  return [{ groups: first }, { groups: second }, { groups: third }]
}

function formed(units: readonly Person[], isComplete: boolean, { groups }: Gates): ProtectedGroup<Person>[] {
  if (!groups) return units.map((one) => ({ units: [one], places: one.places }))
  return [1, 2].flatMap((period) => [
    ...formGroups(
      units.filter((one) => one.period === period),
      { parentOf, minimum, isComplete },
    ).groups,
  ])
}

/** The sum of some people's answers as it was told, and whether noise moved it. */
export type Told = { readonly of: readonly Person[]; readonly sum: number; readonly isBlurred: boolean }

/**
 * All that can be learned from one release by asking for every place, period, background value and two of them together,
 * and subtracting: of a blurred figure even its parts, one by one.
 */
export function allTold({ groups }: Release, gates: Gates): Told[] {
  const found: Told[] = []
  for (const place of [0, ...regions, ...places])
    for (const periods of [[1], [2], [1, 2]])
      for (const condition of conditions)
        found.push(
          ...tell(
            groups
              .filter(({ places: [own = 0] }) => isWithin(own, place))
              .map(({ units }) => units.filter(({ period }) => periods.includes(period))),
            condition,
            gates,
          ),
        )
  return found
}

type Condition = readonly (readonly [string, string])[]

const single = Object.entries(values).flatMap(([name, own]) =>
  own.map((value): readonly [string, string] => [name, value]),
)
const conditions: readonly Condition[] = [
  [],
  ...single.map((one) => [one]),
  ...single.flatMap((one) => single.filter(([name]) => name > one[0]).map((other) => [one, other])),
]

const isWithin = (node: number, top: number): boolean =>
  node === top || (node !== 0 && isWithin(parentOf(0, node) ?? 0, top))

const meeting = (chosen: readonly Person[], condition: Condition) =>
  chosen.filter(({ background }) => condition.every(([name, value]) => background[name] === value))

const sumOf = (of: readonly Person[]) => of.reduce((all, { answer }) => all + answer, 0)

function tell(groups: readonly (readonly Person[])[], condition: Condition, gates: Gates): Told[] {
  const chosen = groups.flat()
  const of = meeting(chosen, condition)
  const exact = { of, sum: sumOf(of), isBlurred: false }
  if (condition.length === 0) return of.length >= (gates.groups ? minimum : 1) ? [exact] : []
  const others = (left: Condition[number]) => condition.filter((one) => one !== left)
  const wider = condition.map((left) => (gates.wider ? meeting(chosen, others(left)).length : of.length))
  if (!isTellable(of.length, wider, minimum)) return []
  if (!gates.blur) return [exact]
  return groups
    .map((group) => meeting(group, condition))
    .filter((part) => part.length > 0)
    .map((part) => {
      const key = part.reduce((all, one) => all + one.key, 0)
      return { of: part, sum: sumOf(part) + noiseOf(`${part.length} ${key}`, 'q').score, isBlurred: true }
    })
}
