import { describe, expect, it } from 'vitest'
import { fullGrant, type Grant, may, type Permission, permissions, seesSurvey, type Viewer } from './access.ts'

const anna: Viewer = {
  userId: '1',
  username: 'anna',
  universe: 'acme',
  universes: ['acme'],
  isUserAdmin: false,
  isRoot: false,
  isReadOnly: false,
  locale: 'fi',
  grants: [],
}
const grant = (...granted: Permission[]): Grant => ({ ...fullGrant('role'), permissions: granted })

describe('may', () => {
  it('grants nothing to a user without a role', () => {
    for (const right of Object.values(may)) expect(right(anna)).toBe(false)
  })

  it.each(permissions.filter((permission) => permission !== 'manageUsers'))(
    'grants %s to whom it was given, and nothing else',
    (permission) => {
      const who = { ...anna, grants: [grant(permission)] }
      expect(permissions.filter((one) => may[one](who))).toEqual([permission])
    },
  )

  it('lets a user administrator manage users without seeing answers', () => {
    const who = { ...anna, isUserAdmin: true }
    expect([may.manageUsers(who), may.openBackend(who), may.seeComments(who)]).toEqual([true, false, false])
  })

  it('opens the backend and every survey to root', () => {
    const who = { ...anna, isRoot: true }
    expect([may.openBackend(who), may.editConfiguration(who), may.export(who)]).toEqual([true, true, true])
    expect(seesSurvey(who, 'retail')).toBe(true)
  })

  it('lets nobody who acts as another act as a third', () => {
    const who = { ...anna, isRoot: true }
    expect(may.impersonate(who)).toBe(true)
    expect(may.impersonate({ ...who, actor: { userId: '2', username: 'root' } })).toBe(false)
  })

  it('allows, viewing as somebody, what both may', () => {
    const who = { ...anna, grants: [grant('export', 'seeComments')], within: [grant('seeComments', 'seeContacts')] }
    expect([may.export(who), may.seeComments(who), may.seeContacts(who)]).toEqual([false, true, false])
  })

  it('offers a change of universe to members of several', () => {
    expect(may.changeUniverse({ ...anna, universes: ['acme', 'globex'] })).toBe(true)
  })
})

describe('a survey', () => {
  const retail = { ...grant('seeIndicators'), surveys: ['Retail'] }

  it('is seen by whom a role names it, in any case, or by a role for all', () => {
    expect(seesSurvey({ ...anna, grants: [retail] }, 'retail')).toBe(true)
    expect(seesSurvey({ ...anna, grants: [grant('export')] }, 'other')).toBe(true)
  })

  it('is not seen otherwise, nor viewing as somebody who does not see it', () => {
    expect(seesSurvey({ ...anna, grants: [retail] }, 'other')).toBe(false)
    expect(seesSurvey({ ...anna, grants: [grant('export')], within: [retail] }, 'other')).toBe(false)
  })
})
