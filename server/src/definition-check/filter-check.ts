import type { Definition, DefinitionFile } from '@kaiku/contract/definition.ts'
import type { FiltersFile } from '@kaiku/contract/filter.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import { type FilterFlag, type FilterKind, kindOf, kindOfFlag, resolveFilter } from '@kaiku/core/filter-kind.ts'
import { parseToken, timeFilter } from '@kaiku/core/filter-token.ts'
import { attributeIds, attributeQuestions } from '../dictionary/interview-attribute.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { allQuestions } from '../topic/comment-topic-question.ts'
import { isZone } from '../universe/universe.ts'
import { type Against, byId, checkKnown, checkUnique, codeFault } from './question-check.ts'
import { reservedNames } from './reserved-name.ts'

const file = 'filters.json'
// Whether a value can be read does not depend on the day.
export const anyDay = '2000-01-01'

type Filter = FiltersFile['standard']['filterGroups'][number]['filters'][number]
type Placed = { readonly filter: Filter; readonly place: JsonPlace; readonly set: 'standard' | 'time' }

const placed = (filters: FiltersFile): Placed[] =>
  (['standard', 'time'] as const).flatMap((set) =>
    filters[set].filterGroups.flatMap((group, i) =>
      group.filters.map((filter, at) => ({ filter, set, place: [set, 'filterGroups', i, 'filters', at] })),
    ),
  )

export function checkFilters(definition: Definition, against: Against): void {
  const { filters } = definition
  const known = byId([...allQuestions(definition), ...attributeQuestions(definition)])
  const all = placed(filters)
  checkUnique(
    against,
    file,
    all.map(({ filter, place }) => ({ id: filter.extName, place: [...place, 'extName'] })),
  )
  for (const one of all) checkFilter(one, known, against)
}

function checkFilter({ filter, place, set }: Placed, known: ReadonlyMap<string, Question>, against: Against): void {
  const role = (name: 'date' | 'contact') => [...known.values()].find(({ roles }) => roles.includes(name))
  const note = (key: string, expected: string, found: string) => against(file, [...place, key], expected, found)
  if (filter.extName === timeFilter && set !== 'time') note('extName', `"${timeFilter}" among the time filters`, set)
  const named = filter.extName === timeFilter ? role('date')?.id : filter.extName
  if (reservedNames.has(filter.extName) && (filter.question ?? named) !== named)
    note('extName', `another name: Kaiku looks at ${named ?? 'the date'} by this one`, `"${filter.extName}"`)

  if (filter.campaign) {
    note('campaign', `nothing: every survey has the filter "${attributeIds.campaign}"`, 'true')
    return
  }
  if (filter.tableDate) {
    for (const name of ['contact', 'date'] as const)
      if (!role(name)) note('tableDate', `a question with the role "${name}"`, 'none in questions.json')
    if (filter.question !== undefined) note('question', 'nothing: it looks at contact and date', `"${filter.question}"`)
    return
  }
  if (filter.question === undefined) {
    if (filter.extName !== timeFilter) note('question', 'the name of a question', 'nothing')
    else if (!role('date')) note('extName', 'a question with the role "date"', 'none in questions.json')
    else checkKind(filter, 'date', note)
    return
  }
  if (!checkKnown(against, file, [...place, 'question'], 'a question', filter.question, known)) return
  const question = known.get(filter.question)
  if (!question) return
  checkKind(filter, question.type, note)
  filter.options?.forEach(({ extName }, at) => {
    const code = question.type === 'scale' || question.type === 'number' ? Number(extName) : extName
    const isMissing = question.missing.includes(code)
    const expected = isMissing ? null : codeFault(question, code)
    if (expected !== null) against(file, [...place, 'options', at, 'extName'], expected, `"${extName}"`)
  })
  checkUnique(
    against,
    file,
    (filter.options ?? []).map(({ extName }, at) => ({ id: extName, place: [...place, 'options', at, 'extName'] })),
  )
}

const kindFlags = (Object.keys(kindOfFlag) as FilterFlag[]).filter((flag) => kindOfFlag[flag] !== null)

