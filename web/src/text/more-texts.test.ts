import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { chooseLocale, startMoreTexts, startTexts } from './text.ts'

beforeAll(startTexts)

it('texts of a screen are there for whoever asks for them, while they come and while the language changes', async () => {
  await chooseLocale('en')
  const first = startMoreTexts('rule')
  await startMoreTexts('rule')
  expect(i18next.exists('rule.title')).toBe(true)
  await first
  const changed = chooseLocale('fi')
  await startMoreTexts('webhook')
  await changed
  expect(['rule.title', 'webhook.title'].map((key) => i18next.exists(key))).toEqual([true, true])
})
