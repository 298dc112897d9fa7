import type { TFunction } from 'i18next'
import { say } from './snackbar.tsx'

/** Puts a text into the clipboard, and says what came of it. */
export const copyText = (text: string, told: string, refused: string) =>
  void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error())).then(
    () => say(told),
    () => say(refused),
  )

/** Puts an address into the clipboard; without one, that of what is shown, just as it is shown. */
export const copyLink = (t: TFunction, address?: string) =>
  copyText(
    address ?? window.location.href,
    t('card.linkCopied'),
    t(address === undefined ? 'card.linkNotCopied' : 'saved.linkNotCopied'),
  )
