import type { alertRuleCalls, ToldRule } from '@kaiku/contract/alert-dry-run.ts'
import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { handlersOf } from '../alert-rule/alert-owner.ts'
import { type Speaker, translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isEverywhere, scopeOf } from '../selection/scope.ts'
import { reachesAny } from '../selection/scope-condition.ts'
import { maySeeNode, namesHidden, shownNames } from '../selection/visible-node.ts'
import { readFiles } from '../survey/stored-survey.ts'

/** The rules of a survey as people read them, and as they are written for who may write them. */
export async function shownRules(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  locale: string,
): Promise<ReplyOf<(typeof alertRuleCalls)['rules']>> {
  const { alertRules, indicators } = dictionary.definition
  const translate = translatorOf(dictionary, locale)
  const mayEdit = reachesAny(who, dictionary, 'editConfiguration')
  const scope = scopeOf(who, dictionary, mayEdit ? 'editConfiguration' : 'handleAlerts')
  const speaker = { dictionary, translate, who, scope }
  const told = ({ id, title, alert, owner, places }: AlertRule | PlaceRule) => ({
    id,
    title: translate(title),
    says: translate(alert.title),
    owner: [owner ?? []].flat(),
    places: places.map((path) => nameOf(speaker, path)),
  })
  const ofInterviews = alertRules.rules.map((rule): ToldRule => {
    const { on, when, history, severity, due, escalation } = rule
    return { ...told(rule), about: 'interview', on, when, history, severity, due, escalation }
  })
  const ofPlaces = alertRules.placeRules.map((rule): ToldRule => {
    const { watch, when, every, severity, due, escalation } = rule
    const known = watch.type === 'silence' ? undefined : indicators.find(({ id }) => id === watch.indicator)
    const indicator = known ? translate(known.title) : null
    return { ...told(rule), about: 'place', watch, indicator, when, every, severity, due, escalation }
  })
  return { rules: [...ofInterviews, ...ofPlaces], edit: mayEdit ? await written(stores, dictionary) : null }
}

async function written(stores: Stores, dictionary: Dictionary) {
  const files = await inUniverse(stores.pool, dictionary.universe, (client) => readFiles(client, dictionary))
  const handlers = await handlersOf(stores, dictionary)
  const roles = [...new Set(handlers.map(({ role }) => role))].sort((a, b) => a.localeCompare(b))
  return { version: dictionary.version, text: files.get('alert-rules.json') ?? '', roles }
}

/** Of a place by its drill path, empty where the viewer may not know it; one that is not there any more stands as it is written. */
function nameOf({ dictionary, translate, who, scope }: Omit<Speaker, 'locale'>, path: string): string {
  const parsed = parsePath(path)
  const [name = '', , ...ids] = parsed.ok ? parsed.value : []
  const view = dictionary.views.get(name)
  const node = view?.tree.resolve(ids) ?? null
  if (!view || node === null) return isEverywhere(scope) ? path : ''
  if (!maySeeNode(scope, view, node)) return ''
  const names = [view.view.root.title, ...view.tree.line(node).map((one) => one.name)].map(translate)
  return shownNames(names, namesHidden(who, scope, view)).at(-1) ?? ''
}

/** A survey with one of its rules only; `id` absent: with all. Throws Fault `invalid` where it has none of this id. */
export function withOnly(dictionary: Dictionary, id: string | undefined): Dictionary {
  if (id === undefined) return dictionary
  const { alertRules } = dictionary.definition
  const rules = alertRules.rules.filter((one) => one.id === id)
  const placeRules = alertRules.placeRules.filter((one) => one.id === id)
  if (rules.length + placeRules.length === 0)
    throw new Fault('invalid', 'There is no such rule.', [{ place: 'only', expected: 'the id of a rule', found: id }])
  return { ...dictionary, definition: { ...dictionary.definition, alertRules: { ...alertRules, rules, placeRules } } }
}
