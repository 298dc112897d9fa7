import { expect, it } from 'vitest'
import { say } from './localised.ts'

const store = { en: 'Store', fi: 'Myymälä', 'pt-BR': 'Loja' }

it('says one text to everybody', () => expect(say('Store', 'fi', 'en')).toBe('Store'))

it('prefers the locale, then its language, then the fallback', () => {
  expect(say(store, 'fi', 'en')).toBe('Myymälä')
  expect(say(store, 'pt-BR', 'en')).toBe('Loja')
  expect(say(store, 'fi-FI', 'en')).toBe('Myymälä')
  expect(say(store, 'sv', 'en')).toBe('Store')
  expect(say(store, 'sv', 'en-GB')).toBe('Store')
})

it('says something rather than nothing', () => {
  expect(say({ de: 'Laden' }, 'sv', 'en')).toBe('Laden')
  expect(say({}, 'sv', 'en')).toBe('')
})

it('keeps a text that is empty on purpose', () => expect(say({ en: 'Store', fi: '' }, 'fi', 'en')).toBe(''))

it('is not fooled by names that every object has', () => {
  expect(say(store, 'constructor', '__proto__')).toBe('Store')
})
