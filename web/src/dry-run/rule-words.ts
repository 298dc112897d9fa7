import type { ToldRule } from '@kaiku/contract/alert-dry-run.ts'
import type { Filter } from '@kaiku/contract/filter.ts'
import { parseToken } from '@kaiku/core/filter-token.ts'
import type { TFunction } from 'i18next'
import { filterWords } from '../filter/filter-words.ts'

export type RuleWords = {
  readonly t: TFunction
  readonly locale: string
  readonly filters: ReadonlyMap<string, Filter>
}

const number = (value: number, locale: string) => new Intl.NumberFormat(locale).format(value)
const list = (words: readonly string[], locale: string, type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat(locale, { type }).format(words)

/** What makes a rule raise an alert, each condition a phrase. */
export function whenWords(rule: ToldRule, words: RuleWords): string[] {
  const { t, locale } = words
  const named = rule.places.filter((name) => name !== '')
  const places = named.length < rule.places.length ? [...named, t('rule.otherPlaces')] : named
  return [
    ...(rule.about === 'interview' ? answerWords(rule, words) : watchWords(rule, words)),
    ...(places.length > 0 ? [t('rule.places', { places: list(places, locale, 'disjunction') })] : []),
  ]
}

function answerWords(rule: ToldRule & { about: 'interview' }, words: RuleWords): string[] {
  const { t } = words
  const [event] = rule.on.length > 1 ? (['both'] as const) : rule.on
  const conditions = conditionWords(rule.when, words)
  return [
    t(`rule.on.${event ?? 'completed'}`),
    ...(conditions.length > 0 ? conditions : [t('rule.every')]),
    ...(rule.history ? [t('rule.history', rule.history)] : []),
  ]
}

function watchWords({ watch, indicator, when, every }: ToldRule & { about: 'place' }, words: RuleWords): string[] {
  const { t, locale } = words
  return [
    ...(watch.type === 'silence'
      ? [t('rule.watch.silence', { days: watch.days })]
      : figureWords(watch, indicator ?? watch.indicator, words)),
    ...conditionWords(when, words),
    t(`rule.looked.${every}`, { lng: locale }),
  ]
}

type FigureWatch = Exclude<(ToldRule & { about: 'place' })['watch'], { type: 'silence' }>

function figureWords(watch: FigureWatch, indicator: string, { t, locale }: RuleWords): string[] {
  const { days } = watch
  if (watch.type === 'change') {
    const by = watch.atLeast === undefined ? [] : [t('rule.watch.atLeast', { by: number(watch.atLeast, locale) })]
    return [t(`rule.watch.${watch.direction}`, { indicator, days }), ...by]
  }
  const side = watch.below === undefined ? 'above' : 'below'
  const limit = number(watch.below ?? watch.above ?? 0, locale)
  const { recovered } = watch
  return [
    t(`rule.watch.${side}`, { indicator, limit, days }),
    ...(recovered === undefined ? [] : [t('rule.watch.recovered', { recovered: number(recovered, locale) })]),
  ]
}

/** A token of filters in words; what cannot be read stands as it is written. */
function conditionWords(token: string, { t, locale, filters }: RuleWords): string[] {
  const parsed = parseToken(token)
  if (!parsed.ok) return [token]
  return [...parsed.value].map(([name, values]) => {
    const filter = filters.get(name)
    return `${filter?.title ?? name}: ${filterWords(filter, values, t, locale)}`
  })
}

export function ownerWords({ owner }: ToldRule, { t, locale }: RuleWords): string {
  if (owner.length === 0) return t('rule.nobody')
  return owner.length === 1 ? (owner[0] ?? '') : t('rule.nearest', { roles: list(owner, locale, 'disjunction') })
}

export const dueWords = ({ due }: ToldRule, { t, locale }: RuleWords): string =>
  due === undefined ? t('rule.noDue') : t('rule.within', { hours: number(due, locale) })

export const escalationWords = ({ escalation }: ToldRule, { t, locale }: RuleWords): string[] =>
  escalation.map(({ how, after, role }) => t(`rule.step.${how}`, { hours: number(after, locale), role }))
