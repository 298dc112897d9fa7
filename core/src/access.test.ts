import { describe, expect, it } from 'vitest'
import { may, permissions, type Who } from './access.ts'

const anna: Who = {
  userId: '1',
  username: 'anna',
  universe: 'acme',
  universes: ['acme'],
  isUserAdmin: false,
  isRoot: false,
  locale: 'fi',
  permissions: [],
}

describe('may', () => {
  it('grants nothing to a user without a role', () => {
    for (const right of Object.values(may)) expect(right(anna)).toBe(false)
  })

  it.each(permissions)('grants %s to whom it was given, and nothing else', (permission) => {
    const who = { ...anna, permissions: [permission] }
    const granted = Object.entries(may).filter(([, right]) => right(who))
    expect(granted.map(([name]) => name)).toEqual([permission])
  })

  it('lets a user administrator manage users without seeing answers', () => {
    const who = { ...anna, isUserAdmin: true }
    expect([may.manageUsers(who), may.openBackend(who), may.seeComments(who)]).toEqual([true, false, false])
  })

  it('opens the backend and every survey to root', () => {
    const who = { ...anna, isRoot: true }
    expect([may.openBackend(who), may.editConfiguration(who), may.export(who)]).toEqual([true, true, true])
  })

  it('offers a change of universe to members of several', () => {
    expect(may.changeUniverse({ ...anna, universes: ['acme', 'globex'] })).toBe(true)
  })
})
