import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsElsewhere, placeChanges, reachBetween, totalsOf } from './place-change.ts'
import {
  added,
  adopted,
  described,
  type Edited,
  merged,
  moved,
  movedTo,
  removed,
  reordered,
  retired,
  split,
  unmerged,
} from './place-edit.ts'
import {
  crossing,
  indexOf,
  isTree,
  lineOf,
  type Nodes,
  type PlaceNode,
  patchBetween,
  patched,
  within,
} from './place-tree.ts'

const done = (edited: Edited): Nodes => {
  if ('fault' in edited) throw new Error(edited.fault)
  return edited.nodes
}
const faultOf = (edited: Edited) => ('fault' in edited ? edited.fault : null)
const one = (nodes: Nodes, id: string) => nodes.find((node) => node.id === id)
const tree: Nodes = [
  { id: 'fi', name: { en: 'Finland', fi: 'Suomi' } },
  { id: 'se', name: 'Sweden' },
  { id: 'south', parent: 'fi', name: 'South' },
  { id: 'hki', parent: 'south', name: 'Helsinki', codes: ['H1', 'H2'], validFrom: '2024-01-01' },
  { id: 'tku', parent: 'south', name: 'Turku' },
  { id: 'sto', parent: 'se', name: 'Stockholm' },
]

describe('moving a place', () => {
  it('remembers where it stood up to the day before', () => {
    const after = done(moved(tree, ['tku'], 'se', '2026-03-01'))
    expect(one(after, 'tku')).toEqual({
      ...{ id: 'tku', parent: 'se', name: 'Turku' },
      moves: [{ until: '2026-02-28', parent: 'south' }],
    })
    expect(one(done(moved(tree, ['south'], undefined, '2026-03-01')), 'south')).toEqual({
      ...{ id: 'south', name: 'South' },
      moves: [{ until: '2026-02-28', parent: 'fi' }],
    })
    expect(one(done(moved(tree, ['tku'], 'se', null)), 'tku')).toEqual({ id: 'tku', parent: 'se', name: 'Turku' })
  })

  it('is one move where it is moved on from the same day, and none where it comes back', () => {
    const there = done(moved(tree, ['tku'], 'se', '2026-03-01'))
    const on = done(moved(there, ['tku'], 'fi', '2026-03-01'))
    expect(one(on, 'tku')?.moves).toEqual([{ until: '2026-02-28', parent: 'south' }])
    expect(one(done(moved(on, ['tku'], 'south', '2026-03-01')), 'tku')).toEqual(one(tree, 'tku'))
    expect(one(done(moved(there, ['tku'], 'fi', '2026-05-01')), 'tku')?.moves).toEqual([
      { until: '2026-02-28', parent: 'south' },
      { until: '2026-04-30', parent: 'se' },
    ])
    expect(faultOf(moved(there, ['tku'], 'fi', '2026-01-01'))).toBe('earlier')
  })

  it('remembers nothing of a place that begins there', () => {
    expect(one(done(moved(tree, ['hki'], 'se', '2024-01-01')), 'hki')?.moves).toBeUndefined()
  })

  it('is refused below itself and to nowhere', () => {
    expect(faultOf(moved(tree, ['fi'], 'tku', null))).toBe('belowItself')
    expect(faultOf(moved(tree, ['fi'], 'fi', null))).toBe('belowItself')
    expect(faultOf(moved(tree, ['fi'], 'none', null))).toBe('unknown')
    expect(faultOf(moved(tree, ['none'], 'fi', null))).toBe('unknown')
  })
})

describe('what a place says of itself', () => {
  it('takes no code that means another place, nor days that run backwards', () => {
    expect(one(done(described(tree, 'tku', { codes: ['T'] })), 'tku')?.codes).toEqual(['T'])
    for (const code of ['H1', 'hki', 'tku']) expect(faultOf(described(tree, 'tku', { codes: [code] }))).toBe('taken')
    expect(faultOf(described(tree, 'tku', { codes: ['T', 'T'] }))).toBe('taken')
    expect(faultOf(described(tree, 'hki', { validTo: '2023-01-01' }))).toBe('earlier')
    expect(one(done(described(tree, 'hki', { codes: [] })), 'hki')).not.toHaveProperty('codes')
  })

  it('is put up and down among those beside it', () => {
    const ids = (nodes: Nodes) =>
      indexOf(nodes)
        .below.get('south')
        ?.map(({ id }) => id)
    expect(ids(tree)).toEqual(['hki', 'tku'])
    expect(ids(done(reordered(tree, 'tku', -1)))).toEqual(['tku', 'hki'])
    expect(done(reordered(tree, 'tku', 1))).toBe(tree)
  })

  it('comes with an id of its own, and goes when nothing needs it', () => {
    expect(faultOf(added(tree, { id: 'H1', name: 'x' }))).toBe('taken')
    expect(faultOf(added(tree, { id: ' ', name: 'x' }))).toBe('noId')
    expect(faultOf(removed(tree, ['south']))).toBe('inUse')
    expect(removed(tree, ['tku'])).toEqual({ nodes: tree.filter(({ id }) => id !== 'tku') })
  })

  it('ends with all below it', () => {
    const after = done(retired(tree, ['south'], '2026-01-31'))
    expect(after.filter(({ validTo }) => validTo === '2026-01-31').map(({ id }) => id)).toEqual(['south', 'hki', 'tku'])
    expect(faultOf(retired(tree, ['south'], '2023-01-31'))).toBe('earlier')
  })
})

