import { expect, it } from 'vitest'
import { laidTogether } from './draft-list.ts'

const one = (name: string, says = '') => ({ name, says })
const base = [one('a'), one('b')]

it('lays what was drafted onto what was published since, each item as it was changed', () => {
  const drafted = [one('a', 'mine'), one('b'), one('new')]
  const published = [one('a'), one('b', 'theirs'), one('other')]
  expect(laidTogether(base, drafted, published, 'name')).toEqual([
    ...[one('a', 'mine'), one('b', 'theirs'), one('new'), one('other')],
  ])
})

it('keeps deletions of both, and the order of the draft', () => {
  expect(laidTogether(base, [one('b'), one('c')], [one('a')], 'name')).toEqual([one('c')])
  expect(laidTogether(base, [one('b'), one('a')], base, 'name')).toEqual([one('b'), one('a')])
})

it('lays nothing together where both changed the same item otherwise', () => {
  expect(laidTogether(base, [one('a', 'mine'), one('b')], [one('a', 'theirs'), one('b')], 'name')).toBeNull()
  expect(laidTogether(base, [one('b')], [one('a', 'theirs'), one('b')], 'name')).toBeNull()
  expect(laidTogether(base, [one('a', 'same')], [one('a', 'same')], 'name')).toEqual([one('a', 'same')])
})
