import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type CommentLanguage, commentLanguages, type Sentiment, sentiments } from './lexicon.ts'
import { fold } from './text.ts'
import { type Heard, listener, standardTerms } from './topic.ts'
import { standardTopics } from './topic-title.ts'

/** A comment and what a person heard in it; moods of topics are `+`, `-` or none. */
type Labelled = {
  readonly text: string
  readonly topics: ReadonlyMap<string, string>
  readonly sentiment: Sentiment
}

/** Comments with labels: odd lines were looked at while the lexicons were made, even lines only counted. */
function labelled(language: CommentLanguage, half: 'seen' | 'heldOut'): Labelled[] {
  const lines = readFileSync(new URL(`../labelled/${language}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines
    .filter((_, at) => (at % 2 === 0) === (half === 'seen'))
    .map((line) => {
      const [topics = '', sentiment = '', text = ''] = line.split('\t')
      const marked = topics.split(' ').filter((topic) => topic !== '')
      return {
        text,
        topics: new Map(marked.map((topic) => [topic.replace(/[+-]$/, ''), /[+-]$/.exec(topic)?.[0] ?? ''])),
        sentiment: sentiments.find((one) => one === sentiment) ?? 'neutral',
      }
    })
}

type Accuracy = {
  readonly comments: number
  /** Of the topics found, those that are labelled; of those labelled, those that are found. */
  readonly precision: number
  readonly recall: number
  /** Of the topics rightly found, those with the right mood. */
  readonly mood: number
  /** Comments with the right sentiment. */
  readonly sentiment: number
  /** Comments whose language was told rightly. */
  readonly language: number
}

const hear = listener(standardTerms(), commentLanguages)

const moodOf = ({ praise, complaint }: Heard, topic: string) =>
  `${praise.includes(topic) ? '+' : ''}${complaint.includes(topic) ? '-' : ''}`

function accuracy(comments: readonly Labelled[], language: CommentLanguage): Accuracy {
  let [found, wanted, right, mood, sentiment, told] = [0, 0, 0, 0, 0, 0]
  for (const { text, topics, sentiment: own } of comments) {
    const heard = hear(fold(text))
    const here = heard.topics.filter((topic) => topic !== 'other')
    const both = here.filter((topic) => topics.has(topic))
    found += here.length
    wanted += topics.size
    right += both.length
    mood += both.filter((topic) => moodOf(heard, topic) === topics.get(topic)).length
    if (heard.sentiment === own) sentiment++
    if (heard.language === language) told++
  }
  const n = comments.length
  const of = (part: number, whole: number) => Math.round((1000 * part) / Math.max(1, whole)) / 10
  return {
    ...{ comments: n, precision: of(right, found), recall: of(right, wanted), mood: of(mood, right) },
    ...{ sentiment: of(sentiment, n), language: of(told, n) },
  }
}

/** What `docs/indicators.md` states of the half that nobody looked at while the lexicons were made. */
const floors = {
  en: { precision: 80, recall: 80, mood: 62, sentiment: 75, language: 95 },
  fi: { precision: 80, recall: 82, mood: 80, sentiment: 85, language: 95 },
  sv: { precision: 80, recall: 78, mood: 65, sentiment: 72, language: 88 },
  de: { precision: 78, recall: 80, mood: 66, sentiment: 62, language: 95 },
} as const

describe('labelled comments', () => {
  it.each(commentLanguages)('have their topics found in the half that was held out, language %s', (language) => {
    const comments = labelled(language, 'heldOut')
    expect(comments).toHaveLength(32)
    const { comments: _, ...found } = accuracy(comments, language)
    const below = Object.entries(floors[language]).filter(([key, floor]) => found[key as keyof typeof found] < floor)
    expect(below, JSON.stringify(found)).toEqual([])
  })

  it('are labelled alike in every language', () => {
    const labels = commentLanguages.map((language) =>
      (['seen', 'heldOut'] as const).flatMap((half) =>
        labelled(language, half).map(
          ({ topics, sentiment }) => `${[...topics].map(([id, mood]) => id + mood).join(' ')} ${sentiment}`,
        ),
      ),
    )
    for (const own of labels) expect(own).toEqual(labels[0])
    const known = new Set(Object.keys(standardTopics))
    const used = labelled('en', 'seen').flatMap(({ topics }) => [...topics.keys()])
    expect(used.filter((topic) => !known.has(topic))).toEqual([])
  })
})
