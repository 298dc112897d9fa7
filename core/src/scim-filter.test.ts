import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatScimFilter,
  parseScimFilter,
  parseScimPath,
  type ScimFilter,
  scimComparisons,
  scimMatches,
} from './scim-filter.ts'

const parsed = (text: string): ScimFilter => {
  const result = parseScimFilter(text)
  if (!result.ok) throw new Error(`${result.position}: ${result.message}`)
  return result.value
}

const path = fc.constantFrom(
  'userName',
  'name.familyName',
  'emails.value',
  'not',
  'and',
  'meta.created',
  'a-b_$c',
  'urn:x:2.0:User:active',
)
const value = fc.oneof(
  fc.string().filter((text) => !text.includes('\0')),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const { filter } = fc.letrec<{ filter: ScimFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 6 },
    fc.record({ kind: fc.constant('compare' as const), path, operator: fc.constantFrom(...scimComparisons), value }),
    fc.record({ kind: fc.constant('present' as const), path }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), left: tie('filter'), right: tie('filter') }),
    fc.record({ kind: fc.constant('not' as const), inner: tie('filter') }),
    fc.record({ kind: fc.constant('within' as const), path, inner: tie('filter') }),
  ),
}))

describe('a filter of SCIM', () => {
  it('comes back from its text', () => {
    fc.assert(
      fc.property(filter, (one) => {
        expect(parsed(formatScimFilter(one))).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  it('never does anything but answer, whatever the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '(',
        ')',
        '[',
        ']',
        '"',
        '\\',
        ' ',
        'not',
        'and',
        'or',
        'eq',
        'pr',
        'a',
        '.b',
        '1',
        'true',
        '\ud800',
        '\0',
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((all) => all.join('')),
        ),
        (text) => {
          const answer = parseScimFilter(text)
          if (!answer.ok) expect(answer.position).toBeLessThanOrEqual(text.length)
          parseScimPath(text)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('binds “not” before “and” before “or”, and brackets before all', () => {
    expect(parsed('a pr or b pr and not (c pr)')).toEqual({
      kind: 'or',
      left: { kind: 'present', path: 'a' },
      right: {
        kind: 'and',
        left: { kind: 'present', path: 'b' },
        right: { kind: 'not', inner: { kind: 'present', path: 'c' } },
      },
    })
    expect(formatScimFilter(parsed('((a pr) OR b Pr) AND c EQ True'))).toBe('(a pr or b pr) and c eq true')
  })

  it.each([
    ['userName eq "bjensen"', 'userName eq "bjensen"'],
    ['name.familyName co "O\'Malley"', 'name.familyName co "O\'Malley"'],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    ],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', 'meta.lastModified gt "2011-05-13T04:42:34Z"'],
    [
      'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp"]',
      'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp"]',
    ],
    ['userName eq "a\\"b\\u00e4"', 'userName eq "a\\"bä"'],
  ])('reads %s, as the standard and directories write it', (text, again) => {
    expect(formatScimFilter(parsed(text))).toBe(again)
  })

  it.each([
    ['', 0],
    ['userName', 8],
    ['userName is "a"', 9],
    ['userName eq', 11],
    ['userName eq a', 12],
    ['userName eq "a', 12],
    ['userName eq "a" b', 16],
    ['(userName pr', 12],
    ['userName pr)', 11],
    ['a[b pr', 6],
    ['a eq "\\x"', 5],
    ['a eq "\\u0000"', 5],
    ['a eq "\\ud800"', 5],
    [`${'('.repeat(100)}a pr${')'.repeat(100)}`, 41],
    [`a eq "${'x'.repeat(9_000)}"`, 8_000],
  ])('refuses %s and says where', (text, position) => {
    expect(parseScimFilter(text)).toMatchObject({ ok: false, position })
  })

  it('holds for one value of several', () => {
    const mail = { value: 'Anna@Example.com', type: 'work', primary: true, empty: '' }
    const holds = (text: string) => scimMatches(parsed(text), mail)
    for (const text of [
      'type eq "WORK"',
      'primary eq true',
      'value ew "@example.com" and value sw "anna" and value co "@"',
      'other ne "x"',
      'other eq null',
      'not (empty pr)',
      'type gt "a" and type ge "work" and type lt "x" and type le "work"',
    ])
      expect(holds(text), text).toBe(true)
    for (const text of [
      'type eq "home"',
      'primary ne true',
      'constructor pr',
      'other co ""',
      'type[a pr]',
      'primary gt "a"',
    ])
      expect(holds(text), text).toBe(false)
  })
})

describe('a path of SCIM', () => {
  it.each([
    ['members', { attribute: 'members', filter: null, sub: null }],
    ['name.familyName', { attribute: 'name.familyName', filter: null, sub: null }],
    [
      'members[value eq "1"]',
      { attribute: 'members', sub: null, filter: { kind: 'compare', path: 'value', operator: 'eq', value: '1' } },
    ],
    ['emails[primary pr].value', { attribute: 'emails', sub: 'value', filter: { kind: 'present', path: 'primary' } }],
  ])('reads %s', (text, expected) => {
    expect(parseScimPath(text)).toEqual({ ok: true, value: expected })
  })

  it.each(['', '[a pr]', 'a[', 'a[b pr]c', 'a[b pr].', 'a b', '1'])('refuses “%s”', (text) => {
    expect(parseScimPath(text).ok).toBe(false)
  })
})
