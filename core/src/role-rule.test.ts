import { describe, expect, it } from 'vitest'
import { type Claims, placesGiven, type RoleRule } from './role-rule.ts'

const claims: Claims = {
  realm_access: { roles: ['offline_access', 'cx-manager'] },
  resource_access: { 'kaiku-web': { roles: ['analyst'] }, account: { roles: ['view-profile'] } },
  groups: ['/Nordics/Sweden', 'Everybody'],
  department: 'Retail',
  level: 3,
  'https://acme.example/roles': ['boss'],
  attributes: { region: ['se', 'fi'] },
}

describe('a rule that gives a role', () => {
  it.each<[boolean, RoleRule]>([
    [true, { kind: 'realmRole', value: 'cx-manager' }],
    [false, { kind: 'realmRole', value: 'CX-Manager' }],
    [false, { kind: 'realmRole', value: 'analyst' }],
    [true, { kind: 'clientRole', client: 'kaiku-web', value: 'analyst' }],
    [false, { kind: 'clientRole', client: 'account', value: 'analyst' }],
    [false, { kind: 'clientRole', client: 'constructor', value: 'analyst' }],
    [true, { kind: 'group', value: '/Nordics/Sweden' }],
    [true, { kind: 'group', value: 'Nordics/Sweden' }],
    [true, { kind: 'group', value: '/Everybody' }],
    [false, { kind: 'group', value: '/Nordics' }],
    [true, { kind: 'attribute', claim: 'department', value: 'Retail' }],
    [true, { kind: 'attribute', claim: 'level', value: '3' }],
    [true, { kind: 'attribute', claim: 'https://acme.example/roles', value: 'boss' }],
    [true, { kind: 'attribute', claim: 'attributes.region', value: 'fi' }],
    [false, { kind: 'attribute', claim: 'attributes.region', value: 'no' }],
    [false, { kind: 'attribute', claim: 'attributes', value: '[object Object]' }],
  ])('%s: %o', (expected, rule) => {
    expect(placesGiven(rule, claims)).toEqual(expected ? [{ places: null, figures: null }] : [])
  })

  it('gives nothing to claims of no or of another shape', () => {
    const rules: RoleRule[] = [
      { kind: 'realmRole', value: 'x' },
      { kind: 'clientRole', client: 'c', value: 'x' },
      { kind: 'group', value: 'x' },
      { kind: 'attribute', claim: 'a.b', value: 'x' },
    ]
    for (const odd of [undefined, null, 7, 'x', [], {}, [['x']]])
      for (const rule of rules)
        expect(placesGiven(rule, { realm_access: odd, resource_access: odd, groups: { x: odd }, a: odd })).toEqual([])
  })

  it('gives the role at the places that a claim names behind its value, each claim its own', () => {
    const groups = [
      '/Acme/Store manager @ Kamppi | region,all,se',
      'Acme/Store manager @ Lund',
      '/Acme/Store managers @ x',
      '/Acme/Store manager (figures: *)',
    ]
    expect(placesGiven({ kind: 'group', value: '/Acme/Store manager' }, { groups })).toEqual([
      { places: ['Kamppi', 'region,all,se'], figures: null },
      { places: ['Lund'], figures: null },
      { places: null, figures: ['*'] },
    ])
    expect(placesGiven({ kind: 'group', value: 'Acme/Store manager @ Lund' }, { groups })).toEqual([
      { places: null, figures: null },
    ])
    expect(placesGiven({ kind: 'attribute', claim: 'job', value: 'a' }, { job: ['a', 'a @ b'] })).toEqual([
      { places: null, figures: null },
      { places: ['b'], figures: null },
    ])
  })
})
