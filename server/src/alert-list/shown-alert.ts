import type { Alert, AlertSummary } from '@kaiku/contract/alert.ts'
import type { PlaceFigure } from '@kaiku/contract/place-figure.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { excerptOf } from '@kaiku/core/alert-template.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { StoredAlert } from '../alert/stored-alert.ts'
import { placeOf, type Speaker, spoken, translatorOf } from '../alert-words/alert-words.ts'
import type { PlaceFacts } from '../alert-words/place-facts.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shownAs } from '../dictionary/shown-indicator.ts'
import { scoresOfInterviews } from '../interview-list/chosen-interviews.ts'
import { namesOf } from '../person/person-name.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'

/** How alerts speak to one viewer, of where they handle them. */
export const shownTo = (who: Viewer, dictionary: Dictionary, locale: string): Speaker => ({
  dictionary,
  translate: translatorOf(dictionary, locale),
  locale,
  who,
  scope: scopeOf(who, dictionary, 'handleAlerts'),
})

/** Alerts as a list shows them; the scores of all in one question. `now`: milliseconds since 1970. */
export async function summaries(
  stores: Stores,
  shown: Speaker,
  alerts: readonly StoredAlert[],
  now: number,
): Promise<AlertSummary[]> {
  const { dictionary, who, translate } = shown
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
      alertId: alert.id,
      version: alert.version,
      title: spoken(shown, alert, alert.title),
      rule: { id: alert.rule, title: translate(alert.ruleTitle) },
      state,
      severity: alert.severity,
      owner: owner === null ? null : { userId: owner, name: names.get(owner) ?? '' },
      createdAt: createdAt.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
      isOverdue: state !== 'solved' && dueAt !== null && dueAt.getTime() < now,
      solvedAt: solvedAt?.toISOString() ?? null,
      tags: [...alert.tags],
      interviewId: reaches(who, dictionary, 'seeInterviews', leaves) ? alert.interviewId : null,
      day: alert.day,
      place: placeOf(shown, alert),
      excerpt: excerpt(shown, alert),
      score: score ? { ...score, title: translate(titles.get(score.indicator) ?? score.indicator) } : null,
      figure: alert.facts && shownFacts(shown, alert.facts),
      isBackfilled: alert.backfilled,
    }
  })
}

function shownFacts({ dictionary: { definition }, locale }: Speaker, facts: PlaceFacts): PlaceFigure {
  const { indicator: id, period, compared: _, days: __, ...found } = facts
  const known = definition.indicators.find((one) => one.id === id)
  const indicator = known ? shownAs(definition, known, locale) : null
  return {
    ...found,
    ...period,
    indicator: indicator && {
      id: indicator.id,
      title: indicator.title,
      measure: indicator.measure,
      decimals: indicator.decimals,
    },
  }
}

const excerptLength = 160

function excerpt({ dictionary, who }: Speaker, { answers, leaves }: StoredAlert): string | null {
  if (!answers || !reaches(who, dictionary, 'seeComments', leaves)) return null
  for (const [id, { question }] of dictionary.questions) {
    const text = question.type === 'text' && question.roles.includes('comment') ? answers[id] : undefined
    if (typeof text === 'string' && text.trim() !== '') return excerptOf(text, excerptLength)
  }
  return null
}

/** What alerts of a survey are solved with. */
export const outcomes = ({ dictionary: { definition }, translate }: Speaker): Pick<Alert, 'rootCauses' | 'actions'> => {
  const choices = (list: readonly { id: string; title: Localised }[]) =>
    list.map(({ id, title }) => ({ id, title: translate(title) }))
  return { rootCauses: choices(definition.alertRules.rootCauses), actions: choices(definition.alertRules.actions) }
}
