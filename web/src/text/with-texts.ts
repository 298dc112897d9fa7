import { startMoreTexts } from './text.ts'

/** A screen with the texts that only it needs. */
export const withTexts =
  (which: Parameters<typeof startMoreTexts>[0]) =>
  <M extends Record<string, unknown>>(load: () => Promise<M>) =>
  async () => {
    const [module] = await Promise.all([load(), startMoreTexts(which)])
    return module
  }
