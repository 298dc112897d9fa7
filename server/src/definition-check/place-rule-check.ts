import type { Definition } from '@kaiku/contract/definition.ts'
import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { factNames } from '@kaiku/contract/place-rule.ts'
import { templateNames } from '@kaiku/core/alert-template.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { parseToken, timeFilter } from '@kaiku/core/filter-token.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { checkCondition, checkEscalation, checkPath } from './alert-rule-check.ts'
import { type Against, checkKnown } from './question-check.ts'

const file = 'alert-rules.json'

/** Rules on places: what they watch has to be there, and to say the same to everybody whom they tell. */
export function checkPlaceRules(definition: Definition, against: Against): void {
  const { alertRules, questions, views, settings } = definition
  const isDated = questions.some(({ roles }) => roles.includes('date'))
  const viewNames = new Set(views.map(({ extName }) => extName))
  alertRules.placeRules.forEach((rule, i) => {
    const place = ['placeRules', i]
    if (!isDated) against(file, place, 'a question with the role "date"', 'none in questions.json')
    checkWatch(definition, rule, [...place, 'watch'], against)
    checkCondition(definition, rule.when, [...place, 'when'], against)
    const token = parseToken(rule.when)
    if (token.ok && token.value.has(timeFilter))
      against(file, [...place, 'when'], 'no period: "days" says which', `"${timeFilter}"`)
    if (settings.protection && rule.when !== '')
      against(
        file,
        [...place, 'when'],
        'no filter in a protected survey: what it leaves out may be few',
        `"${rule.when}"`,
      )
    if (rule.view !== undefined) checkKnown(against, file, [...place, 'view'], 'a view', rule.view, viewNames)
    checkPlaces(definition, rule, place, against)
    const levels = levelsOf(definition, rule)
    if (rule.level !== 'leaves' && rule.level > levels)
      against(file, [...place, 'level'], `at most ${levels}: the view is no deeper`, String(rule.level))
    checkTemplates(rule, place, against)
    checkEscalation(rule.escalation, place, against)
  })
}

function checkWatch({ indicators, settings }: Definition, { watch }: PlaceRule, place: JsonPlace, against: Against) {
  if (watch.type === 'silence') {
    if (settings.protection)
      against(
        file,
        [...place, 'type'],
        '"limit" or "change": who is silent is not told of a protected survey',
        '"silence"',
      )
    return
  }
  const known = new Map(indicators.map((indicator) => [indicator.id, indicator]))
  if (!checkKnown(against, file, [...place, 'indicator'], 'an indicator', watch.indicator, known)) return
  const measure = known.get(watch.indicator)?.measure
  if (watch.type === 'change') {
    if (measure === 'median' || measure === 'count' || measure === 'sum')
      against(
        file,
        [...place, 'indicator'],
        'an indicator whose change can be tested',
        `"${watch.indicator}", a ${measure}`,
      )
    return
  }
  const { below, above, recovered } = watch
  if ((below === undefined) === (above === undefined))
    against(file, place, 'either "below" or "above"', below === undefined ? 'neither' : 'both')
  else if (recovered !== undefined && below !== undefined && recovered < below)
    against(file, [...place, 'recovered'], `at least ${below}`, String(recovered))
  else if (recovered !== undefined && above !== undefined && recovered > above)
    against(file, [...place, 'recovered'], `at most ${above}`, String(recovered))
}

/** How deep a view can be; one of nodes may become deeper when it is next published. */
function levelsOf({ views }: Definition, { view: name = views[0]?.extName }: PlaceRule): number {
  const view = views.find(({ extName }) => extName === name)
  return view && 'levels' in view ? view.levels.length : Number.POSITIVE_INFINITY
}

function checkPlaces(
  { views }: Definition,
  { places, view = views[0]?.extName }: PlaceRule,
  at: JsonPlace,
  against: Against,
) {
  places.forEach((path, i) => {
    const parsed = parsePath(path)
    if (parsed.ok && parsed.value[0] !== view && views.some(({ extName }) => extName === parsed.value[0]))
      against(file, [...at, 'places', i], `a place of the view "${view}"`, `"${path}"`)
    else checkPath(views, path, [...at, 'places', i], against)
  })
}

function checkTemplates({ alert, watch }: PlaceRule, place: JsonPlace, against: Against): void {
  const known = ['place', ...factNames[watch.type]]
  for (const part of ['title', 'description'] as const) {
    const template = alert[part]
    for (const [locale, text] of Object.entries(typeof template === 'string' ? { '': template } : template))
      for (const name of templateNames(text).filter((one) => !known.includes(one)))
        against(
          file,
          [...place, 'alert', part, ...(locale === '' ? [] : [locale])],
          known.map((one) => `{${one}}`).join(', '),
          `{${name}}`,
        )
  }
}
