import pg from 'pg'
import { expect, it } from 'vitest'
import { loggedError, withoutContacts } from './logged-error.ts'

it('tells of an error its kind, code and place, and nothing that somebody wrote', () => {
  const error = Object.assign(new pg.DatabaseError('invalid input syntax for type integer: "Zebra41"', 1, 'error'), {
    code: '22P02',
    detail: 'Key (email)=(anna@example.com) already exists.',
    where: "unnamed portal parameter $1 = 'Zebra41'",
  })
  const told = loggedError(error)
  expect(told).toMatchObject({ message: 'invalid input syntax for type integer: …', code: '22P02' })
  expect(told.stack).toMatch(/\n\s+at .*logged-error\.test\.ts/)
  expect(JSON.stringify(told)).not.toMatch(/Zebra41|anna/)
})

it.each([
  [
    'duplicate key value violates unique constraint "person_email"',
    'duplicate key value violates unique constraint "person_email"',
  ],
  [`Unexpected token 'Z', "Zebra 41 says" is not valid JSON`, `Unexpected token …, … is not valid JSON`],
  ["Cannot parse string 'Zebra 41' as UInt8", 'Cannot parse string … as UInt8'],
  ['550 <anna.å@post.example.com> no such box', '550 <…@post.example.com> no such box'],
])('says %j as %j', (message, said) => {
  expect(loggedError(new Error(message)).message).toBe(said)
})

it.each([
  ['Mail waits: refused <anna@example.com>, ben@example.com', 'Mail waits: refused <…@example.com>, …@example.com'],
  ['SMS waits: +358 40 123 4567 is no number', 'SMS waits: +… is no number'],
  ['feed@0: 12 rows', 'feed@0: 12 rows'],
])('names in %j nobody', (line, said) => {
  expect(withoutContacts(line)).toBe(said)
})
