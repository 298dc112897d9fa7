import { fold } from './text.ts'

/** What stands in place of what was taken out. */
export const masked = '•••'

const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const link = /\b(?:https?:\/\/|www\.)\S+/giu
/** Seven digits or more with what people put between them: phone, card, account and personal numbers. */
const number = /\+?\(?\d(?:[ \u00A0().\-/]{0,3}\d){6,}/gu

const word = /[\p{L}\p{M}\p{N}]+/gu
const leastName = 3

/**
 * A text without what commonly tells who somebody is: addresses, links, long numbers, and the words of what is known of
 * the person. A name that nothing else knows stays.
 */
export function mask(text: string, known: readonly string[] = []): string {
  const plain = text.replace(link, masked).replace(address, masked).replace(number, masked)
  const names = new Set(known.flatMap((one) => [...one.matchAll(word)].map(([name]) => fold(name))))
  return plain.replace(word, (name) => (name.length >= leastName && names.has(fold(name)) ? masked : name))
}
