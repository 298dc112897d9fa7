import type { MailContent, SimpleBlock, Template } from '@kaiku/contract/template.ts'
import { brandOf, leastContrast } from '@kaiku/core/colour.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { fieldsIn } from './liquid.ts'
import { type MailSetting, mailHtml, mailTexts, usualColour } from './mail-layout.ts'
import { localesOf } from './usual-template.ts'

type Check = Template['checks'][number]

/** Mail programs cut what is longer. */
const largest = { kilobytes: 102, subject: 70 }
/** Words by which filters of mail know advertising; a few of each language, as whole words. */
const spam =
  /\b(?:free money|winner|100 ?% free|act now|click here|risk[- ]free|ilmainen|voittaja|klikkaa tästä|gratis|vinnare|klicka här|gewinner|kostenlos|hier klicken)\b|!{2,}|\${2,}|€{2,}/i

/** Fields that every message knows, beside `background.` and a question. */
export const usualFields = ['name', 'firstName', 'place', 'survey', 'universe', 'link', 'unsubscribe'] as const

/** What speaks against publishing a mail, and what is worth a look, in every language of the survey. */
export async function checkMail(content: MailContent, setting: Omit<MailSetting, 'locale'>): Promise<readonly Check[]> {
  const { dictionary } = setting
  const checks: Check[] = [...ofBlocks(content, dictionary), ...ofColour(setting.colour)]
  for (const locale of localesOf(dictionary.definition)) {
    const found = await inLanguage(content, { ...setting, locale })
    checks.push(...found.map((one) => ({ ...one, locale })))
  }
  return sameInAll(checks, localesOf(dictionary.definition).length)
}

/** Links and steps have the universe’s colour, on white. */
function ofColour(colour: string): Check[] {
  const brand = brandOf(colour === '' ? usualColour : colour)
  const isFaint = brand !== null && brand.contrast < leastContrast
  return isFaint ? [Object.assign({ locale: null }, hint('contrast', colour))] : []
}

type Found = Omit<Check, 'locale'>
const fault = (kind: Check['kind'], detail = ''): Found => ({ kind, isFault: true, detail })
const hint = (kind: Check['kind'], detail = ''): Found => ({ kind, isFault: false, detail })

async function inLanguage(content: MailContent, setting: MailSetting): Promise<readonly Found[]> {
  const { subject, text } = mailTexts(content, setting)
  const found: Found[] = missingTexts(content, setting)
  try {
    const html = await mailHtml(content, setting)
    const fields = new Set([subject, text, html].flatMap((one) => fieldsIn(one)))
    const known = new Set<string>([
      ...usualFields,
      ...[...setting.dictionary.questions.keys()].map((id) => `background.${id}`),
    ])
    found.push(...[...fields].filter((one) => !known.has(one)).map((one) => fault('field', one)))
    if (!fields.has('unsubscribe')) found.push(fault('noUnsubscribe'))
    if (!fields.has('link')) found.push(fault('noLink'))
    const kilobytes = Math.ceil(Buffer.byteLength(html) / 1024)
    if (kilobytes > largest.kilobytes) found.push(hint('size', String(kilobytes)))
    found.push(...brokenLinks(html))
  } catch (error) {
    found.push(fault('unreadable', (error instanceof Error ? error.message : String(error)).slice(0, 300)))
  }
  if (subject === '') found.push(fault('noSubject'))
  if (subject.length > largest.subject) found.push(hint('longSubject', String(subject.length)))
  if (text.trim() === '') found.push(fault('noPlainText'))
  const word = spam.exec(`${subject}\n${text}`)?.[0]
  if (word !== undefined) found.push(hint('spam', word))
  return found
}

/** Addresses that lead nowhere: neither on the web nor to a mailbox. */
function brokenLinks(html: string): readonly Found[] {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return [...new Set(links)]
    .filter((href) => !/^\{\{\s*(?:link|unsubscribe)\b/.test(href) && !/^(?:https:\/\/[^/\s]+\.|mailto:)/.test(href))
    .map((href) => fault('brokenLink', href.slice(0, 200)))
}

const simpleBlocks = ({ blocks }: MailContent): readonly SimpleBlock[] =>
  blocks.flatMap((block) => (block.kind === 'columns' ? block.columns.flat() : [block]))

/** Texts that are there in other languages, and not in this one. */
function missingTexts(content: MailContent, { locale }: MailSetting): Found[] {
  const texts: Localised[] = [content.subject, content.preheader, content.plain]
  for (const block of simpleBlocks(content)) {
    if (block.kind === 'text') texts.push(block.text)
    if (block.kind === 'button') texts.push(block.label)
    if (block.kind === 'picture') texts.push(block.alt)
  }
  const isMissing = texts.some(
    (text) =>
      typeof text === 'object' &&
      Object.keys(text).length > 0 &&
      !(text[locale] ?? text[locale.split('-', 1)[0] ?? ''])?.trim(),
  )
  return isMissing ? [hint('language')] : []
}

function ofBlocks(content: MailContent, { questions }: Dictionary): readonly Check[] {
  const everywhere = (found: Found): Check => ({ ...found, locale: null })
  return simpleBlocks(content).flatMap((block) => {
    if (
      block.kind === 'picture' &&
      Object.values(Object(block.alt)).join('').trim() === '' &&
      typeof block.alt !== 'string'
    )
      return [everywhere(hint('noAlt', block.url))]
    if (block.kind !== 'scale') return []
    const type = questions.get(block.question)?.question.type
    return type === 'scale' || type === 'choice' ? [] : [everywhere(fault('question', block.question))]
  })
}

/** What holds in every language is said once. */
function sameInAll(checks: readonly Check[], languages: number): readonly Check[] {
  const keyOf = ({ kind, detail }: Check) => `${kind}\n${detail}`
  const times = new Map<string, number>()
  for (const one of checks) times.set(keyOf(one), (times.get(keyOf(one)) ?? 0) + 1)
  const seen = new Set<string>()
  return checks.flatMap((one) => {
    const key = keyOf(one)
    if ((times.get(key) ?? 0) < languages || one.locale === null) return [one]
    if (seen.has(key)) return []
    seen.add(key)
    return [{ ...one, locale: null }]
  })
}
