import { expect, it } from 'vitest'
import { Fault } from './fault.ts'

it('carries its code, its message and where the mistakes are', () => {
  const details = [{ file: 'pages.json', place: '/pages/0/title', expected: 'a text', found: '7' }]
  const fault = new Fault('invalid', 'definition', details)
  expect(fault).toBeInstanceOf(Error)
  expect([fault.code, fault.message, fault.details]).toEqual(['invalid', 'definition', details])
  expect(new Fault('not_found', 'alert').details).toEqual([])
})
