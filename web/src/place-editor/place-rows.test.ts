import { indexOf } from '@kaiku/core/place-tree.ts'
import { expect, it } from 'vitest'
import { foundPlaces, lineWords, placeRows } from './place-rows.ts'

const index = indexOf([
  { id: 'fi', name: { en: 'Finland', fi: 'Suomi' }, order: 1 },
  { id: 'se', name: 'Sweden', order: 0 },
  { id: 'hki', parent: 'fi', name: 'Helsinki', codes: ['H1'] },
  { id: 'tku', parent: 'fi', name: 'Turku' },
])

it('shows what is open, each row with its level and its place among others', () => {
  expect(placeRows(index, new Set(), null).map(({ id, level, opens }) => [id, level, opens])).toEqual([
    ['', 1, true],
    ['se', 2, false],
    ['fi', 2, true],
  ])
  expect(placeRows(index, new Set(['fi']), null).at(-1)).toMatchObject({ id: 'tku', level: 3, at: 2, of: 2 })
})

it('finds places by name in any language, id and code, with what lies above them', () => {
  expect(foundPlaces(index, '')).toBeNull()
  expect(foundPlaces(index, 'SUOMI')).toEqual(new Set(['fi']))
  expect(foundPlaces(index, 'h1')).toEqual(new Set(['fi', 'hki']))
  expect(placeRows(index, new Set(), foundPlaces(index, 'turk')).map(({ id }) => id)).toEqual(['', 'fi', 'tku'])
  expect(placeRows(index, new Set(), foundPlaces(index, 'nowhere')).map(({ id }) => id)).toEqual([''])
  expect(lineWords(index, 'hki', 'fi', 'en')).toBe('Suomi › Helsinki')
})
