import { createHash } from 'node:crypto'
import type { Definition } from '@kaiku/contract/definition.ts'
import { type CommentLanguage, commentLanguages, otherTopic } from '@kaiku/core/lexicon.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { lexiconText, standardTerms, type TopicFinder, type TopicTerms, topicFinder } from '@kaiku/core/topic.ts'
import { standardTopics } from '@kaiku/core/topic-title.ts'

type Defining = Pick<Definition, 'topics'> & { readonly settings: Pick<Definition['settings'], 'locale'> }

/** The standard topics that are not left out, and the survey's own; terms of one that is both are joined. */
function termsFor({ topics }: Defining): TopicTerms[] {
  const own = new Map(topics.topics.map((topic) => [topic.id, topic]))
  const standard = standardTerms(topics.leaveOut).map(({ id, terms }): TopicTerms => {
    const more = own.get(id)?.terms ?? {}
    own.delete(id)
    const joined = (['any', ...commentLanguages] as const).map(
      (language) => [language, [...(terms[language] ?? []), ...(more[language] ?? [])]] as const,
    )
    return { id, terms: Object.fromEntries(joined) }
  })
  return [...standard, ...[...own.values()].map(({ id, terms }) => ({ id, terms }))]
}

const other = { en: 'Something else', fi: 'Muu aihe', sv: 'Något annat', de: 'Etwas anderes' }

/** What the topics of a survey are called, in their order; last the one of comments in which none was found. */
export function topicTitles({ topics }: Pick<Definition, 'topics'>): ReadonlyMap<string, Localised> {
  const standard = Object.entries(standardTopics).filter(([id]) => !topics.leaveOut.includes(id))
  const titles = new Map<string, Localised>(standard)
  for (const { id, title } of topics.topics) titles.set(id, title ?? titles.get(id) ?? id)
  titles.set(otherTopic, titles.get(otherTopic) ?? other)
  return titles
}

/** How a survey's comments are understood. `hash` differs whenever they may be understood otherwise. */
export type Taxonomy = { readonly hash: string; readonly findTopics: TopicFinder }

const known = new WeakMap<Definition['topics'], Taxonomy>()

export function taxonomyOf(definition: Defining): Taxonomy {
  const { topics } = definition
  const found = known.get(topics)
  if (found) return found
  const terms = termsFor(definition)
  const own = ownLanguage(definition)
  const text = JSON.stringify([own, lexiconText(terms, topics.languages)])
  const taxonomy = {
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
    findTopics: topicFinder(terms, topics.languages, own),
  }
  known.set(topics, taxonomy)
  return taxonomy
}

/** The language of comments too short to tell theirs: the survey's, where comments are written in it. */
function ownLanguage({ topics, settings }: Defining): CommentLanguage | null {
  return topics.languages.find((language) => settings.locale.startsWith(language)) ?? null
}
