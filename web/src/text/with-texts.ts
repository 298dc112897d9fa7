import { startMoreTexts } from './text.ts'

/** A screen with the texts that only it needs. */
export const withTexts =
  (...which: readonly Parameters<typeof startMoreTexts>[0][]) =>
  <M extends Record<string, unknown>>(load: () => Promise<M>) =>
  async () => {
    const [module] = await Promise.all([load(), ...which.map(startMoreTexts)])
    return module
  }
