import type { AlertSummary } from '@kaiku/contract/alert.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { fillTemplate } from '@kaiku/core/alert-template.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { type Localised, localise as sayIn, type Translate } from '@kaiku/core/localised.ts'
import { type Answers, type Dictionary, variableNamed } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { answerText } from '../interview-list/shown-answer.ts'
import type { Scope } from '../selection/scope.ts'
import { pathOf } from '../selection/selection.ts'
import { namesHidden, shownNames } from '../selection/visible-node.ts'
import { factText } from './fact-text.ts'
import type { PlaceFacts } from './place-facts.ts'

export const translatorOf =
  ({ definition }: Dictionary, locale: string): Translate =>
  (text) =>
    sayIn(text, locale, definition.settings.locale)

/** How alerts speak to one viewer. */
export type Speaker = {
  readonly dictionary: Dictionary
  readonly translate: Translate
  readonly locale: string
  readonly who: Viewer
  /** Where the viewer may look: names of places above are kept from them as elsewhere. */
  readonly scope: Scope
}

/** What an alert speaks of; answers are null where the interview is gone. */
type Spoken = {
  readonly view: string
  readonly leaves: readonly number[]
  readonly answers: Answers | null
  readonly day: string | null
  /** What was found at a place; null where it is about an interview. */
  readonly facts?: PlaceFacts | null
}

/** Where an interview belongs in a view, as the viewer may be told. */
export function placeOf(
  { dictionary, translate, who, scope }: Omit<Speaker, 'locale'>,
  { view: name, leaves }: Pick<Spoken, 'view' | 'leaves'>,
): AlertSummary['place'] {
  const view = dictionary.views.get(name)
  if (!view) return { path: '', names: [] }
  const leaf = leaves[view.number - 1] ?? rootNumber
  const names = [translate(view.view.root.title), ...view.tree.line(leaf).map((node) => translate(node.name))]
  const hidden = namesHidden(who, scope, view)
  return { path: pathOf(view, leaf), names: shownNames(names, hidden) }
}

/** A template with the answers as they are now. `also`: what else it may name. */
export function spoken(
  speaker: Speaker,
  alert: Spoken,
  template: Localised,
  also: Readonly<Record<string, string>> = {},
): string {
  const { dictionary, translate, locale } = speaker
  return fillTemplate(translate(template), (name) => {
    if (name === 'place') return placeOf(speaker, alert).names.at(-1) ?? null
    if (alert.facts) return factText(speaker, alert.facts, name)
    const stored = variableNamed(dictionary, name)
    if (stored) return answerText(speaker, stored.question, alert.answers?.[name])
    if (name === 'day') return alert.day && formatDay(alert.day, locale)
    return Object.hasOwn(also, name) ? (also[name] ?? null) : null
  })
}
