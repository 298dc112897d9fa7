import { type Effect, type EffectBlock, type EffectReceiver, effectTypes } from '@kaiku/contract/effect-block.ts'
import type { Filter } from '@kaiku/contract/filter.ts'
import { parseToken } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { TFunction } from 'i18next'
import { filterWords } from '../filter/filter-words.ts'

export type EffectWords = {
  readonly t: TFunction
  readonly locale: string
  readonly filters: ReadonlyMap<string, Filter>
}

export const isEffectType = (text: string): text is (typeof effectTypes)[number] =>
  effectTypes.some((one) => one === text)

/** Monday to Sunday as people say it, by 1 to 7. */
export const weekdayName = (weekday: number, locale: string): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)))

/** What a block answers to, and what that has to meet, each a phrase. */
export const whenWords = ({ event, when, script, history }: EffectBlock, words: EffectWords): string[] => [
  eventWords(event, words),
  ...conditionWords(when, words),
  ...(script === undefined ? [] : [words.t('effect.script.decides')]),
  ...(history ? [words.t('rule.history', history)] : []),
]

function eventWords(event: EffectBlock['event'], { t, locale }: EffectWords): string {
  switch (event.type) {
    case 'interview':
      return t(`rule.on.${event.on.length > 1 ? 'both' : (event.on[0] ?? 'completed')}`)
    case 'alert': {
      const happenings = event.on.map((one) => t(`effect.alert.${one}`))
      return t('effect.alertWords', {
        what: new Intl.ListFormat(locale, { type: 'disjunction' }).format(happenings),
      })
    }
    case 'sample':
      return t('effect.event.sample')
    case 'timer': {
      const { at, days, every, weekday } = event
      return t(`effect.timerWords.${every}`, { at, days, weekday: weekdayName(weekday, locale) })
    }
  }
}

function conditionWords(token: string, { t, locale, filters }: EffectWords): string[] {
  const parsed = parseToken(token)
  if (!parsed.ok) return [token]
  return [...parsed.value].map(([name, values]) => {
    const filter = filters.get(name)
    return `${filter?.title ?? name}: ${filterWords(filter, values, t, locale)}`
  })
}

/** What a block does, each effect a phrase. */
export const thenWords = ({ effects }: EffectBlock, { t, locale }: EffectWords): string[] =>
  effects.map((effect) => {
    const told = toldOf(effect, locale)
    const what = t(`effect.type.${effect.type}`)
    return told === '' ? what : `${what}: ${told}`
  })

function toldOf(effect: Effect, locale: string): string {
  switch (effect.type) {
    case 'tag':
      return effect.tags.join(', ')
    case 'sms':
      return effect.to
    case 'reply':
      return effect.template
    case 'letter':
    case 'personMail':
    case 'personSms':
      return effect.template
    case 'webhook':
      return effect.webhook
    case 'alert':
      return localise(effect.alert.title, locale, locale)
    case 'points':
      return formatCount(effect.points, locale)
    case 'suppress':
      return ''
    case 'mail':
      return receiverOf(effect.receiver)
  }
}

const receiverOf = (receiver: EffectReceiver): string =>
  receiver.to === 'role'
    ? [receiver.role].flat().join(', ')
    : receiver.to === 'person'
      ? receiver.username
      : receiver.address
