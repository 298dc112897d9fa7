import type { LetterContent } from '@kaiku/contract/letter.ts'
import { addressLines } from '@kaiku/core/postal-address.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Found, fault, hint, missingTexts, unknownFields, unreadable } from '../message/check-found.ts'
import { fieldsIn } from '../message/liquid.ts'
import { fieldsFor, invented, noLinks } from '../message/recipient-fields.ts'
import { type LetterLook, setLetters } from './letter-file.ts'
import { compileLetter, type KeptLetter, type LetterSetting, letterTexts } from './letter-text.ts'

/** What speaks against publishing a letter in a language, and what is worth a look. */
export function checkLetter(content: LetterContent, setting: LetterSetting): Found[] {
  const texts = letterTexts(content, setting)
  if (texts.body === '') return [fault('empty')]
  const found = missingTexts([content.subject, content.body, content.signature], setting.locale)
  try {
    compileLetter(content, setting)(inventedLetter(setting.dictionary, setting.locale, 'https://kaiku.invalid'))
    const fields = new Set(Object.values(texts).flatMap((one) => fieldsIn(one)))
    found.push(...unknownFields(setting.dictionary, fields, ['code']))
    if (!content.hasCode && !fields.has('code') && !fields.has('link')) found.push(fault('noCode'))
  } catch (error) {
    found.push(unreadable(error))
  }
  return found
}

/** What is worth a look whatever the language. */
export const checkLetterDesign = ({ sender }: LetterContent): Found[] =>
  sender.trim() === '' ? [hint('noSender')] : []

/** Languages in which a letter needs more pages than it is to have; those that cannot be read are left out. */
export async function checkLetterPages(
  content: LetterContent,
  dictionary: Dictionary,
  locales: readonly string[],
  look: LetterLook,
): Promise<(Found & { readonly locale: string })[]> {
  const letters = locales.flatMap((locale) => {
    try {
      const kept = inventedLetter(dictionary, locale, 'https://kaiku.invalid')
      return [{ locale, letter: compileLetter(content, { dictionary, locale })(kept) }]
    } catch {
      return []
    }
  })
  if (letters.length === 0) return []
  const called = { title: '', locale: locales[0] ?? 'en' }
  // One after the other without blank pages between.
  const plain = Object.assign({}, content, { isDuplex: false })
  const set = await setLetters(plain, look, called, letters.map(({ letter }) => letter), AbortSignal.timeout(slowest))
  return letters.flatMap(({ locale }, at) => {
    const pages = (set.firsts[at + 1] ?? set.pages + 1) - (set.firsts[at] ?? 1)
    return pages > content.mostPages ? [Object.assign({ locale }, hint('tooLong', String(pages)))] : []
  })
}
/** Milliseconds. */
const slowest = 30_000

/** A letter to nobody. */
export function inventedLetter(dictionary: Dictionary, locale: string, publicUrl: string): KeptLetter {
  const links = noLinks(publicUrl)
  return {
    locale,
    address: addressLines(invented.name, inventedAddress),
    fields: fieldsFor(dictionary, locale, '', invented, links),
    code: links.link.split('/').at(-1) ?? '',
    link: links.link,
    at: Date.UTC(2026, 8, 30, 12),
  }
}

export const inventedAddress = { street: '1 Sample Street', postcode: '00000', town: 'Exampleton', country: null }
