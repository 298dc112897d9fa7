import { type CommentLanguage, commentLanguages, type Lexicon, otherTopic, type Sentiment, termsOf } from './lexicon.ts'
import { german } from './lexicon-de.ts'
import { english } from './lexicon-en.ts'
import { finnish } from './lexicon-fi.ts'
import { swedish } from './lexicon-sv.ts'
import { type Found, type TermIndex, termIndex } from './term.ts'
import {
  type Everything,
  everythingOf,
  has,
  isCloser,
  type Meaning,
  type Mood,
  type ThoughtPart,
  thoughtsOf,
} from './thought.ts'
import { standardTopics } from './topic-title.ts'
import { type Word, wordsOf } from './word.ts'

/** What a comment speaks of. `praise` and `complaint`: topics spoken well and badly of; one may be in both. */
export type CommentTopics = {
  readonly language: CommentLanguage | null
  readonly topics: readonly string[]
  readonly praise: readonly string[]
  readonly complaint: readonly string[]
  readonly sentiment: Sentiment
}

/** Terms of a topic by language; those under `any` hold in every language. */
export type TopicTerms = {
  readonly id: string
  readonly terms: Readonly<Partial<Record<CommentLanguage | 'any', readonly string[]>>>
}

const lexicons: Readonly<Record<CommentLanguage, Lexicon>> = { en: english, fi: finnish, sv: swedish, de: german }

/** Everything that what is found depends on, as text: it differs whenever a comment may be understood otherwise. */
export const lexiconText = (topics: readonly TopicTerms[], languages: readonly CommentLanguage[]): string =>
  JSON.stringify([method, languages, languages.map((language) => lexicons[language]), topics])
/** Rises when comments are read by other rules. */
const method = 3

/** The standard topics but those left out. */
export const standardTerms = (leftOut: readonly string[] = []): TopicTerms[] =>
  Object.keys(standardTopics)
    .filter((id) => !leftOut.includes(id))
    .map((id) => ({
      id,
      terms: Object.fromEntries(
        commentLanguages.map((language) => [language, termsOf(lexicons[language].topics[id] ?? '')]),
      ),
    }))

/** Reads folded comments; `own` is the language of those too short to tell theirs. */
export type TopicFinder = (folded: string) => CommentTopics

const nothing: CommentTopics = { language: null, topics: [], praise: [], complaint: [], sentiment: 'neutral' }

export function topicFinder(
  topics: readonly TopicTerms[],
  languages: readonly CommentLanguage[],
  own: CommentLanguage | null = null,
): TopicFinder {
  const readers = languages.map((language) => ({ language, index: indexOf(lexicons[language], topics, language) }))
  const evidence = evidenceOf(readers.map(({ index }) => index))
  return (folded) => {
    const words = wordsOf(folded)
    if (words.length === 0) return nothing
    const spoken = readers[likeliest(words, evidence, own === null ? 0 : languages.indexOf(own))]
    if (!spoken) return { ...nothing, topics: [otherTopic] }
    const { language, index } = spoken
    return heardFrom(words, language, everythingOf(index.all(words)))
  }
}

/** How much a word speaks for each language: small words, which others seldom have, twice. */
type Evidence = (word: string) => readonly number[]

const mostRemembered = 100_000

function evidenceOf(readers: readonly Reader[]): Evidence {
  const remembered = new Map<string, readonly number[]>()
  return (word) => {
    const found = remembered.get(word)
    if (found) return found
    const evidence = readers.map((index) => {
      const kinds = new Set(index.alone(word).map(({ meaning }) => meaning.is))
      return (kinds.has('common') ? 2 : 0) + (kinds.has('good') || kinds.has('bad') || kinds.has('topic') ? 1 : 0)
    })
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(word, evidence)
    return evidence
  }
}

/** The place of the language that most speaks for; of equals the survey's own. */
function likeliest(words: readonly Word[], evidence: Evidence, own: number): number {
  const sums: number[] = []
  for (const { text } of words) {
    const found = evidence(text)
    for (let at = 0; at < found.length; at++) sums[at] = (sums[at] ?? 0) + (found[at] ?? 0)
  }
  const most = Math.max(...sums)
  return sums[own] === most ? own : sums.indexOf(most)
}

type Reader = TermIndex<Meaning>

function indexOf(lexicon: Lexicon, topics: readonly TopicTerms[], language: CommentLanguage): Reader {
  const listed = (list: string, is: Exclude<Meaning['is'], 'topic'>) =>
    termsOf(list).map((term): [string, Meaning] => [term, { is }])
  return termIndex<Meaning>([
    ...listed(lexicon.common, 'common'),
    ...listed(lexicon.negators, 'negator'),
    ...listed(lexicon.contrasts, 'contrast'),
    ...listed(lexicon.joins, 'join'),
    ...listed(lexicon.wishes, 'wish'),
    ...listed(lexicon.weak, 'weak'),
    ...listed(lexicon.idioms, 'idiom'),
    ...listed(lexicon.good, 'good'),
    ...listed(lexicon.bad, 'bad'),
    ...topics.flatMap(({ id, terms }) =>
      [...(terms[language] ?? []), ...(terms.any ?? [])].map((term): [string, Meaning] => [
        term,
        { is: 'topic', topic: id },
      ]),
    ),
  ])
}

