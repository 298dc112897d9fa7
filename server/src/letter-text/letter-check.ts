import type { LetterContent } from '@kaiku/contract/letter.ts'
import { addressLines } from '@kaiku/core/postal-address.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Found, fault, hint, missingTexts, unknownFields, unreadable } from '../message/check-found.ts'
import { fieldsIn } from '../message/liquid.ts'
import { fieldsFor, invented, noLinks } from '../message/recipient-fields.ts'
import { setLetters } from './letter-file.ts'
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
    if (!leadsToForm(content, setting)) found.push(hint('noCode'))
  } catch (error) {
    found.push(unreadable(error))
  }
  return found
}

/** Whether a letter that can be read leads its reader to the form in a language: a campaign asks for that, an effect for the opposite. */
export function leadsToForm(content: LetterContent, setting: LetterSetting): boolean {
  const fields = new Set(Object.values(letterTexts(content, setting)).flatMap((one) => fieldsIn(one)))
  return content.hasCode || fields.has('code') || fields.has('link')
}

/** Whether any text of it, in whatever language, has a field that only a recipient of a campaign has. */
export const isToRecipients = ({ hasCode, subject, body, signature }: LetterContent): boolean =>
  hasCode ||
  [subject, body, signature]
    .flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)))
    .flatMap((text) => fieldsIn(text))
    .some((field) => ofRecipients.includes(field))
const ofRecipients: readonly string[] = ['code', 'link', 'unsubscribe']

/** What is worth a look whatever the language. */
export const checkLetterDesign = ({ sender }: LetterContent): Found[] =>
  sender.trim() === '' ? [hint('noSender')] : []

/** Languages in which a letter needs more pages than it is to have. Its picture cannot be read: a fault. */
export async function checkLetterPages(
  content: LetterContent,
  dictionary: Dictionary,
  locales: readonly string[],
): Promise<(Found & { readonly locale: string | null })[]> {
  const letters = locales.map((locale) =>
    compileLetter(content, { dictionary, locale })(inventedLetter(dictionary, locale, 'https://kaiku.invalid')),
  )
  // One after the other without blank pages between.
  const plain = Object.assign({}, content, { isDuplex: false })
  const look = { title: '', colour: '', logo: '' }
  try {
    const called = { title: '', locale: dictionary.definition.settings.locale }
    const { firsts, pages } = await setLetters(plain, look, called, letters, AbortSignal.timeout(slowest))
    return locales.flatMap((locale, at) => {
      const taken = (firsts[at + 1] ?? pages + 1) - (firsts[at] ?? 1)
      return taken > content.mostPages ? [Object.assign({ locale }, hint('tooLong', String(taken)))] : []
    })
  } catch (error) {
    return [Object.assign({ locale: null }, unreadable(error))]
  }
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

const inventedAddress = { street: '1 Sample Street', postcode: '00000', town: 'Exampleton', country: null }
