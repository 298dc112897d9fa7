import { expect, it } from 'vitest'
import { directionOf } from './text-direction.ts'

it('tells languages that are written from right to left by their script', () => {
  for (const locale of ['ar', 'ar-EG', 'he', 'iw', 'fa', 'ur', 'ckb', 'ps', 'dv', 'uz-Arab', 'az-Arab-IR'])
    expect([locale, directionOf(locale)]).toEqual([locale, 'rtl'])
  for (const locale of ['en', 'fi', 'sv-FI', 'de', 'ja', 'ru', 'az', 'fa-Latn', 'no such tag', ''])
    expect([locale, directionOf(locale)]).toEqual([locale, 'ltr'])
})
