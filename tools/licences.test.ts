import { describe, expect, it } from 'vitest'
import { licenceFaults } from './licences.mjs'
import { lockPart } from './lock-part.mjs'

const entry = (more: object = {}) => ({ version: '1.0.0', license: 'MIT', ...more })

describe('licences of what ships', () => {
  it('refuses what names none and what nobody may pass on, and takes one of a choice', () => {
    const faults = licenceFaults({
      'node_modules/free': entry(),
      'node_modules/choice': entry({ license: '(MIT OR GPL-3.0-or-later)' }),
      'node_modules/both': entry({ license: 'MIT AND GPL-3.0-or-later' }),
      'node_modules/copyleft': entry({ license: 'AGPL-3.0-only' }),
      'node_modules/own': entry({ license: 'SEE LICENSE IN LICENSE' }),
      'node_modules/none': { version: '1.0.0' },
    })
    expect(faults).toEqual([
      'both 1.0.0: MIT AND GPL-3.0-or-later',
      'copyleft 1.0.0: AGPL-3.0-only',
      'own 1.0.0: SEE LICENSE IN LICENSE',
      'none 1.0.0: no licence',
    ])
  })
})

describe('the part of the lock file that some packages need', () => {
  const packages = {
    'node_modules/a': entry({ dependencies: { b: '^1' }, optionalDependencies: { o: '^1', away: '^1' } }),
    'node_modules/a/node_modules/b': entry({ version: '1.1.0' }),
    'node_modules/b': entry({ version: '2.0.0' }),
    'node_modules/o': entry({ dependencies: { c: '^1' } }),
    'node_modules/c': entry(),
    'node_modules/other': entry(),
  }

  it('finds each where its package finds it, and calls optional what only optional ones need', () => {
    const part = lockPart(packages, ['node_modules/a'])
    expect(Object.keys(part)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/o',
    ])
    expect(part['node_modules/c']?.optional).toBe(true)
    expect(part['node_modules/a']?.optional).toBeUndefined()
    expect(lockPart(packages, ['node_modules/a', 'node_modules/c'])['node_modules/c']?.optional).toBeUndefined()
  })

  it('throws where something needed is missing', () => {
    expect(() => lockPart({ 'node_modules/a': entry({ dependencies: { b: '^1' } }) }, ['node_modules/a'])).toThrow(
      'node_modules/a needs b',
    )
  })
})
