import type { ScreenName } from '@kaiku/core/screen.ts'

/** Screens whose content comes with a later release, and what it will be about. */
export const laterScreens = {
  script: 'script',
  globalscript: 'script',
  universescript: 'script',
  smstemplate: 'template',
} as const satisfies Partial<Record<ScreenName, string>>
export type LaterScreen = keyof typeof laterScreens

export const isLater = (screen: ScreenName | undefined): screen is LaterScreen =>
  screen !== undefined && Object.hasOwn(laterScreens, screen)
