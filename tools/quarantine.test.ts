import { expect, it } from 'vitest'
import { faultsOfQuarantine } from './quarantine.mjs'

const named = (title: string) => ({ test: `a.test.ts › ${title}`, since: '2026-11-23', why: 'waits for a fix' })
const found = new Map([['a.test.ts', ['a.test.ts › one', 'a.test.ts › two']]])

it('has room for four tests that are there, with a date and a reason', () => {
  expect(faultsOfQuarantine([named('one'), named('two'), named('one'), named('two')], found)).toEqual([])
  expect(faultsOfQuarantine(Array(5).fill(named('one')), found)).toEqual([expect.stringContaining('room for 4')])
  expect(faultsOfQuarantine([named('gone')], found)).toEqual(['a.test.ts › gone: there is no such test'])
  expect(faultsOfQuarantine([{ ...named('one'), why: '' }], found)).toHaveLength(1)
  expect(faultsOfQuarantine([{ ...named('one'), since: 'lately' }], found)).toHaveLength(1)
})

it('says nothing of files that did not run', () => {
  expect(faultsOfQuarantine([{ ...named('one'), test: 'b.e2e.ts › three' }], found)).toEqual([])
})
