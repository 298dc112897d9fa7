import type { FaultDetail } from '@kaiku/core/fault.ts'
import type { RuleList } from './rule-form.ts'

/** What is wrong with a part of a rule, `alert.title`; undefined: nothing. */
export type FaultAt = (part: string) => string | undefined

/** The parts that stand in a form: what is wrong elsewhere is told above it. */
const inForm = [
  'id',
  'title',
  'on',
  'when',
  'places',
  'history',
  'view',
  'alert',
  'severity',
  'tags',
  'owner',
  'due',
  'escalation',
  'watch',
  'level',
  'every',
  'at',
]
const isPartOf = (place: string, part: string) =>
  place === part || place.startsWith(`${part}.`) || place.startsWith(`${part}[`)

/** What is wrong with a rule of a file by its parts, and what is wrong elsewhere. */
export function faultsOf(
  details: readonly FaultDetail[],
  list: RuleList,
  at: number,
  words: (fault: FaultDetail) => string,
) {
  const rule = `${list}[${at}]`
  const own = details.flatMap((fault) =>
    isPartOf(fault.place, rule) ? [{ ...fault, place: fault.place.slice(rule.length).replace(/^\./, '') }] : [],
  )
  const faultAt: FaultAt = (part) => {
    const found = own.find(({ place }) => isPartOf(place, part))
    return found && words(found)
  }
  const others = [
    ...details.filter(({ place }) => !isPartOf(place, rule)),
    ...own.filter(({ place }) => !inForm.some((part) => isPartOf(place, part))),
  ]
  return { faultAt, others }
}
