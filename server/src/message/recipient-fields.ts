import { type Localised, localise } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { answerText } from '../interview-list/shown-answer.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import type { MessageFields } from './liquid.ts'

/** Nobody’s, as long as a real one is. */
const noCode = 'testtesttesttest'
/** Links of a message that nobody answers by. */
export const noLinks = (publicUrl: string): RecipientLinks => ({
  link: new URL(`/a/${noCode}`, publicUrl).href,
  unsubscribe: new URL(`/u/${noCode}`, publicUrl).href,
})
/** Whom a message is shown for where nobody is known. */
export const invented = { name: 'Maya Example', background: {}, leaves: [] } as const

export type RecipientLinks = { readonly link: string; readonly unsubscribe: string }
type Person = Pick<StoredSample, 'name' | 'background' | 'leaves'>

/** What the fields of a message stand for. `universe`: its title. */
export function fieldsFor(
  dictionary: Dictionary,
  locale: string,
  universe: string,
  { name, background, leaves }: Person,
  links: RecipientLinks,
): MessageFields {
  const translate = (text: Localised) => localise(text, locale, dictionary.definition.settings.locale)
  const known = Object.fromEntries(
    [...dictionary.questions.values()].flatMap(({ question }) => {
      const answer = background[question.id]
      const said = answer === undefined ? null : answerText({ dictionary, locale, translate }, question, answer)
      return said === null ? [] : [[question.id, said] as const]
    }),
  )
  return {
    name: name ?? '',
    firstName: name?.trim().split(/\s+/, 1)[0] ?? '',
    place: placeTitle(dictionary, leaves, translate),
    survey: translate(dictionary.definition.settings.title),
    universe,
    background: known,
    ...links,
  }
}

/** The name of a sample’s place in the survey’s first view. */
export function placeTitle(
  { views }: Dictionary,
  leaves: readonly number[],
  translate: (text: Localised) => string,
): string {
  const [view] = views.values()
  if (!view) return ''
  const node = view.tree.line(leaves[view.number - 1] ?? rootNumber).at(-1)
  return translate(node?.name ?? view.view.root.title)
}
