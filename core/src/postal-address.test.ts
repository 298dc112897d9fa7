import { expect, it } from 'vitest'
import { addressLines, isPostal } from './postal-address.ts'

const home = { street: 'Mannerheimintie 1 A 2', postcode: '00100', town: 'Helsinki', country: null }

it('writes an address line by line, the country last and in capitals', () => {
  expect(addressLines(' Maija  Meikäläinen ', home)).toEqual([
    'Maija Meikäläinen',
    'Mannerheimintie 1 A 2',
    '00100 Helsinki',
  ])
  expect(addressLines('Max', { ...home, street: 'c/o Muster\nWeg 2', country: 'Suomi' })).toEqual([
    'Max',
    'c/o Muster',
    'Weg 2',
    '00100 Helsinki',
    'SUOMI',
  ])
  expect(addressLines('', { street: '1 High St', postcode: 'SW1A 1AA', town: 'London', country: 'UK' })).toEqual([
    '1 High St',
    'London SW1A 1AA',
    'UK',
  ])
})

it('is none without a street or a town', () => {
  expect(isPostal(home)).toBe(true)
  expect(isPostal({ ...home, street: ' ' })).toBe(false)
  expect(isPostal({ ...home, town: null })).toBe(false)
})
