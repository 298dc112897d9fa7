import type { TFunction } from 'i18next'
import { say } from './snackbar.tsx'

/** Puts the address of what is shown, just as it is shown, into the clipboard. */
export function copyLink(t: TFunction) {
  const told = () => say(t('card.linkCopied'))
  const refused = () => say(t('card.linkNotCopied'))
  void (navigator.clipboard?.writeText(window.location.href) ?? Promise.reject(new Error())).then(told, refused)
}