/** `isJudged`: a word of its own judges it. */
type Mention = { readonly topic: string; readonly at: number; good: boolean; bad: boolean; isJudged: boolean }

function heardFrom(words: readonly Word[], language: CommentLanguage, found: Everything): CommentTopics {
  let [good, bad] = [0, 0]
  const spoken = thoughtsOf(words, found).map(({ part, moods }) => {
    good += moods.filter(({ isGood }) => isGood).length
    bad += moods.filter(({ isGood }) => !isGood).length
    return mentionsOf(words, found, part, moods)
  })
  const mentions = withoutAsides(spoken)
  const sentiment = sentimentOf(good, bad)
  if (sentiment === 'positive' || sentiment === 'negative') speakAlike(mentions, sentiment === 'positive')
  const ids = (of: (mention: Mention) => boolean) => [...new Set(mentions.filter(of).map(({ topic }) => topic))]
  const topics = ids(() => true)
  return {
    language,
    topics: topics.length ? topics : [otherTopic],
    praise: ids((mention) => mention.good),
    complaint: ids((mention) => mention.bad),
    sentiment,
  }
}

/** In a comment of so many topics some only stand by. */
const many = 3

/** Of many topics, those that nobody judges beside one that is judged are not what the comment is about. */
function withoutAsides(spoken: readonly (readonly Mention[])[]): readonly Mention[] {
  const all = spoken.flat()
  if (new Set(all.map(({ topic }) => topic)).size < many) return all
  const judged = new Set(all.filter(({ isJudged }) => isJudged).map(({ topic }) => topic))
  return spoken.flatMap((here) =>
    here.some(({ isJudged }) => isJudged) ? here.filter(({ topic }) => judged.has(topic)) : here,
  )
}

/** What no word judges is spoken of as the rest is. */
function speakAlike(mentions: readonly Mention[], isGood: boolean): void {
  for (const mention of mentions) if (!mention.good && !mention.bad) mention[isGood ? 'good' : 'bad'] = true
}

/** So many times as much of one makes the other a side note. */
const clearly = 3

function sentimentOf(good: number, bad: number): Sentiment {
  if (good === 0 && bad === 0) return 'neutral'
  if (good >= clearly * bad) return 'positive'
  return bad >= clearly * good ? 'negative' : 'mixed'
}

/** A word that names a topic and judges it judges what stands so near as well. */
const beside = 2

/** A comma is as far as so many words. */
const commaDistance = 4

/** Topics of a thought with what is said of them: each good or bad word speaks of the nearest. */
function mentionsOf(
  words: readonly Word[],
  found: Everything,
  [from, to]: ThoughtPart,
  moods: readonly Mood[],
): Mention[] {
  const mentions: Mention[] = []
  for (let at = from; at < to; at++) {
    if (!has(found, at, 'topic')) continue
    for (const topic of topicsAt(found.at[at] ?? []))
      mentions.push({ topic, at, good: false, bad: false, isJudged: false })
  }
  if (mentions.length === 0) return mentions
  const distance = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a]
    return high - low + commaDistance * words.slice(low, high).filter(({ is }) => is === 'comma').length
  }
  for (const { at, isGood } of moods) {
    const nearest = Math.min(...mentions.map((mention) => distance(mention.at, at)))
    for (const mention of mentions) {
      const far = distance(mention.at, at)
      if (far === nearest) mention[isGood ? 'good' : 'bad'] = true
      // "Dirty" names cleanliness itself, and judges the room beside it.
      if (far === nearest || (nearest === 0 && far <= beside)) mention.isJudged = true
    }
  }
  shareAlongJoins(words, found, mentions)
  const [first] = moods
  if (first && moods.every(({ isGood }) => isGood === first.isGood)) speakAlike(mentions, first.isGood)
  return mentions
}

/**
 * Topics that begin at a word: of the standard ones those that name most of it (a *Zimmermädchen* is no *Zimmer*), and
 * all of a survey's own.
 */
function topicsAt(here: readonly Found<Meaning>[]): Set<string> {
  const topics = new Set<string>()
  for (const one of here) {
    if (one.meaning.is !== 'topic') continue
    const isBeaten = (other: Found<Meaning>) =>
      other.meaning.is === 'topic' && other.length === 1 && one.length === 1 && isCloser(other, one)
    if (!(one.meaning.topic in standardTopics && here.some(isBeaten))) topics.add(one.meaning.topic)
  }
  return topics
}

/** "Staff and food were great": what is said of one is said of what stands beside it. */
function shareAlongJoins(words: readonly Word[], found: Everything, mentions: readonly Mention[]): void {
  const isJoined = (a: Mention, b: Mention) =>
    b.at > a.at &&
    b.at - a.at <= 4 &&
    words.slice(a.at + 1, b.at).every(({ is }, k) => is === 'comma' || has(found, a.at + 1 + k, 'join'))
  for (let k = mentions.length - 2; k >= 0; k--) {
    const [own, next] = [mentions[k], mentions[k + 1]]
    if (!own || !next || own.good || own.bad || !isJoined(own, next)) continue
    own.good = next.good
    own.bad = next.bad
    own.isJudged = next.isJudged
  }
}
