import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedUnit, segmentParts, unitParts, wholeOf } from './change-decomposition.ts'
import { type ChangePart, partErrors } from './change-decomposition-error.ts'
import { addSums, noSums } from './sums.ts'

type Interview = {
  readonly unit: string
  readonly segment: string
  readonly side: 'now' | 'before'
  readonly y: number
  readonly w: number
}

function unitsOf(interviews: readonly Interview[]): ComparedUnit[] {
  const keys = [...new Set(interviews.map(({ unit }) => unit))].sort()
  return keys.map((key) => {
    const own = interviews.filter(({ unit }) => unit === key)
    const sums = (segment: string, wanted: Interview['side']) =>
      own
        .filter((one) => one.segment === segment && one.side === wanted)
        .reduce((all, { y, w }) => addSums(all, { n: 1, W: w, W2: w * w, S: w * y, SS: w * y * y }), noSums)
    const segments = [...new Set(own.map(({ segment }) => segment))].sort()
    return {
      key,
      segments: segments.map((one) => ({ key: one, now: sums(one, 'now'), before: sums(one, 'before') })),
    }
  })
}

const mean = (interviews: readonly Interview[]) =>
  interviews.reduce((sum, { y, w }) => sum + w * y, 0) / interviews.reduce((sum, { w }) => sum + w, 0)
const of = (interviews: readonly Interview[], wanted: Partial<Interview>) =>
  interviews.filter((one) => Object.entries(wanted).every(([key, value]) => one[key as keyof Interview] === value))

const interview = fc.record({
  unit: fc.constantFrom('a', 'b', 'c', 'd'),
  segment: fc.constantFrom('x', 'y', 'z'),
  side: fc.constantFrom('now' as const, 'before' as const),
  y: fc.integer({ min: 0, max: 10 }),
  w: fc.constantFrom(1, 1, 0.82, 1.24),
})
const heap = fc
  .array(interview, { minLength: 4, maxLength: 60 })
  .filter((all) => of(all, { side: 'now' }).length > 0 && of(all, { side: 'before' }).length > 0)

const opposite = { now: 'before', before: 'now' } as const
const partsOf = (interviews: readonly Interview[]) => {
  const whole = wholeOf(unitsOf(interviews))
  if (!whole) throw new Error('empty')
  const units = unitParts(whole)
  const sum = (part: 'within' | 'segmentMix' | 'unitMix', presence?: string) =>
    units.reduce((all, one) => all + (presence && one.presence !== presence ? 0 : one[part]), 0)
  return {
    whole,
    units,
    within: sum('within'),
    segmentMix: sum('segmentMix'),
    unitMix: sum('unitMix', 'both'),
    opened: sum('unitMix', 'opened'),
    closed: sum('unitMix', 'closed'),
  }
}
const close = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-9)

describe('the decomposition of a change', () => {
  it('adds up to the whole change, whatever came, went and had a weight', () => {
    fc.assert(
      fc.property(heap, (all) => {
        const { within, segmentMix, unitMix, opened, closed } = partsOf(all)
        const changed = mean(of(all, { side: 'now' })) - mean(of(all, { side: 'before' }))
        close(within + segmentMix + unitMix + opened + closed, changed)
      }),
    )
  })

  it('only flips its signs when the periods are swapped; what was new is then closed', () => {
    fc.assert(
      fc.property(heap, (all) => {
        const one = partsOf(all)
        const other = partsOf(all.map((interview) => ({ ...interview, side: opposite[interview.side] })))
        close(one.within, -other.within)
        close(one.segmentMix, -other.segmentMix)
        close(one.unitMix, -other.unitMix)
        close(one.opened, -other.closed)
        close(one.closed, -other.opened)
      }),
    )
  })

  it('tells what each segment adds: together what happens within the units of both periods', () => {
    fc.assert(
      fc.property(heap, (all) => {
        const { whole, within, segmentMix } = partsOf(all)
        const segments = [...segmentParts(whole).values()]
        close(
          segments.reduce((sum, { own }) => sum + own, 0),
          within,
        )
        close(
          segments.reduce((sum, { mix }) => sum + mix, 0),
          segmentMix,
        )
      }),
    )
  })

  it('calls it mix when units only changed their share, and own change when only their scores did', () => {
    const rows = (unit: string, side: 'now' | 'before', y: number, count: number): Interview[] =>
      Array.from({ length: count }, () => ({ unit, segment: '', side, y, w: 1 }))
    const mixed = partsOf([
      ...rows('a', 'before', 8, 50),
      ...rows('b', 'before', 4, 50),
      ...rows('a', 'now', 8, 25),
      ...rows('b', 'now', 4, 75),
    ])
    expect([mixed.within, mixed.unitMix, mixed.opened, mixed.closed]).toEqual([0, -1, 0, 0])
    const better = partsOf([
      ...rows('a', 'before', 8, 50),
      ...rows('b', 'before', 4, 50),
      ...rows('a', 'now', 9, 50),
      ...rows('b', 'now', 4, 50),
    ])
    expect([better.within, better.unitMix]).toEqual([0.5, 0])
    const grown = partsOf([...rows('a', 'before', 8, 50), ...rows('a', 'now', 8, 50), ...rows('b', 'now', 4, 50)])
    expect([grown.within, grown.unitMix, grown.opened, grown.closed]).toEqual([0, -0.5, -1.5, 0])
  })

  it('has nothing to split where a period is empty', () => {
    expect(wholeOf(unitsOf([{ unit: 'a', segment: '', side: 'now', y: 1, w: 1 }]))).toBeNull()
    expect(wholeOf([])).toBeNull()
  })
})

