import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type CommentLanguage, commentLanguages, type Sentiment, sentiments } from './lexicon.ts'
import { wilson } from './statistics.ts'
import { fold } from './text.ts'
import { type CommentTopics, standardTerms, topicFinder } from './topic.ts'
import { standardTopics } from './topic-title.ts'

/** A comment and what a person heard in it; moods of topics are `+`, `-`, both or none. */
type Labelled = {
  readonly text: string
  readonly topics: ReadonlyMap<string, string>
  readonly sentiment: Sentiment
}

/**
 * Comments with labels: those seen were looked at while the lexicons were made (the first held out among them), those
 * held out only counted.
 */
const files = { seen: ['', '.held-out'], 'held-out-2': ['.held-out-2'] } as const
type Part = keyof typeof files

const labelled = (language: CommentLanguage, part: Part): Labelled[] =>
  files[part].flatMap((ending) => labelledIn(new URL(`../labelled/${language}${ending}.txt`, import.meta.url)))

function labelledIn(file: URL): Labelled[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => {
    if (line.trim() === '') return []
    const [topics = '', sentiment = '', text = ''] = line.split('\t')
    const marked = topics.split(' ').filter((topic) => topic !== '')
    return [
      {
        text,
        topics: new Map(marked.map((topic) => [topic.replace(/[+-]+$/, ''), /[+-]+$/.exec(topic)?.[0] ?? ''])),
        sentiment: sentiments.find((one) => one === sentiment) ?? 'neutral',
      },
    ]
  })
}

/** So many of so many. */
type Ratio = readonly [part: number, whole: number]

type Accuracy = {
  /** Of the topics found, those that are labelled; of those labelled, those that are found. */
  readonly precision: Ratio
  readonly recall: Ratio
  /** Of the topics rightly found, those with the right mood. */
  readonly mood: Ratio
  /** Comments with the right sentiment. */
  readonly sentiment: Ratio
  /** Comments whose language was told rightly. */
  readonly language: Ratio
}

const findTopics = topicFinder(standardTerms(), commentLanguages)

const moodOf = ({ praise, complaint }: CommentTopics, topic: string) =>
  `${praise.includes(topic) ? '+' : ''}${complaint.includes(topic) ? '-' : ''}`

function accuracy(comments: readonly Labelled[], language: CommentLanguage): Accuracy {
  let [found, wanted, right, mood, sentiment, told] = [0, 0, 0, 0, 0, 0]
  for (const { text, topics, sentiment: own } of comments) {
    const heard = findTopics(fold(text))
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
  return {
    ...{ precision: [right, found], recall: [right, wanted], mood: [mood, right] },
    ...{ sentiment: [sentiment, n], language: [told, n] },
  }
}

const percent = ([part, whole]: Ratio) => Math.round((1000 * part) / Math.max(1, whole)) / 10

/** In percent, with the 95 % interval of Wilson and the base. */
const shown = (ratio: Ratio) => {
  const { low, high } = wilson(ratio[0] / Math.max(1, ratio[1]), Math.max(1, ratio[1]))
  return `${percent(ratio)} (${Math.round(100 * low)}–${Math.round(100 * high)}, n ${ratio[1]})`
}

type Floors = Readonly<Record<keyof Accuracy, number>>

/** What `docs/indicators.md` states, less what a few comments more or fewer make of it. */
const floors: Readonly<Record<Part, Readonly<Record<CommentLanguage, Floors>>>> = {
  seen: {
    en: { precision: 79, recall: 73, mood: 81, sentiment: 78, language: 98 },
    fi: { precision: 78, recall: 80, mood: 79, sentiment: 75, language: 97 },
    sv: { precision: 79, recall: 80, mood: 82, sentiment: 80, language: 96 },
    de: { precision: 81, recall: 75, mood: 79, sentiment: 76, language: 96 },
  },
  'held-out-2': {
    en: { precision: 48, recall: 36, mood: 57, sentiment: 46, language: 96 },
    fi: { precision: 60, recall: 46, mood: 58, sentiment: 48, language: 96 },
    sv: { precision: 65, recall: 47, mood: 62, sentiment: 49, language: 94 },
    de: { precision: 63, recall: 39, mood: 56, sentiment: 41, language: 92 },
  },
}

const parts = (Object.keys(files) as Part[]).flatMap((part) => commentLanguages.map((language) => ({ part, language })))

describe('labelled comments', () => {
  it.each(parts)('have their topics found: $part, $language', ({ part, language }) => {
    const comments = labelled(language, part)
    const found = Object.entries(accuracy(comments, language)) as [keyof Accuracy, Ratio][]
    const report = found.map(([name, ratio]) => `${name} ${shown(ratio)}`).join(', ')
    console.info(`${part} ${language}, ${comments.length} comments: ${report}`)
    const below = found.filter(([name, ratio]) => percent(ratio) < floors[part][language][name])
    expect(below, report).toEqual([])
  })

  it('are labelled by topics that there are', () => {
    const known = new Set(Object.keys(standardTopics))
    for (const { part, language } of parts) {
      const used = labelled(language, part).flatMap(({ topics }) => [...topics.keys()])
      expect(used.filter((topic) => !known.has(topic))).toEqual([])
    }
  })
})
