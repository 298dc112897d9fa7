import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertStates, isReopening, mayBecome, outcomeProblems, statesAfter } from './alert-state.ts'

const state = fc.constantFrom(...alertStates)

describe('the states of an alert', () => {
  it('lead from any to any other, but out of solved only through a reopening', () => {
    expect(statesAfter('open')).toEqual(['inProgress', 'waiting', 'solved'])
    expect(statesAfter('solved')).toEqual(['open'])
    fc.assert(
      fc.property(state, state, (from, to) => {
        expect(mayBecome(from, from)).toBe(false)
        expect(mayBecome(from, to)).toBe(from !== to && (from !== 'solved' || to === 'open'))
        expect(isReopening(from, to)).toBe(from === 'solved' && to !== 'solved')
      }),
    )
  })

  it('never leave an alert that cannot be solved, nor one that cannot be opened again', () => {
    for (const from of alertStates) {
      const reached = new Set([from])
      for (const one of reached) for (const next of statesAfter(one)) reached.add(next)
      expect([...reached].sort()).toEqual([...alertStates].sort())
    }
  })
})

describe('solving', () => {
  const choices = { rootCauses: ['queue', 'price'], actions: ['called'] }
  it('needs a root cause and an action of the lists', () => {
    expect(outcomeProblems({ rootCause: 'queue', action: 'called' }, choices)).toEqual([])
    expect(outcomeProblems({ rootCause: null, action: 'called' }, choices)).toEqual(['rootCause'])
    expect(outcomeProblems({ rootCause: 'weather', action: null }, choices)).toEqual(['rootCause', 'action'])
  })
  it('asks for nothing where the list is empty, and takes nothing then', () => {
    expect(outcomeProblems({ rootCause: null, action: null }, { rootCauses: [], actions: [] })).toEqual([])
    expect(outcomeProblems({ rootCause: 'queue', action: null }, { rootCauses: [], actions: [] })).toEqual([
      'rootCause',
    ])
  })
})
