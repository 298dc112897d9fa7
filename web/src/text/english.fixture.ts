import { beforeAll } from 'vitest'
import { chooseLocale, offerLocales, overrideTexts, startTexts } from './text.ts'

/** Files of tests share a window, one after the other: each begins in English, with nothing remembered. */
beforeAll(async () => {
  await startTexts()
  for (const layer of ['universe', 'survey'] as const) overrideTexts(layer, {})
  await offerLocales()
  await chooseLocale('en')
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})
