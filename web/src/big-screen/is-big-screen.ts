import { screenAt } from '@kaiku/core/screen.ts'

/** Whether the address bar names a big screen. */
export const isBigScreen = (): boolean => screenAt(window.location.pathname)?.screen === 'bigscreen'
