import type { SampleEvent, SampleSummary } from '@kaiku/contract/sample.ts'
import { consents, sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import type { TFunction } from 'i18next'

/** What somebody is called: by name, else by the best that is known, else only as a sample. */
export const personText = ({ person }: Pick<SampleSummary, 'person'>, t: TFunction): string =>
  person?.name ?? person?.email ?? person?.phone ?? person?.contact ?? person?.externalId ?? t('sample.unnamed')

/** The state, and where nobody is invited why. */
export const stateText = ({ state, reason }: Pick<SampleSummary, 'state' | 'reason'>, t: TFunction): string =>
  reason === null
    ? t(`sample.state.${state}`)
    : t('sample.stateWhy', { state: t(`sample.state.${state}`), why: t(`sample.reason.${reason}`) })

/** The innermost places that the viewer may know by name. */
export const placeText = ({ place }: Pick<SampleSummary, 'place'>): string =>
  place.names
    .filter((name) => name !== '')
    .slice(-2)
    .join(' › ')

export const toneOf = (state: SampleSummary['state']): 'plain' | 'good' | 'bad' | 'warn' => {
  if (state === 'completed') return 'good'
  if (state === 'refused' || state === 'bounced' || state === 'unsubscribed') return 'bad'
  return state === 'notInvited' ? 'warn' : 'plain'
}

const fields = [
  'state',
  'reason',
  'consent',
  'name',
  'email',
  'phone',
  'street',
  'postcode',
  'town',
  'country',
  'locale',
  'timeZone',
  'contact',
  'externalId',
  'background',
] as const

function valueText(field: string, value: string | null, t: TFunction): string {
  if (value === null) return t('sample.nothing')
  const [state, reason, consent] = [
    sampleStates.find((one) => one === value),
    sampleReasons.find((one) => one === value),
    consents.find((one) => one === value),
  ]
  if (field === 'state' && state) return t(`sample.state.${state}`)
  if (field === 'reason' && reason) return t(`sample.reason.${reason}`)
  return field === 'consent' && consent ? t(`sample.consent.${consent}`) : value
}

/** What an event changed, each as a sentence; of what is known before only that it changed. */
export function changeTexts({ changes }: SampleEvent, t: TFunction): string[] {
  return changes.flatMap(({ field, before, after }) => {
    const known = fields.find((one) => one === field)
    if (!known || (before === null && after === null)) return []
    const what = t(`sample.field.${known}`)
    if (known === 'background') return [what]
    return [t('sample.changed', { what, from: valueText(field, before, t), to: valueText(field, after, t) })]
  })
}