describe('merging and splitting', () => {
  it('makes a place part of another, with what lies below it and what was part of it', () => {
    const first = done(merged(tree, 'sto', 'tku', '2026-01-01'))
    expect(one(first, 'sto')).toMatchObject({ mergedInto: 'tku', validTo: '2025-12-31', parent: 'se' })
    const second = done(merged(first, 'tku', 'hki', '2026-02-01'))
    expect(one(second, 'sto')?.mergedInto).toBe('hki')
    const third = done(merged(tree, 'south', 'se', '2026-01-01'))
    expect(one(third, 'hki')).toMatchObject({ parent: 'se', moves: [{ until: '2025-12-31', parent: 'south' }] })
    expect(faultOf(merged(tree, 'fi', 'tku', '2026-01-01'))).toBe('belowItself')
    expect(faultOf(merged(first, 'hki', 'sto', '2026-01-01'))).toBe('merged')
    expect(one(done(unmerged(first, 'sto')), 'sto')).toEqual(one(tree, 'sto'))
  })

  it('puts new places in the stead of one, each with some of its codes', () => {
    const parts = [
      { id: 'hki-1', name: 'East', codes: ['H1'] },
      { id: 'hki-2', name: 'West', codes: [] },
    ]
    const after = done(split(tree, 'hki', parts, '2026-01-01'))
    expect(one(after, 'hki')).toMatchObject({ codes: ['H2'], validTo: '2025-12-31' })
    expect(one(after, 'hki-1')).toEqual({
      ...{ id: 'hki-1', name: 'East', parent: 'south', validFrom: '2026-01-01', codes: ['H1'] },
    })
    expect(faultOf(split(tree, 'hki', [{ id: 'x', name: 'x', codes: ['tku'] }], '2026-01-01'))).toBe('taken')
    expect(faultOf(split(tree, 'hki', [{ id: 'tku', name: 'x', codes: [] }], '2026-01-01'))).toBe('taken')
  })
})

describe('a plan', () => {
  it('becomes today’s tree: moved, begun and closed from its day', () => {
    const plan = done(added(done(moved(tree, ['tku'], 'se', null)), { id: 'new', parent: 'se', name: 'New' }))
    const after = done(adopted(tree, done(removed(plan, ['hki'])), '2026-07-01'))
    expect(one(after, 'tku')).toMatchObject({ parent: 'se', moves: [{ until: '2026-06-30', parent: 'south' }] })
    expect(one(after, 'new')).toMatchObject({ validFrom: '2026-07-01' })
    expect(one(after, 'hki')).toMatchObject({ validTo: '2026-06-30', parent: 'south' })
    expect(one(after, 'fi')).toEqual(one(tree, 'fi'))
  })
})

describe('a table of places', () => {
  it('moves those that stand elsewhere, and forgets no earlier move', () => {
    const before = done(moved(tree, ['tku'], 'se', '2026-03-01'))
    const table = before.map(
      (node): PlaceNode => ({ ...node, moves: undefined, ...(node.id === 'sto' ? { parent: 'fi' } : {}) }),
    )
    const after = done(movedTo(before, [...table, { id: 'new', name: 'New' }], '2026-04-01'))
    expect(one(after, 'tku')).toEqual(one(before, 'tku'))
    expect(one(after, 'sto')?.moves).toEqual([{ until: '2026-03-31', parent: 'se' }])
    expect(one(after, 'new')).toEqual({ id: 'new', name: 'New' })
    expect(faultOf(movedTo(before, [{ id: 'fi', name: 'x', parent: 'fi' }], null))).toBe('belowItself')
  })
})

describe('what an edit does', () => {
  const answers = new Map([
    ['hki', 10],
    ['H1', 2],
    ['tku', 5],
    ['X', 3],
  ])

  it('is told of each place, and of interviews that count elsewhere', () => {
    const after = done(described(done(moved(tree, ['tku'], 'se', '2026-01-01')), 'sto', { codes: ['X'] }))
    expect(placeChanges(tree, after)).toEqual([
      { kind: 'moved', id: 'tku', name: 'Turku', before: 'South', after: 'Sweden' },
      { kind: 'codes', id: 'sto', name: 'Stockholm', before: null, after: 'X' },
    ])
    expect(countsElsewhere(tree, after, answers)).toBe(8)
    expect(countsElsewhere(tree, tree, answers)).toBe(0)
    expect(countsElsewhere(tree, done(merged(tree, 'tku', 'sto', '2026-01-01')), answers)).toBe(5)
    expect(totalsOf(after, answers)).toEqual(
      new Map([
        ...([
          ['', 20],
          ['fi', 12],
          ['south', 12],
          ['hki', 12],
          ['se', 8],
          ['tku', 5],
          ['sto', 3],
        ] as const),
      ]),
    )
  })

  it('is told of what a path reaches', () => {
    const after = done(moved(tree, ['tku'], 'se', null))
    const reach = reachBetween(tree, after)
    expect(reach(['fi'])).toEqual({ lost: 1, gained: 0, leadsNowhere: false })
    expect(reach(['se'])).toEqual({ lost: 0, gained: 1, leadsNowhere: false })
    expect(reach(['fi', 'south', 'tku'])).toEqual({ lost: 1, gained: 0, leadsNowhere: true })
    expect(reach(['nowhere'])).toEqual({ lost: 0, gained: 0, leadsNowhere: false })
  })
})