/** The questions that a kind of filter looks at. */
const fitting = {
  options: { types: ['scale', 'number', 'choice', 'multiple'], said: 'a question with codes' },
  text: { types: ['text'], said: 'a question of type text' },
  range: { types: ['number', 'scale'], said: 'a question of type number or scale' },
  period: { types: ['date'], said: 'a question of type date' },
  tableDate: { types: [], said: 'nothing: it looks at contact and date' },
  campaign: { types: [], said: 'nothing' },
} as const satisfies Record<FilterKind, { types: readonly QuestionType[]; said: string }>

function checkKind(filter: Filter, type: QuestionType, note: (key: string, expected: string, found: string) => void) {
  const [first, ...more] = kindFlags.filter((flag) => filter[flag])
  const other = more.find((flag) => first && kindOfFlag[flag] !== kindOfFlag[first])
  if (other) note(other, `one kind of value (it has "${first}")`, 'a second one')
  const kind = kindOf(filter, type)
  if (type === 'date') {
    if (kind !== 'period') note('question', 'one of dateInterval, dateRef, today for a date', first ?? 'none of them')
    return
  }
  const found = `a question of type ${type}`
  const { types, said }: (typeof fitting)[FilterKind] = fitting[kind]
  if (!types.some((one) => one === type)) note(first ?? 'question', said, found)
  if (kind === 'range' && filter.options) note('options', 'nothing beside "range"', 'options')
  if (kind === 'text' && !filter.submatch) note('question', '"submatch" for a text, else a question with codes', found)
}

/** Notes each part of a filter token that cannot be read or means nothing here. */
export function checkToken(
  { filters }: Definition,
  token: string,
  file: DefinitionFile,
  place: JsonPlace,
  against: Against,
): void {
  const parsed = parseToken(token)
  if (!parsed.ok) {
    against(file, place, parsed.expected, `"${token}" (character ${parsed.position + 1})`)
    return
  }
  const known = new Map(placed(filters).map(({ filter }) => [filter.extName, filter]))
  for (const [name, values] of parsed.value) {
    if (!checkKnown(against, file, place, 'a filter', name, known)) continue
    const resolved = resolveFilter(known.get(name) ?? {}, values, anyDay)
    if (!resolved.ok) against(file, place, resolved.expected, `"${values[resolved.position]}" for "${name}"`)
  }
}

/** Zone, locale, tokens and indicators that `settings.json` names, and the tokens of rates and pages. */
export function checkSettings(definition: Definition, against: Against): void {
  const { settings, questions, indicators, pages } = definition
  const note = (place: JsonPlace, expected: string, found: string) => against('settings.json', place, expected, found)
  if (!isZone(settings.timeZone)) note(['timeZone'], 'an IANA time zone (Europe/Helsinki)', `"${settings.timeZone}"`)
  if (!isLocale(settings.locale)) note(['locale'], 'a locale (en, fi, sv-FI)', `"${settings.locale}"`)
  const measures = new Set(indicators.map(({ id }) => id))
  const duration = settings.quality?.duration
  const measured = questions.find(({ id }) => id === duration)
  if (duration !== undefined && measured?.type !== 'number')
    against('settings.json', ['quality', 'duration'], 'a question of type number', `"${duration}"`)
  settings.mainIndicators.forEach((id, i) => {
    checkKnown(against, 'settings.json', ['mainIndicators', i], 'an indicator', id, measures)
  })
  const asked = byId(questions)
  settings.interviewLayout?.sections.forEach((section, i) => {
    for (const [k, id] of section.questions.entries())
      checkKnown(against, 'settings.json', ['interviewLayout', 'sections', i, 'questions', k], 'a question', id, asked)
  })
  checkToken(definition, settings.startFilter, 'settings.json', ['startFilter'], against)
  if (settings.alertFilter !== undefined)
    checkToken(definition, settings.alertFilter, 'settings.json', ['alertFilter'], against)
  indicators.forEach((indicator, i) => {
    if (indicator.measure !== 'rate') return
    checkToken(definition, indicator.of, 'indicators.json', ['indicators', i, 'of'], against)
    checkToken(definition, indicator.among, 'indicators.json', ['indicators', i, 'among'], against)
  })
  pages.forEach(({ selectionInterval }, i) => {
    if (selectionInterval === undefined) return
    const place = ['pages', i, 'selectionInterval']
    checkToken(definition, `${timeFilter}=${selectionInterval}`, 'pages.json', place, against)
  })
}

export function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}
