import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import type { Definition } from '@kaiku/contract/definition.ts'
import type { View } from '@kaiku/contract/view.ts'
import { readTemplate } from '@kaiku/core/alert-template.ts'
import { readDay } from '@kaiku/core/day.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { dependsOnToday, kindOf, kindRules, resolveFilter } from '@kaiku/core/filter-kind.ts'
import { parseToken } from '@kaiku/core/filter-token.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { allQuestions } from '../topic/comment-topic-question.ts'
import { isZone } from '../universe/universe.ts'
import { anyDay, checkToken } from './filter-check.ts'
import { type Against, byId, checkKnown, checkUnique, codeFault } from './question-check.ts'

const file = 'alert-rules.json'
/** What a template may say beside answers. */
export const said: ReadonlySet<string> = new Set(['place', 'day'])
/** What a mail to the customer may say besides. */
const saidToCustomer: ReadonlySet<string> = new Set([...said, 'name', 'by', 'interview'])
const personal = new Set(['contact', 'identifier', 'pii'])

export function checkAlertRules(definition: Definition, against: Against): void {
  const { alertRules, settings, views } = definition
  const placed = (list: 'rootCauses' | 'actions' | 'rules' | 'placeRules') =>
    alertRules[list].map(({ id }, i) => ({ id, place: [list, i, 'id'] }))
  // A rule is known by its id, whatever it watches.
  for (const ids of [placed('rootCauses'), placed('actions'), [...placed('rules'), ...placed('placeRules')]])
    checkUnique(against, file, ids)
  checkUnique(
    against,
    file,
    alertRules.replies.templates.map(({ id }, i) => ({ id, place: ['replies', 'templates', i, 'id'] })),
  )
  const { askAgain, templates } = alertRules.replies
  if (askAgain)
    checkKnown(
      ...([against, file, ['replies', 'askAgain', 'template'], 'a template', askAgain.template] as const),
      new Set(templates.map(({ id }) => id)),
    )
  templates.forEach((template, i) => {
    for (const part of ['subject', 'text'] as const)
      checkTemplate(definition, template[part], ['replies', 'templates', i, part], against, saidToCustomer)
  })
  checkCalendars(definition, against)
  if (settings.protection && alertRules.rules.length > 0)
    against(file, ['rules'], 'none in a protected survey: an alert tells who answered', 'rules')
  const viewNames = new Set(views.map(({ extName }) => extName))
  alertRules.rules.forEach((rule, i) => {
    const place = ['rules', i]
    checkCondition(definition, rule.when, [...place, 'when'], against)
    rule.places.forEach((path, at) => {
      checkPath(views, path, [...place, 'places', at], against)
    })
    if (rule.view !== undefined) checkKnown(against, file, [...place, 'view'], 'a view', rule.view, viewNames)
    checkHistory(definition, rule.history, [...place, 'history'], against)
    for (const part of ['title', 'description'] as const)
      checkTemplate(definition, rule.alert[part], [...place, 'alert', part], against)
    checkEscalation(rule.escalation, place, against)
  })
}

export function checkEscalation(steps: AlertRule['escalation'], place: JsonPlace, against: Against): void {
  steps.forEach(({ after }, at) => {
    const before = steps[at - 1]?.after ?? 0
    if (after <= before) against(file, [...place, 'escalation', at, 'after'], `more than ${before}`, String(after))
  })
}

export function checkHistory(
  definition: Definition,
  history: AlertRule['history'],
  place: JsonPlace,
  against: Against,
): void {
  if (history === undefined) return
  for (const role of ['contact', 'date'] as const)
    if (!definition.questions.some(({ roles }) => roles.includes(role)))
      against(file, place, `a question with the role "${role}"`, 'none in questions.json')
  if (history.when !== undefined) checkCondition(definition, history.when, [...place, 'when'], against)
}

