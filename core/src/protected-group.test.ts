import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countPeople, formGroups, type GroupedPerson } from './protected-group.ts'

/** Root 0; regions 1 and 2; stores 11, 12, 13 in region 1, 21 and 22 in region 2. A second view has 101 and 102. */
const parentOf = (_view: number, node: number) =>
  node === 0 ? null : node < 10 || node > 100 ? 0 : Math.floor(node / 10)
const people = (place: number, n: number, name = `${place}`): GroupedPerson[] =>
  Array.from({ length: n }, (_, at) => ({ people: [`${name} ${at}`], places: [place] }))
const form = (units: readonly GroupedPerson[], isComplete = true, minimum = 5) =>
  formGroups(units, { parentOf, minimum, isComplete })
const shape = ({ groups, waiting }: ReturnType<typeof form>) => ({
  groups: Object.fromEntries(groups.map(({ places, units }) => [places.join(' '), countPeople(units)])),
  waiting: countPeople(waiting),
})

describe('groups of a protected survey', () => {
  it('are the places where they have enough people', () => {
    expect(shape(form([...people(11, 8), ...people(12, 5)]))).toEqual({ groups: { 11: 8, 12: 5 }, waiting: 0 })
  })

  it('hold who is too few at several places together, one place up', () => {
    expect(shape(form([...people(11, 8), ...people(12, 3), ...people(13, 4)]))).toEqual({
      groups: { 11: 8, 1: 7 },
      waiting: 0,
    })
  })

  it('take the smallest place in where the few would be alone, so that subtracting tells nobody', () => {
    expect(shape(form([...people(11, 8), ...people(12, 2), ...people(13, 6)]))).toEqual({
      groups: { 11: 8, 1: 8 },
      waiting: 0,
    })
  })

  it('let the few wait for others at their place while their period is open', () => {
    expect(shape(form([...people(11, 8), ...people(12, 2)], false))).toEqual({ groups: { 11: 8 }, waiting: 2 })
  })

  it('wait where all together are too few', () => {
    expect(shape(form([...people(11, 2), ...people(21, 2)]))).toEqual({ groups: {}, waiting: 4 })
  })

  it('count a person with several interviews once', () => {
    const often = Array.from({ length: 6 }, (): GroupedPerson => ({ people: ['one'], places: [11] }))
    expect(shape(form(often))).toEqual({ groups: {}, waiting: 1 })
  })

  it('have one place in every view, each with enough people', () => {
    const units = Array.from(
      { length: 12 },
      (_, at): GroupedPerson => ({ people: [`${at}`], places: [11, at < 9 ? 101 : 102] }),
    )
    const found = form(units)
    expect(found.groups.map(({ places }) => places)).toEqual([[11, 0]])
    expect(found.waiting).toEqual([])
  })

  it('never split a group that was formed before', () => {
    const before: GroupedPerson = { people: ['a', 'b', 'c'], places: [11] }
    const { groups } = form([before, ...people(12, 2)])
    expect(groups).toHaveLength(1)
    expect(groups[0]?.units).toContain(before)
  })

  it('hold everybody once, have the minimum, and lie at or above where each was held, whatever the people', () => {
    const unit = fc.record({
      people: fc.array(fc.integer({ min: 0, max: 60 }).map(String), { minLength: 1, maxLength: 3 }),
      places: fc.tuple(fc.constantFrom(0, 1, 2, 11, 12, 13, 21, 22), fc.constantFrom(0, 101, 102)),
    })
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        (units, minimum, isComplete) => {
          const { groups, waiting } = form(units, isComplete, minimum)
          expect(new Set([...groups.flatMap((group) => group.units), ...waiting])).toEqual(new Set(units))
          expect(groups.flatMap((group) => group.units).length + waiting.length).toBe(units.length)
          for (const group of groups) {
            expect(countPeople(group.units)).toBeGreaterThanOrEqual(minimum)
            for (const { places } of group.units)
              for (const [view, place] of group.places.entries())
                expect(above(view, places[view] ?? 0)).toContain(place)
          }
          if (isComplete) expect(waiting.length === 0 || countPeople(units) === countPeople(waiting)).toBe(true)
        },
      ),
    )
  })
})

function above(view: number, node: number): number[] {
  const parent = parentOf(view, node)
  return [node, ...(parent === null ? [] : above(view, parent))]
}
