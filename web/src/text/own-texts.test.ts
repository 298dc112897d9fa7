import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseLocale, offerLocales, overrideTexts, startTexts, suggestLocale } from './text.ts'

beforeAll(async () => {
  localStorage.clear()
  await startTexts()
})
const t = (key: string) => i18next.t(key as 'save')

describe('texts in one’s own words', () => {
  it('stand over the shipped ones, the survey’s over the universe’s, and go with who said them', async () => {
    const shipped = t('save')
    overrideTexts('universe', { en: { save: 'Keep', 'of.nobody': 'Ours' }, fi: { save: 'Pidä' } })
    expect([t('save'), t('of.nobody')]).toEqual(['Keep', 'Ours'])
    overrideTexts('survey', { en: { save: 'Send' } })
    expect(t('save')).toBe('Send')
    overrideTexts('universe', { en: { save: 'Hold' }, fi: { save: 'Pidä' } })
    expect(t('save')).toBe('Send')
    overrideTexts('survey', {})
    expect(t('save')).toBe('Hold')
    await chooseLocale('fi')
    expect(t('save')).toBe('Pidä')
    overrideTexts('universe', {})
    await chooseLocale('en')
    expect([t('save'), t('of.nobody')]).toEqual([shipped, 'of.nobody'])
  })
})

describe('offered languages', () => {
  it('are kept to: whose language is not among them reads the default, and their own again elsewhere', async () => {
    await chooseLocale('en')
    await offerLocales(['sv', 'fi'])
    expect(i18next.language).toBe('sv')
    await offerLocales(['fi', 'en'])
    expect(i18next.language).toBe('en')
    await offerLocales()
    expect(i18next.language).toBe('en')
  })

  it('decide about an account’s language too', async () => {
    localStorage.clear()
    await offerLocales(['de', 'sv'])
    await suggestLocale('fi')
    expect(i18next.language).toBe('de')
    await offerLocales()
    expect(i18next.language).toBe('fi')
  })
})