/** A token whose filters look at one interview alone, and mean the same on every day. */
export function checkCondition(definition: Definition, token: string, place: JsonPlace, against: Against): void {
  let isRight = true
  checkToken(definition, token, file, place, (...fault) => {
    isRight = false
    against(...fault)
  })
  const parsed = parseToken(token)
  if (!isRight || !parsed.ok) return
  const filters = [definition.filters.standard, definition.filters.time]
    .flatMap(({ filterGroups }) => filterGroups)
    .flatMap((group) => group.filters)
  const questions = byId(allQuestions(definition))
  for (const [name, values] of parsed.value) {
    const filter = filters.find(({ extName }) => extName === name)
    if (!filter) continue
    const isContact = kindRules[kindOf(filter)].looksAt === 'contact'
    if (isContact) against(file, place, 'filters that look at one interview alone', `"${name}"`)
    const relative = values.find((value) => dependsOnToday(filter, value))
    if (relative !== undefined) against(file, place, 'a period that is the same on every day', `"${relative}"`)
    const question = filter.question === undefined ? undefined : questions.get(filter.question)
    const choice = resolveFilter(filter, values, anyDay)
    if (!question || !choice.ok || question.type === 'text') continue
    for (const match of [...choice.value.include, ...choice.value.exclude]) {
      if (match.is !== 'option') continue
      const text = match.option
      const code = question.type === 'scale' || question.type === 'number' ? Number(text) : text
      const isMissing = question.missing.some((one) => String(one) === text)
      const expected = isMissing ? null : codeFault(question, code)
      if (expected !== null) against(file, place, expected, `"${text}" for "${name}"`)
    }
  }
}

export function checkTemplate(
  definition: Definition,
  template: Localised,
  place: JsonPlace,
  against: Against,
  also: ReadonlySet<string> = said,
): void {
  const questions = byId(allQuestions(definition))
  const texts = typeof template === 'string' ? { '': template } : template
  for (const [locale, text] of Object.entries(texts)) {
    const at = locale === '' ? place : [...place, locale]
    for (const part of readTemplate(text)) {
      if (!('name' in part) || also.has(part.name)) continue
      if (!checkKnown(against, file, at, 'a question, or {place} or {day}', part.name, questions)) continue
      const roles = questions.get(part.name)?.roles ?? []
      if (roles.some((role) => personal.has(role)))
        against(file, at, 'no answer that tells who somebody is', `{${part.name}}`)
      if (roles.includes('comment')) against(file, at, 'no comment: who may read it sees it beside', `{${part.name}}`)
    }
  }
}

function checkCalendars({ alertRules: { calendars }, views }: Definition, against: Against): void {
  const everywhere = calendars.flatMap(({ places }, i) => (places.length === 0 ? [i] : []))
  for (const i of everywhere.slice(1))
    against(file, ['calendars', i, 'places'], 'places: one calendar holds wherever no other does', 'a second without')
  calendars.forEach(({ timeZone, hours, holidays, places }, i) => {
    const place = ['calendars', i]
    if (timeZone !== undefined && !isZone(timeZone))
      against(file, [...place, 'timeZone'], 'an IANA time zone (Europe/Helsinki)', `"${timeZone}"`)
    hours.forEach(({ from, to }, at) => {
      if (from >= to) against(file, [...place, 'hours', at, 'to'], `later than ${from}`, to)
    })
    holidays.forEach((day, at) => {
      // In a leap year every day of a month is there.
      const written = day.length === shortDay ? `2024-${day}` : day
      if (readDay(written) === null) against(file, [...place, 'holidays', at], 'a day of the calendar', `"${day}"`)
    })
    places.forEach((path, at) => {
      checkPath(views, path, [...place, 'places', at], against)
    })
  })
}

const shortDay = 'mm-dd'.length

export function checkPath(views: readonly View[], text: string, place: JsonPlace, against: Against): void {
  const fault = pathFault(views, text)
  if (fault) against(file, place, fault.expected, `"${fault.found}"`)
}

/** Places of views made from columns come with the answers, so only their view and root can be checked. */
function pathFault(views: readonly View[], text: string): { expected: string; found: string } | null {
  const parsed = parsePath(text)
  if (!parsed.ok) return { expected: parsed.expected, found: text }
  const [name = '', root = '', ...ids] = parsed.value
  const view = views.find(({ extName }) => extName === name)
  if (!view) return { expected: 'the name of a view', found: name }
  if (view.root.id !== root) return { expected: `the root "${view.root.id}" behind the view`, found: root }
  if (!('nodes' in view)) return null
  const wrong = ids.findIndex((id, at) => !view.nodes.some((node) => node.id === id && node.parent === ids[at - 1]))
  return wrong < 0 ? null : { expected: `a place right below "${ids[wrong - 1] ?? root}"`, found: ids[wrong] ?? '' }
}
