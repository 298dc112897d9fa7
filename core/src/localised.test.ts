import { expect, it } from 'vitest'
import { localise } from './localised.ts'

const store = { en: 'Store', fi: 'Myymälä', 'pt-BR': 'Loja' }

it('says one text to everybody', () => expect(localise('Store', 'fi', 'en')).toBe('Store'))

it('prefers the locale, then its language, then the fallback', () => {
  expect(localise(store, 'fi', 'en')).toBe('Myymälä')
  expect(localise(store, 'pt-BR', 'en')).toBe('Loja')
  expect(localise(store, 'fi-FI', 'en')).toBe('Myymälä')
  expect(localise(store, 'sv', 'en')).toBe('Store')
  expect(localise(store, 'sv', 'en-GB')).toBe('Store')
})

it('says something rather than nothing', () => {
  expect(localise({ de: 'Laden' }, 'sv', 'en')).toBe('Laden')
  expect(localise({}, 'sv', 'en')).toBe('')
})

it('keeps a text that is empty on purpose', () => expect(localise({ en: 'Store', fi: '' }, 'fi', 'en')).toBe(''))

it('is not fooled by names that every object has', () => {
  expect(localise(store, 'constructor', '__proto__')).toBe('Store')
})
