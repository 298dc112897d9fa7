import type { MemberUsage } from '@kaiku/contract/usage.ts'
import { describe, expect, it } from 'vitest'
import { membersShown } from './member-order.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const one = (username: string, more: Partial<MemberUsage> = {}): MemberUsage => ({
  ...{ userId: username, username, name: username, state: 'active', roles: [], createdAt: '', seenAt: null },
  ...{ days30: 0, days90: 0, canInvite: false, ...more },
})
const role = {
  ...{ roleId: 'r1', name: 'Manager', source: 'hand' as const, rows: {}, figures: null },
  places: [{ view: 'store', path: ['helsinki'], names: ['Finland', 'Helsinki'] }],
}
const members = [
  one('busy', { seenAt: '2026-11-26T08:00:00Z', days30: 9, days90: 20 }),
  one('seldom', { seenAt: '2026-05-01T08:00:00Z', days90: 1, roles: [role] }),
  one('away', { seenAt: '2026-05-02T08:00:00Z' }),
  one('new', { state: 'invited' }),
  one('gone', { state: 'deactivated' }),
]
const found = (filter: Partial<Parameters<typeof membersShown>[1]>, column: 'name' | 'days90' | 'seen' = 'name') =>
  membersShown(
    members,
    { search: '', role: '', state: 'all', ...filter },
    { column, desc: column !== 'name' },
    now,
  ).map(({ username }) => username)

describe('members by what they use', () => {
  it('are those who were there, those who were not for ninety days, and those who never were', () => {
    expect(found({ state: 'active' })).toEqual(['busy', 'seldom'])
    expect(found({ state: 'quiet' })).toEqual(['away'])
    expect(found({ state: 'never' })).toEqual(['new'])
    expect(found({})).toHaveLength(5)
  })

  it('are found by role and by place', () => {
    expect(found({ role: 'r1' })).toEqual(['seldom'])
    expect(found({ search: 'HELSINKI' })).toEqual(['seldom'])
    expect(found({ search: 'manager' })).toEqual(['seldom'])
  })

  it('stand by how much they are there, equals by name', () => {
    expect(found({}, 'days90')).toEqual(['busy', 'seldom', 'away', 'gone', 'new'])
    expect(found({}, 'seen').slice(0, 3)).toEqual(['busy', 'away', 'seldom'])
  })
})
