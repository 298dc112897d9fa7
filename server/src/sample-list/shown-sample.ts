import type { SampleSummary } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { placeOf, translatorOf } from '../alert-words/alert-words.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'

/** How samples are shown to one viewer; their places in this view. */
export function samplesShown(who: Viewer, dictionary: Dictionary, view: string, locale: string) {
  const scope = scopeOf(who, dictionary, 'manageSamples')
  const speaker = { who, dictionary, scope, translate: translatorOf(dictionary, locale) }
  return (sample: StoredSample): SampleSummary => {
    const { leaves, invitedAt, respondedAt, createdAt, changedAt } = sample
    const { externalId, contact, name, email, phone, street, postcode, town, country } = sample
    const person = { externalId, contact, name, email, phone, street, postcode, town, country }
    return {
      sampleId: sample.id,
      version: sample.version,
      state: sample.state,
      reason: sample.reason,
      person: seesPerson(who, dictionary, sample) ? person : null,
      locale: sample.locale,
      timeZone: sample.timeZone,
      place: placeOf(speaker, { view, leaves }),
      interviewId: mayOpen(who, dictionary, sample) ? sample.interviewId : null,
      invitedAt: invitedAt?.toISOString() ?? null,
      respondedAt: respondedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      changedAt: changedAt.toISOString(),
    }
  }
}

export const seesPerson = (who: Viewer, dictionary: Dictionary, { leaves }: Pick<StoredSample, 'leaves'>): boolean =>
  reaches(who, dictionary, 'seeContacts', leaves)

const mayOpen = (who: Viewer, dictionary: Dictionary, { leaves }: StoredSample): boolean =>
  !dictionary.definition.settings.protection && reaches(who, dictionary, 'seeInterviews', leaves)
