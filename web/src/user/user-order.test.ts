import type { User } from '@kaiku/contract/user.ts'
import { describe, expect, it } from 'vitest'
import { readOrder, usersShown, writeOrder } from './user-order.ts'

const user = (username: string, more: Partial<User> = {}): User => ({
  ...{ userId: username, username, email: null, givenName: '', familyName: '', locale: 'en', isRoot: false },
  ...{ state: 'active', roles: [], seenAt: null, createdAt: '', hasPassword: true, hasSecondFactor: false },
  ...{ isAccountEditable: true, isAbove: false, version: 1, ...more },
})
const all = [
  user('b2', { familyName: 'Åberg', seenAt: '2026-01-02T00:00:00Z' }),
  user('a10', { state: 'invited', email: 'x@example.com' }),
  user('a9', {
    roles: [{ roleId: 'r', name: 'Viewer', source: 'rule', rows: {}, figures: null, places: [] }],
    seenAt: '2026-03-02T00:00:00Z',
  }),
]
const none = { search: '', role: '', state: '' } as const
const names = (users: readonly User[]) => users.map(({ username }) => username)

describe('the list of users', () => {
  it('orders names as they are shown, and as people count', () => {
    const shown = [
      user('x', { givenName: 'Ari', familyName: 'Öhman' }),
      user('y', { givenName: 'Outi', familyName: 'Aalto' }),
    ]
    expect(names(usersShown(shown, none, readOrder('name')))).toEqual(['x', 'y'])
    expect(names(usersShown(all, none, readOrder(undefined)))).toEqual(['a9', 'a10', 'b2'])
    expect(names(usersShown(all, none, readOrder('-seen')))).toEqual(['a9', 'b2', 'a10'])
    expect(names(usersShown(all, none, readOrder('state')))).toEqual(['a9', 'b2', 'a10'])
  })

  it('is narrowed by a part of a name or mail address, by role and by state', () => {
    const found = (filter: object) => names(usersShown(all, { ...none, ...filter }, readOrder('name')))
    expect(found({ search: ' ÅBE' })).toEqual(['b2'])
    expect(found({ search: '@example' })).toEqual(['a10'])
    expect(found({ role: 'r' })).toEqual(['a9'])
    expect(found({ state: 'invited' })).toEqual(['a10'])
  })

  it('keeps its order in the address', () => {
    for (const text of ['name', '-seen', 'roles']) expect(writeOrder(readOrder(text))).toBe(text)
    expect(writeOrder(readOrder('nonsense'))).toBe('name')
  })
})
