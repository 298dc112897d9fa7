import type { MailContent, SimpleBlock } from '@kaiku/contract/template.ts'
import { brandOf, leastContrast } from '@kaiku/core/colour.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { figureBlocks, figureFieldNames } from '../mail-figure/mail-figure-layout.ts'
import { type Found, fault, hint, missingTexts, unknownFields, unreadable } from '../message/check-found.ts'
import { fieldsIn } from '../message/liquid.ts'
import { type MailSetting, mailHtml, mailTexts, usualColour } from './mail-layout.ts'

/** Mail programs cut what is longer. */
const largest = { kilobytes: 102, subject: 70 }
/** Words by which filters of mail know advertising; a few of each language, as whole words. */
const spam =
  /\b(?:free money|winner|100 ?% free|act now|click here|risk[- ]free|ilmainen|voittaja|klikkaa tästä|gratis|vinnare|klicka här|gewinner|kostenlos|hier klicken)\b|!{2,}|\${2,}|€{2,}/i

/** What holds in every language. */
export const checkMailDesign = (content: MailContent, { dictionary, colour }: Omit<MailSetting, 'locale'>) => [
  ...ofBlocks(content, dictionary),
  ...ofFigures(content, dictionary),
  ...ofColour(colour),
]

/** Links and steps have the universe’s colour, on white. */
function ofColour(colour: string): Found[] {
  const brand = brandOf(colour === '' ? usualColour : colour)
  const isFaint = brand !== null && brand.contrast < leastContrast
  return isFaint ? [hint('contrast', colour)] : []
}

/** What speaks against publishing a mail in a language, and what is worth a look. */
export async function checkMail(content: MailContent, setting: MailSetting): Promise<readonly Found[]> {
  const { subject, text } = mailTexts(content, setting)
  const found: Found[] = missingTexts(textsOf(content), setting.locale)
  try {
    const html = await mailHtml(content, setting)
    const fields = new Set([subject, text, html].flatMap((one) => fieldsIn(one)))
    found.push(...unknownFields(setting.dictionary, fields, figureFieldNames(content)))
    if (!fields.has('unsubscribe')) found.push(fault('noUnsubscribe'))
    if (!fields.has('link')) found.push(hint('noLink'))
    const kilobytes = Math.ceil(Buffer.byteLength(html) / 1024)
    if (kilobytes > largest.kilobytes) found.push(hint('size', String(kilobytes)))
    found.push(...brokenLinks(html))
  } catch (error) {
    found.push(unreadable(error))
  }
  if (subject === '') found.push(fault('noSubject'))
  if (subject.length > largest.subject) found.push(hint('longSubject', String(subject.length)))
  if (text.trim() === '') found.push(fault('noPlainText'))
  const word = spam.exec(`${subject}\n${text}`)?.[0]
  if (word !== undefined) found.push(hint('spam', word))
  return found
}

/** Whether a mail that can be read leads to the form in a language: a campaign asks for that, an effect for the opposite. */
export async function mailLeads(content: MailContent, setting: MailSetting): Promise<boolean> {
  const { subject, text } = mailTexts(content, setting)
  const texts = [subject, text, await mailHtml(content, setting)]
  return texts.some((one) => fieldsIn(one).includes('link'))
}

/** Whether it leads to the form in no language, and tells no figures, which are not for everybody to send. */
export function isPlainMail(content: MailContent): boolean {
  const { subject, preheader, source, plain } = content
  const texts = source.trim() === '' ? textsOf(content) : [subject, preheader, source, plain]
  const written = texts.flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)))
  if (written.some((text) => fieldsIn(text).includes('link'))) return false
  if (source.trim() !== '') return true
  const leads = (block: SimpleBlock) =>
    block.kind === 'scale' || ((block.kind === 'button' || block.kind === 'picture') && block.href === 'answer')
  return figureBlocks(content).length === 0 && !simpleBlocks(content).some(leads)
}

/** As HTML lets them be written: in either quotes, or none. */
const href = /(?<=[\s"'/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** Addresses that lead nowhere: neither on the web nor to a mailbox. */
function brokenLinks(html: string): readonly Found[] {
  const links = [...html.matchAll(href)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&'),
  )
  return [...new Set(links)]
    .filter((link) => !/^\{\{\s*(?:link|unsubscribe)\b/.test(link) && !/^(?:https:\/\/[^/\s]+\.|mailto:)/i.test(link))
    .map((link) => fault('brokenLink', link.slice(0, 200)))
}

const simpleBlocks = ({ blocks }: MailContent): readonly SimpleBlock[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'figures') return []
    return block.kind === 'columns' ? block.columns.flat() : [block]
  })

function textsOf(content: MailContent): readonly Localised[] {
  const texts: Localised[] = [content.subject, content.preheader, content.plain]
  for (const block of simpleBlocks(content)) {
    if (block.kind === 'text') texts.push(block.text)
    if (block.kind === 'button') texts.push(block.label)
    if (block.kind === 'picture') texts.push(block.alt)
  }
  return texts
}

function ofBlocks(content: MailContent, { questions }: Dictionary): readonly Found[] {
  return simpleBlocks(content).flatMap((block) => {
    if (
      block.kind === 'picture' &&
      Object.values(Object(block.alt)).join('').trim() === '' &&
      typeof block.alt !== 'string'
    )
      return [hint('noAlt', block.url)]
    if (block.kind !== 'scale') return []
    const type = questions.get(block.question)?.question.type
    return type === 'scale' || type === 'choice' ? [] : [fault('question', block.question)]
  })
}

function ofFigures(content: MailContent, { definition }: Dictionary): readonly Found[] {
  const known = new Set(definition.indicators.map(({ id }) => id))
  return figureBlocks(content).flatMap(({ block: { indicators, countDays } }) => [
    ...(indicators.length === 0 && countDays === null ? [fault('noFigures')] : []),
    ...indicators.filter((id) => !known.has(id)).map((id) => fault('indicator', id)),
  ])
}
