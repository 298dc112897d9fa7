import { describe, expect, it } from 'vitest'
import { guard, type Passage } from './guard.ts'

const somebody = { isRoot: false }
const root = { isRoot: true }
const page = '/page/overview/retail/region,all'
const linked = `${page}?linkable=mail-7`
const hit = { path: page, survey: 'retail', linkable: 'mail-7' }
const toStart: Passage = { to: 'start' }
const pass: Passage = { to: 'pass' }

type Row = [what: string, path: string, viewer: { isRoot: boolean } | null, configured: boolean, passage: Passage]

const table: Row[] = [
  ['a protected page, signed in', page, somebody, true, pass],
  ['a protected page with a linkable, signed in', linked, somebody, true, pass],
  ['a protected page, signed in, without a configuration', page, somebody, false, toStart],
  ['the same for root', page, root, false, pass],
  [
    'a linkable without a configuration',
    linked,
    somebody,
    false,
    { to: 'start', redirect: linked, survey: 'retail', hit },
  ],
  ['a linkable, signed out', linked, null, true, { to: 'start', redirect: linked, survey: 'retail', hit }],
  [
    'a linkable that names its survey',
    '/finland?linkable=x&survey=hotel',
    null,
    true,
    {
      ...{ to: 'start', redirect: '/finland?linkable=x&survey=hotel', survey: 'hotel' },
      hit: { path: '/finland', survey: 'hotel', linkable: 'x' },
    },
  ],
  ['the login page, signed out', '/', null, true, pass],
  ['the login page with a linkable', '/?linkable=x', null, true, pass],
  ['the login page, signed in', '/', somebody, true, pass],
  ['the login page without a configuration', '/', null, false, pass],
  ['a path with a redirect, signed out', `${page}?redirect=%2F`, null, true, pass],
  ['a protected page, signed out', page, null, true, { to: 'provider', redirect: page, survey: 'retail' }],
  [
    'the same with its query',
    `${page}?sort=-nps`,
    null,
    true,
    {
      ...{ to: 'provider', redirect: `${page}?sort=-nps`, survey: 'retail' },
    },
  ],
  ['a protected page without a survey', '/vgs', null, true, { to: 'provider', redirect: '/vgs' }],
  ['the upgrade page, signed out', '/upgrade', null, true, pass],
  ['a big screen, signed out', '/bigscreen/key', null, true, pass],
  ['a page that is not there, signed in', '/nothing', somebody, true, toStart],
  ['a page that is not there, signed out', '/nothing/at/all', null, true, toStart],
]

describe('the navigation guard', () => {
  it.each(table)('%s: %s', (_, path, viewer, configured, passage) => {
    const query = new URLSearchParams(path.split('?')[1] ?? '')
    expect(guard({ path, query, viewer, configured })).toEqual(passage)
  })
})
