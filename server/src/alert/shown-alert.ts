import type { Alert, AlertSummary } from '@kaiku/contract/alert.ts'
import type { Who } from '@kaiku/core/access.ts'
import { excerptOf, fillTemplate } from '@kaiku/core/alert-template.ts'
import { type Localised, say as sayIn } from '@kaiku/core/localised.ts'
import { namesOf } from '../person/person-name.ts'
import { scoresOfInterviews } from '../result/chosen-interviews.ts'
import { namesHidden, shownNames } from '../result/reach.ts'
import { reaches, type Scope, scopeOf } from '../result/scope.ts'
import { pathOf } from '../result/selection.ts'
import { shownAnswer } from '../result/shown-answer.ts'
import type { Stores } from '../stores.ts'
import { type Dictionary, variableNamed } from '../survey/dictionary.ts'
import { rootNumber } from '../view/tree.ts'
import type { StoredAlert } from './alert.store.ts'

export type Say = (text: Localised) => string
export const sayOf =
  ({ definition }: Dictionary, locale: string): Say =>
  (text) =>
    sayIn(text, locale, definition.settings.locale)

/** How alerts look to one viewer. */
export type Shown = {
  readonly dictionary: Dictionary
  readonly say: Say
  readonly who: Who
  /** Where the viewer handles alerts. */
  readonly scope: Scope
}

export const shownTo = (who: Who, dictionary: Dictionary, locale: string): Shown => ({
  ...{ dictionary, say: sayOf(dictionary, locale), who, scope: scopeOf(who, dictionary, 'handleAlerts') },
})

/** Alerts as a list shows them; the scores of all in one question. `now`: milliseconds since 1970. */
export async function summaries(
  stores: Stores,
  shown: Shown,
  alerts: readonly StoredAlert[],
  now: number,
): Promise<AlertSummary[]> {
  const { dictionary, who, say } = shown
  const numbers = alerts.flatMap(({ interview }) => interview ?? [])
  const [scores, names] = await Promise.all([
    scoresOfInterviews(stores, who, dictionary, numbers),
    namesOf(
      stores.service,
      alerts.map(({ owner }) => owner),
    ),
  ])
  const titles = new Map(dictionary.definition.indicators.map(({ id, title }) => [id, title]))
  return alerts.map((alert) => {
    const { leaves, owner, createdAt, dueAt, solvedAt, state } = alert
    const score = scores.get(alert.interview ?? '')
    return {
      ...{ alertId: alert.id, version: alert.version, title: spoken(shown, alert, alert.title) },
      ...{ rule: { id: alert.rule, title: say(alert.ruleTitle) }, state, severity: alert.severity },
      owner: owner === null ? null : { userId: owner, name: names.get(owner) ?? '' },
      ...{ createdAt: createdAt.toISOString(), dueAt: dueAt?.toISOString() ?? null },
      isOverdue: state !== 'solved' && dueAt !== null && dueAt.getTime() < now,
      solvedAt: solvedAt?.toISOString() ?? null,
      tags: [...alert.tags],
      interviewId: reaches(who, dictionary, 'seeInterviews', leaves) ? alert.interviewId : null,
      ...{ day: alert.day, place: placeOf(shown, alert), excerpt: excerpt(shown, alert) },
      score: score ? { ...score, title: say(titles.get(score.indicator) ?? score.indicator) } : null,
    }
  })
}

function placeOf({ dictionary, say, who, scope }: Shown, { view: name, leaves }: StoredAlert): AlertSummary['place'] {
  const view = dictionary.views.get(name)
  if (!view) return { path: '', names: [] }
  const leaf = leaves[view.number - 1] ?? rootNumber
  const names = [say(view.view.root.title), ...view.tree.line(leaf).map((node) => say(node.name))]
  const hidden = namesHidden(who, dictionary, scope, name)
  return { path: pathOf(view, leaf), names: shownNames(names, hidden) }
}

/** A template of the alert with the answers as they are now. */
export function spoken(shown: Shown, alert: StoredAlert, template: Localised): string {
  const { dictionary, say } = shown
  return fillTemplate(say(template), (name) => {
    const kept = variableNamed(dictionary, name)
    if (kept) {
      const answer = shownAnswer(kept.question, alert.answers?.[name], say)
      return answer === null ? null : (answer.label ?? String(answer.value))
    }
    if (name === 'day') return alert.day
    return name === 'place' ? (placeOf(shown, alert).names.at(-1) ?? null) : null
  })
}

const excerptLength = 160

function excerpt({ dictionary, who }: Shown, { answers, leaves }: StoredAlert): string | null {
  if (!answers || !reaches(who, dictionary, 'seeComments', leaves)) return null
  for (const [id, { question }] of dictionary.questions) {
    const text = question.type === 'text' && question.roles.includes('comment') ? answers[id] : undefined
    if (typeof text === 'string' && text.trim() !== '') return excerptOf(text, excerptLength)
  }
  return null
}

/** What alerts of a survey are solved with. */
export const outcomes = ({ dictionary: { definition }, say }: Shown): Pick<Alert, 'rootCauses' | 'actions'> => {
  const choices = (list: readonly { id: string; title: Localised }[]) =>
    list.map(({ id, title }) => ({ id, title: say(title) }))
  return { rootCauses: choices(definition.alertRules.rootCauses), actions: choices(definition.alertRules.actions) }
}
