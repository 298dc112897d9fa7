import type { ReplyTemplate } from '@kaiku/contract/alert-rule.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { StoredAlert } from '../alert/stored-alert.ts'
import { type Speaker, spoken, translatorOf } from '../alert-words/alert-words.ts'
import { escaped } from '../text/html.ts'
import type { Customer } from './customer.ts'

const nameless: Readonly<Record<string, string>> = { en: 'customer', fi: 'asiakas', sv: 'kund', de: 'Kundin, Kunde' }

/** The languages of a template; empty: one text for all. */
export const languagesOf = ({ text, subject }: ReplyTemplate): string[] => {
  const languages = [text, subject].flatMap((one: Localised) => (typeof one === 'string' ? [] : Object.keys(one)))
  return [...new Set(languages)]
}

/** The language of a template that is wanted first; its own first where none is. Empty: one text for all. */
export function languageFor(template: ReplyTemplate, wanted: readonly (string | null | undefined)[]): string {
  const languages = languagesOf(template)
  const plain = (locale: string) => locale.split('-')[0]
  const found = wanted.flatMap((one) => languages.find((known) => one != null && plain(known) === plain(one)) ?? [])
  return found[0] ?? languages[0] ?? ''
}

/** A template in one language, with what its names stand for. Values are data: nothing in them is a name or a line break. */
export function writeReply(
  speaker: Speaker,
  alert: StoredAlert,
  { subject, text }: ReplyTemplate,
  { name }: Customer,
  language: string,
  by: string,
): { readonly subject: string; readonly text: string } {
  const inLanguage = { ...speaker, translate: translatorOf(speaker.dictionary, language) }
  const also = {
    name: name ?? nameless[language.split('-')[0] ?? ''] ?? nameless.en ?? '',
    by,
    interview: alert.interviewId ?? '',
  }
  return { subject: spoken(inLanguage, alert, subject, also), text: spoken(inLanguage, alert, text, also) }
}

/** A written text as a mail: in letters, and as a page on which nothing of it is markup or leads anywhere. */
export function replyMail(language: string, subject: string, text: string) {
  const seen = (given: string) => given.replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
  const body = seen(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
  const paragraphs = body.split(/\n{2,}/).map((one) => `<p>${escaped(one).replaceAll('\n', '<br>')}</p>`)
  const coded = /^[a-zA-Z-]{2,20}$/.test(language) ? language : 'en'
  return {
    subject: seen(subject)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    text: `${body}\n`,
    html: `<!doctype html><html lang="${coded}"><body>${paragraphs.join('')}</body></html>`,
  }
}
