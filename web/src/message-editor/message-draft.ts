import type { KeptMessage } from '@kaiku/contract/system-message.ts'
import { contrast, leastContrast, readColour } from '@kaiku/core/colour.ts'
import type { Importance, MessageAudience, MessagePlace, messageIcons } from '@kaiku/core/system-message.ts'
import { usualLooks } from '@kaiku/core/system-message.ts'
import { isLocale, type Locale } from '../text/text.ts'
import type { WrittenMessage } from './message.queries.ts'

/** A message as it is being written; what it would be for is kept of each kind of audience. */
export type MessageDraft = {
  readonly importance: Importance
  readonly text: string
  readonly texts: Readonly<Partial<Record<Locale, string>>>
  readonly backgroundColor: string
  readonly textColor: string
  readonly link: string
  readonly icon: (typeof messageIcons)[number]
  readonly to: MessageAudience['to']
  readonly surveys: readonly string[]
  readonly roles: readonly string[]
  readonly places: readonly MessagePlace[]
  /** What a clock shows; null: from now on, and until somebody ends it. */
  readonly from: string | null
  readonly until: string | null
  readonly beforeSignIn: boolean
}

const nobody = { to: 'everybody', surveys: [], roles: [], places: [] } as const

export const newDraft: MessageDraft = Object.assign(
  { importance: 'notice', text: '', texts: {}, link: '', from: null, until: null, beforeSignIn: false } as const,
  usualLooks.notice,
  nobody,
)

/** `known`: what an audience may still name; what is gone is left out. */
export function draftOf(
  { audience, importance, text, texts, link, icon, backgroundColor, textColor, from, until, beforeSignIn }: KeptMessage,
  known: { readonly surveys: ReadonlySet<string>; readonly roles: ReadonlySet<string> },
): MessageDraft {
  const chosen = {
    to: audience.to,
    surveys: audience.to === 'surveys' ? audience.surveys.filter((one) => known.surveys.has(one)) : [],
    roles: audience.to === 'roles' ? audience.roles.filter((one) => known.roles.has(one)) : [],
    places: audience.to === 'places' ? audience.places : [],
  }
  const said = { importance, text, texts, link: link ?? '', icon, backgroundColor, textColor }
  return Object.assign(said, chosen, { from, until, beforeSignIn })
}

/** With another importance, and its look where nobody has chosen one. */
export function withImportance(draft: MessageDraft, importance: Importance): MessageDraft {
  const { icon, backgroundColor, textColor } = usualLooks[draft.importance]
  const isUsual = draft.icon === icon && draft.backgroundColor === backgroundColor && draft.textColor === textColor
  return Object.assign({}, draft, { importance }, isUsual && usualLooks[importance])
}

function audienceOf({ to, surveys, roles, places }: MessageDraft): WrittenMessage['audience'] {
  if (to === 'surveys') return { to, surveys: [...surveys] }
  if (to === 'roles') return { to, roles: [...roles] }
  if (to === 'places') return { to, places: places.map(({ view, path }) => ({ view, path: [...path] })) }
  return { to }
}

/** Whether nobody is chosen although somebody must be. */
export const isForNobody = (draft: MessageDraft): boolean => draft.to !== 'everybody' && draft[draft.to].length === 0

/** Of the text to its background; 0 where a colour is none. */
export function contrastOf({ backgroundColor, textColor }: MessageDraft): number {
  const [paper, ink] = [readColour(backgroundColor), readColour(textColor)]
  return paper && ink ? contrast(ink, paper) : 0
}

export const readsWell = (draft: MessageDraft): boolean => contrastOf(draft) >= leastContrast

/** As it is sent: texts of nothing are none. */
export function writtenOf(draft: MessageDraft): WrittenMessage {
  const { importance, text, backgroundColor, textColor, link, icon, from, until, beforeSignIn } = draft
  const texts = Object.entries(draft.texts).filter(([locale, words]) => isLocale(locale) && words.trim() !== '')
  return {
    importance,
    text,
    texts: Object.fromEntries(texts),
    backgroundColor,
    textColor,
    link: link.trim() === '' ? null : link.trim(),
    icon,
    audience: audienceOf(draft),
    from,
    until,
    beforeSignIn,
  }
}
