import type { LetterContent } from '@kaiku/contract/letter.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { type Block, type Inline, readMarkdown } from '@kaiku/core/markdown.ts'
import { codeGroups } from '@kaiku/core/recipient-code.ts'
import { renderSVG } from 'uqr'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { LetterBlock, LetterPiece, OneLetter } from '../document/letter.ts'
import { fillingOf, type MessageFields, shownValue } from '../message/liquid.ts'
import { letterWord } from './letter-words.ts'

/** What is kept of a letter, from which it can be made again at any time. */
export type KeptLetter = {
  readonly locale: string
  readonly address: readonly string[]
  readonly fields: MessageFields
  readonly code: string
  readonly link: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Where it is set in one language, for many. */
export type LetterSetting = { readonly dictionary: Dictionary; readonly locale: string }

export const letterTexts = (
  { subject, body, signature }: LetterContent,
  { dictionary, locale }: LetterSetting,
): { readonly subject: string; readonly body: string; readonly signature: string } => {
  const say = (text: Localised) => localise(text, locale, dictionary.definition.settings.locale).trim()
  return { subject: say(subject), body: say(body), signature: say(signature) }
}

/** A letter in one language, to be filled in for each person. Throws Error for one that cannot be read. */
export function compileLetter(
  content: LetterContent,
  setting: LetterSetting,
): (kept: Omit<KeptLetter, 'locale'>) => OneLetter {
  const { locale, dictionary } = setting
  const texts = letterTexts(content, setting)
  const body = fillingOf(texts.body, 'markdown')
  const [subject, signature] = [fillingOf(texts.subject, 'plain'), fillingOf(texts.signature, 'plain')]
  const date = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone: dictionary.definition.settings.timeZone,
  })
  return ({ address, fields, code, link, at }) => {
    const groups = codeGroups(code)
    const filled = Object.assign({}, fields, { code: groups.join(' ') })
    return {
      locale,
      address,
      date: date.format(at),
      subject: subject(filled).replace(/\s+/g, ' ').trim(),
      blocks: readMarkdown(body(filled)).map(blockOf),
      signature: signature(filled)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      answer: content.hasCode
        ? {
            heading: letterWord('answer', locale),
            hint: letterWord('scan', locale),
            typing: letterWord('type', locale, typedAddress(link)),
            groups,
            link,
            svg: renderSVG(link, { ecc: 'M', border: 1 }),
          }
        : null,
    }
  }
}

/** Where codes are typed, without what nobody types. */
const typedAddress = (link: string) => new URL('/a', link).href.replace(/^https?:\/\//, '')

function blockOf(block: Block): LetterBlock {
  if (block.kind === 'list')
    return { kind: 'list', ordered: block.ordered, items: block.items.map((parts) => parts.map(pieceOf)) }
  return { kind: block.kind, parts: block.parts.map(pieceOf) }
}

/** Paper has no links: what one says stands there, and where it leads if that is another text. */
function pieceOf(part: Inline): LetterPiece {
  if ('text' in part) return { kind: part.kind, text: shownText(part.text) }
  const parts = part.parts.map(pieceOf)
  if (part.kind !== 'link') return { kind: part.kind, parts }
  const href = shownText(part.href)
  return { kind: 'emphasis', parts: [...parts, { kind: 'text', text: ` (${href})` }] }
}

/** Values come hidden from Markdown: see `fillingOf`. */
const shownText = shownValue