const day = fc.integer({ min: 0, max: 400 }).map((n) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10))
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const id = fc.constantFrom(...ids)
const edit = fc.oneof(
  fc.tuple(fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), fc.option(id), fc.option(day)).map(
    ([some, to, from]) =>
      (nodes: Nodes) =>
        moved(nodes, some, to ?? undefined, from),
  ),
  fc.tuple(id, id, day).map(
    ([from, into, on]) =>
      (nodes: Nodes) =>
        merged(nodes, from, into, on),
  ),
  fc.tuple(id, day).map(
    ([of, on]) =>
      (nodes: Nodes) =>
        split(nodes, of, [{ id: `${of}-${nodes.length}`, name: of, codes: [] }], on),
  ),
  fc.tuple(fc.array(id, { maxLength: 2 }), day).map(
    ([some, on]) =>
      (nodes: Nodes) =>
        retired(nodes, some, on),
  ),
  fc.tuple(id, fc.integer({ min: -3, max: 3 })).map(
    ([of, steps]) =>
      (nodes: Nodes) =>
        reordered(nodes, of, steps),
  ),
  id.map((of) => (nodes: Nodes) => removed(nodes, [of])),
  fc.tuple(id, fc.constantFrom('x', 'y')).map(
    ([of, code]) =>
      (nodes: Nodes) =>
        described(nodes, of, { codes: [code] }),
  ),
)
const begun: Nodes = ids.map(
  (own, at): PlaceNode => (at < 2 ? { id: own, name: own } : { id: own, parent: ids[at - 2], name: own }),
)
const edited = fc.array(edit, { maxLength: 25 }).map((edits) =>
  edits.reduce<{ nodes: Nodes; steps: Nodes[] }>(
    ({ nodes, steps }, one) => {
      const next = one(nodes)
      return 'fault' in next ? { nodes, steps } : { nodes: next.nodes, steps: [...steps, next.nodes] }
    },
    { nodes: begun, steps: [begun] },
  ),
)
const settings = { seed: 97, numRuns: 300 }

describe('any edits', () => {
  it('leave a tree in which each place is found once, with days in order', () => {
    fc.assert(
      fc.property(edited, ({ steps }) => {
        for (const nodes of steps) {
          expect(isTree(nodes)).toBe(true)
          const index = indexOf(nodes)
          expect(within(index, '').size).toBe(nodes.length + 1)
          for (const node of nodes) {
            expect(lineOf(index, node.id).at(-1)?.id).toBe(node.id)
            const days = (node.moves ?? []).map(({ until }) => until)
            expect(days).toEqual([...new Set(days)].sort())
            if (node.mergedInto !== undefined) expect(one(nodes, node.mergedInto)?.mergedInto).toBeUndefined()
          }
        }
      }),
      settings,
    )
  })

  it('are made anew by what they changed, and two people’s edits of different places are both kept', () => {
    fc.assert(
      fc.property(edited, edited, ({ nodes }, { nodes: others }) => {
        const [mine, theirs] = [patchBetween(begun, nodes), patchBetween(begun, others)]
        expect(patchBetween(patched(begun, mine), nodes)).toEqual({ put: [], gone: [] })
        if (crossing(theirs, mine).length > 0) return
        const both = patched(others, mine)
        for (const node of mine.put) expect(one(both, node.id)).toEqual(node)
        for (const node of theirs.put) expect(one(both, node.id)).toEqual(node)
      }),
      settings,
    )
  })

  it('count every interview once, wherever it counts', () => {
    const answers = new Map([...ids.map((own): [string, number] => [own, 1]), ['x', 1], ['none', 1]])
    fc.assert(
      fc.property(edited, ({ nodes }) => {
        const known = [...answers.keys()].filter((answer) =>
          nodes.some((node) => node.id === answer || node.codes?.includes(answer)),
        )
        expect(totalsOf(nodes, answers).get('') ?? 0).toBe(known.length)
      }),
      settings,
    )
  })

  it('of a plan leave a tree when it becomes today’s', () => {
    fc.assert(
      fc.property(edited, edited, ({ nodes }, { nodes: plan }) => {
        const after = adopted(nodes, plan, '2027-01-01')
        expect('nodes' in after && isTree(after.nodes)).toBe(true)
        if ('nodes' in after) for (const { id: own } of nodes) expect(one(after.nodes, own)).toBeDefined()
      }),
      settings,
    )
  })
})