describe('the standard error of a part', () => {
  /** A fixed sequence of numbers between 0 and 1. */
  const numbers = (seed: number) => {
    let state = seed
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
  }
  const next = numbers(7)
  const many: Interview[] = Array.from({ length: 800 }, (_, at) => {
    const side = at % 2 ? 'now' : 'before'
    const unit = next() < 0.1 ? (side === 'now' ? 'new' : 'gone') : next() < (side === 'now' ? 0.6 : 0.4) ? 'a' : 'b'
    const segment = next() < (side === 'now' ? 0.3 : 0.5) ? 'x' : next() < 0.02 ? (side === 'now' ? 'y' : 'z') : 'w'
    const y = Math.round(10 * next() + (unit === 'a' ? 3 : 0) + (segment === 'x' ? 2 : 0))
    return { unit, segment, side, y, w: 1 }
  })
  const parts: readonly ChangePart[] = [
    { of: 'within', units: new Set(['a', 'b']) },
    { of: 'within', units: new Set(['a']) },
    { of: 'own', unit: 'a' },
    { of: 'segmentMix' },
    { of: 'segmentOwn', segment: 'x' },
    { of: 'segmentShare', segment: 'x' },
    { of: 'segmentShare', segment: 'y' },
    { of: 'unitMix' },
    { of: 'opened' },
    { of: 'closed' },
    { of: 'mixOfUnit', unit: 'b' },
  ]
  const amountOf = (interviews: readonly Interview[], part: ChangePart): number => {
    const { whole, units, segmentMix, unitMix, opened, closed } = partsOf(interviews)
    const segments = segmentParts(whole)
    switch (part.of) {
      case 'within':
        return units.filter(({ key }) => part.units.has(key)).reduce((sum, { within }) => sum + within, 0)
      case 'own':
        return units.filter(({ key }) => part.unit === key).reduce((sum, one) => sum + one.within + one.segmentMix, 0)
      case 'segmentMix':
        return segmentMix
      case 'segmentOwn':
        return segments.get(part.segment)?.own ?? 0
      case 'segmentShare':
        return segments.get(part.segment)?.mix ?? 0
      case 'unitMix':
        return unitMix
      case 'opened':
        return opened
      case 'closed':
        return closed
      case 'mixOfUnit':
        return units.find(({ key }) => key === part.unit)?.unitMix ?? 0
    }
  }

  it.each(parts)('agrees with leaving out one interview at a time: $of', (part) => {
    const whole = wholeOf(unitsOf(many))
    if (!whole) throw new Error('empty')
    let variance = 0
    for (const side of ['now', 'before'] as const) {
      const own = many.filter((one) => one.side === side)
      const left = own.map((out) =>
        amountOf(
          many.filter((one) => one !== out),
          part,
        ),
      )
      const middle = left.reduce((sum, one) => sum + one, 0) / left.length
      variance += ((left.length - 1) / left.length) * left.reduce((sum, one) => sum + (one - middle) ** 2, 0)
    }
    const error = partErrors(unitsOf(many), whole)(part)
    expect(error).toBeGreaterThan(0)
    expect((error ?? 0) / Math.sqrt(variance)).toBeCloseTo(1, 1.5)
  })

  it('is unknown below two answers in a period', () => {
    const few = many.filter(({ side }, at) => side === 'now' || at === 0)
    const whole = wholeOf(unitsOf(few))
    if (!whole) throw new Error('empty')
    expect(partErrors(unitsOf(few), whole)({ of: 'unitMix' })).toBeNull()
  })
})
