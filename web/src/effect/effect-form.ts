import { type Effect, type EffectBlock, type EffectType, effectBlock } from '@kaiku/contract/effect-block.ts'
import { freshName } from '../page-form/page-edit.ts'

/** A block in the hands of its form; null where it has another shape. */
export function blockOf(written: unknown): EffectBlock | null {
  const read = effectBlock.safeParse(written)
  return read.success ? read.data : null
}

export const newMail = (): Extract<Effect, { type: 'mail' }> => ({
  type: 'mail',
  receiver: { to: 'role', role: '' },
  subject: '{place}',
  text: '',
})

export const newPersonMail = (): Extract<Effect, { type: 'personMail' }> => ({
  type: 'personMail',
  template: '',
  fromHour: 0,
  toHour: 24,
  daysOff: [],
})

/** An effect that says nothing yet but what most do. */
export function newEffect(type: EffectType): Effect {
  switch (type) {
    case 'tag':
      return { type, tags: [] }
    case 'mail':
      return newMail()
    case 'sms':
      return { type, to: '', text: '{place}' }
    case 'personMail':
      return newPersonMail()
    case 'personSms':
      return { type, template: '', fromHour: 8, toHour: 20, daysOff: [] }
    case 'reply':
      return { type, template: '' }
    case 'letter':
      return { type, template: '' }
    case 'webhook':
      return { type, webhook: '' }
    case 'alert':
      return { type, alert: { title: '{place}: ', description: '' }, severity: 'medium', tags: [], escalation: [] }
    case 'points':
      return { type, points: 1 }
    case 'suppress':
      return { type }
  }
}

export const newBlock = (): EffectBlock => ({
  id: 'new',
  title: '',
  isOn: true,
  event: { type: 'interview', on: ['completed'] },
  when: '',
  places: [],
  effects: [newEffect('tag')],
})

/** Another event, with what is usual for it. */
export function eventAs(type: EffectBlock['event']['type']): EffectBlock['event'] {
  switch (type) {
    case 'interview':
      return { type, on: ['completed'] }
    case 'alert':
      return { type, on: ['raised'], rules: [] }
    case 'sample':
      return { type }
    case 'timer':
      return { type, every: 'day', weekday: 1, at: '06:00', days: 7 }
  }
}

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const kept = (value: object) => Object.fromEntries(Object.entries(value).filter(([, one]) => !isEmpty(one)))

/** A block as it is written: what is usual goes without saying. `taken`: ids of the others; a new block is named by its title. */
export function writtenBlock(block: EffectBlock, isNew: boolean, taken: readonly string[]): Record<string, unknown> {
  const { title, isOn, effects, event } = block
  const name = typeof title === 'string' ? title : (Object.values(title)[0] ?? '')
  const id = isNew ? freshName(name === '' ? 'effect' : name, taken) : block.id
  return Object.assign(kept(block), {
    id,
    title,
    event: kept(event),
    effects: effects.map(writtenEffect),
    ...(isOn ? { isOn: undefined } : { isOn }),
  })
}

function writtenEffect(effect: Effect): object {
  if (effect.type === 'alert') return Object.assign(kept(effect), { alert: kept(effect.alert) })
  if (effect.type !== 'personMail' && effect.type !== 'personSms') return effect
  const usual: object = newEffect(effect.type)
  // What is usual goes without saying.
  return Object.fromEntries(
    Object.entries(kept(effect)).filter(([name, value]) => name === 'type' || value !== Reflect.get(usual, name)),
  )
}

/** What stands in braces of a mail or an alert. */
export const namesIn = (
  questions: readonly { readonly id: string; readonly type: string }[],
  type: EffectBlock['event']['type'],
): string[] => [
  ...(type === 'alert' ? ['alert'] : []),
  ...['place', 'day', ...questions.filter((one) => one.type !== 'text').map(({ id }) => id)],
]
