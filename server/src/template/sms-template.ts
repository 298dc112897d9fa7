import type { SmsContent } from '@kaiku/contract/template.ts'
import { localise } from '@kaiku/core/localised.ts'
import { smsSize, tellsStopWord } from '@kaiku/core/sms.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Found, fault, hint, missingTexts, unknownFields, unreadable } from '../message/check-found.ts'
import { type Filling, fieldsIn, fillingOf } from '../message/liquid.ts'
import { fieldsFor, invented, noLinks } from '../message/recipient-fields.ts'

type Said = { readonly dictionary: Dictionary; readonly locale: string }

const textOf = ({ text }: SmsContent, { dictionary, locale }: Said): string =>
  localise(text, locale, dictionary.definition.settings.locale).trim()

/** An SMS in one language, to be filled in for each recipient. Throws Error for one that cannot be read. */
export const compileSms = (content: SmsContent, said: Said): Filling => fillingOf(textOf(content, said), 'plain')

/** Whether an SMS that can be read leads to the form in a language. */
export const smsLeads = (content: SmsContent, said: Said): boolean => fieldsIn(textOf(content, said)).includes('link')

/** Whether it leads to the form in no language. */
export const isPlainSms = ({ text }: SmsContent): boolean =>
  (typeof text === 'string' ? [text] : Object.values(text)).every((one) => !fieldsIn(one).includes('link'))

/** Parts, each of which is paid, that are more than is usual. */
const many = 3

/** What speaks against publishing an SMS in a language, and what is worth a look. */
export function checkSms(content: SmsContent, said: Said, publicUrl: string): Found[] {
  const text = textOf(content, said)
  if (text === '') return [fault('empty')]
  const found = missingTexts([content.text], said.locale)
  try {
    const fields = new Set(fieldsIn(text))
    found.push(...unknownFields(said.dictionary, fields))
    if (!fields.has('link')) found.push(hint('noLink'))
    // Nobody can answer a name.
    const canAnswer = !/[A-Za-z]/.test(content.sender)
    if (!fields.has('unsubscribe') && !(canAnswer && tellsStopWord(text))) found.push(hint('noOptOut'))
    const filled = compileSms(content, said)(fieldsFor(said.dictionary, said.locale, '', invented, noLinks(publicUrl)))
    const { parts, unusual } = smsSize(filled)
    if (parts >= many) found.push(hint('parts', String(parts)))
    if (unusual !== '') found.push(hint('unusual', unusual.slice(0, 50)))
  } catch (error) {
    found.push(unreadable(error))
  }
  return found
}
