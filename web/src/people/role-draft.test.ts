import { describe, expect, it } from 'vitest'
import { differingFields, emptyRole, hasPlace, togglePlace } from './role-draft.ts'

describe('the places of a role', () => {
  it('come and go, and a view without places does not narrow', () => {
    const one = togglePlace({}, 'region', ['fi'])
    expect(one).toEqual({ region: [['fi']] })
    const two = togglePlace(one, 'region', ['se', 'skane'])
    expect(hasPlace(two, 'region', ['se', 'skane'])).toBe(true)
    expect(hasPlace(two, 'region', ['se'])).toBe(false)
    expect(togglePlace(togglePlace(two, 'region', ['fi']), 'region', ['se', 'skane'])).toEqual({})
    expect(togglePlace(one, 'chain', ['a'])).toEqual({ region: [['fi']], chain: [['a']] })
  })

  it('differ by what they are, not by their order', () => {
    const rows = { region: [['fi'], ['se']] }
    const role = { ...emptyRole, rows, permissions: ['export', 'seeIndicators'] } as typeof emptyRole
    const other = { ...role, rows: { region: [['se'], ['fi']] }, permissions: [...role.permissions].reverse() }
    expect(differingFields(role, other)).toEqual([])
    expect(differingFields(role, { ...other, name: 'x', figures: {} })).toEqual(['name', 'figures'])
  })
})
