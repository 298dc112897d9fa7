import type { Found as Term } from './term.ts'
import type { Word } from './word.ts'

/** What a term is to a listener. */
export type Meaning =
  | { readonly is: 'topic'; readonly topic: string }
  | { readonly is: 'good' | 'bad' | 'negator' | 'contrast' | 'join' | 'common' | 'wish' | 'weak' | 'idiom' }

/** The terms that begin at each word. */
type TermsByWord = readonly (readonly Term<Meaning>[])[]
/** The same, and at each word the sum of the bits of what it is. */
export type Everything = { readonly at: TermsByWord; readonly kinds: readonly number[] }

const bits: Readonly<Record<Meaning['is'], number>> = {
  topic: 1,
  good: 2,
  bad: 4,
  negator: 8,
  contrast: 16,
  join: 32,
  common: 64,
  wish: 128,
  weak: 256,
  idiom: 512,
}

export type ThoughtPart = readonly [from: number, to: number]

/** A word that judges, or a place where something is judged without one. */
export type Mood = { readonly at: number; readonly length: number; readonly isGood: boolean }

/** What is said in one go, and how it is judged. */
type Thought = { readonly part: ThoughtPart; readonly turns: boolean; readonly isWish: boolean; moods: Mood[] }

export const has = ({ kinds }: Everything, at: number, is: Meaning['is']): boolean =>
  ((kinds[at] ?? 0) & bits[is]) !== 0

/** What words are, but for what begins inside an idiom and is no longer than it; what is as long as the idiom itself stays. */
export function everythingOf(found: TermsByWord): Everything {
  const kinds = found.map(kindsOf)
  if (!kinds.some((of) => (of & bits.idiom) !== 0)) return { at: found, kinds }
  const kept = [...found]
  for (const [at, here] of found.entries()) {
    if (((kinds[at] ?? 0) & bits.idiom) === 0) continue
    let length = 0
    for (const one of here) if (one.meaning.is === 'idiom' && one.length > length) length = one.length
    for (let k = 0; k < length; k++) {
      const isKept = (one: Term<Meaning>) =>
        one.meaning.is === 'common' || one.length > length - k || (k === 0 && length > 1 && one.length === length)
      kept[at + k] = (kept[at + k] ?? []).filter(isKept)
    }
  }
  return { at: kept, kinds: kept.map(kindsOf) }
}

function kindsOf(here: readonly Term<Meaning>[]): number {
  let kinds = 0
  for (const { meaning } of here) kinds |= bits[meaning.is]
  return kinds
}

/** Thoughts in order, each with its good and bad words. */
export function thoughtsOf(words: readonly Word[], found: Everything): readonly Thought[] {
  const thoughts = partsOf(words, found)
  for (const thought of thoughts) thought.moods = moodsOf(words, found, thought)
  for (const [k, thought] of thoughts.entries()) {
    const before = thoughts[k - 1]
    if (!thought.turns || !before) continue
    if (thought.moods.length === 0) thought.moods = opposite(before, thought)
    else if (before.moods.length === 0 && isTopical(found, before.part)) before.moods = opposite(thought, before)
  }
  return thoughts
}

/** "Lovely people, but the pay": what stands against praise is criticised, and the other way round. */
function opposite({ moods }: Thought, { part }: Thought): Mood[] {
  const [first] = moods
  if (!first || moods.some(({ isGood }) => isGood !== first.isGood)) return []
  return [{ at: part[0], length: 1, isGood: !first.isGood }]
}

/** So many words before a contrast may still belong to what it begins: "…, the battery however". */
const lead = 4

/** Where one thought ends and the next begins: at the end of a sentence, and at a "but". */
function partsOf(words: readonly Word[], found: Everything): Thought[] {
  const thoughts: Thought[] = []
  let [from, turns] = [0, false]
  const end = (to: number, next: number, nextTurns: boolean) => {
    if (to > from) thoughts.push({ part: [from, to], turns, isWish: isWish(words, found, [from, to]), moods: [] })
    ;[from, turns] = [next, nextTurns]
  }
  for (const [at, { is }] of words.entries()) {
    if (is === 'end') end(at, at + 1, false)
    else if (has(found, at, 'contrast')) {
      const begin = beginOf(words, found, from, at)
      const isLast = (words[at + 1]?.is ?? 'end') === 'end'
      if (begin <= from || (isLast && begin === at)) turns = true
      else end(begin, begin, true)
    }
  }
  end(words.length, words.length, false)
  return thoughts
}

/** Where the thought of a contrast begins: with it, or at the comma or end shortly before when nothing is judged between. */
function beginOf(words: readonly Word[], found: Everything, from: number, at: number): number {
  for (let k = at - 1; k >= Math.max(from, at - lead); k--) {
    if (words[k]?.is === 'comma') return k
    if (has(found, k, 'good') || has(found, k, 'bad')) return at
    if (k === from) return from
  }
  return at
}

/** Whether it asks for something, or asks. */
const isWish = (words: readonly Word[], found: Everything, [from, to]: ThoughtPart): boolean => {
  if (words[to]?.text.includes('?')) return true
  for (let at = from; at < to; at++) if (has(found, at, 'wish')) return true
  return false
}

/** How far a negator reaches ahead, and back to the word before it ("fungerade inte", "gefällt mir nicht"). */
const ahead = 3
const back = 2

/** Of two terms the longer, in words or else in letters, tells better what is meant: *schmerzfrei* is no *schmerz*. */
export const isCloser = <Meaning>(one: Term<Meaning>, other: Term<Meaning>): boolean =>
  one.length > other.length || (one.length === other.length && one.letters > other.letters)

const number = /^\p{N}/u

/** Good and bad words of a thought, the longest term first where several begin, turned round where they are negated. */
function moodsOf(words: readonly Word[], found: Everything, { part: [from, to], isWish }: Thought): Mood[] {
  const moods: Mood[] = []
  /** The word behind the last that a judging term covers. */
  let covered = from
  let isWeak = false
  for (let at = from; at < to; at++) {
    if (has(found, at, 'weak')) isWeak = true
    if (!has(found, at, 'good') && !has(found, at, 'bad')) continue
    let longest: Term<Meaning> | null = null
    for (const one of found.at[at] ?? []) {
      const { is } = one.meaning
      if ((is === 'good' || is === 'bad') && (!longest || isCloser(one, longest))) longest = one
    }
    if (!longest || at < covered) continue
    covered = at + longest.length
    moods.push({ at, length: longest.length, isGood: longest.meaning.is === 'good' })
  }
  const turned: Mood[] = []
  for (let at = from; at < to; at++) {
    if (!has(found, at, 'negator') || moods.some((one) => one.at <= at && at < one.at + one.length)) continue
    const mood = negatedBy(words, moods, at)
    if (mood) turned.push(mood)
    // "No signs anywhere": what is not there is missed.
    else if (moods.length === 0 && !isWish && isTopical(found, [from, to])) return [{ at, length: 1, isGood: false }]
  }
  // Who counts, counts what troubles: "214 minutes behind the timetable".
  isWeak ||= words.slice(from, to).some(({ text }) => number.test(text))
  if (moods.length === 0 && isWeak && !isWish && isTopical(found, [from, to]))
    return [{ at: from, length: 1, isGood: false }]
  return moods.map((mood) => (turned.includes(mood) ? { ...mood, isGood: !mood.isGood } : mood))
}

function negatedBy(words: readonly Word[], moods: readonly Mood[], at: number): Mood | undefined {
  const isNear = (a: number, b: number) => !words.slice(a, b).some(({ is }) => is === 'comma')
  const next = moods.find((mood) => mood.at > at && mood.at <= at + ahead && isNear(at, mood.at))
  if (next) return next
  const last = moods.findLast((mood) => mood.at < at && mood.at + mood.length > at - back && isNear(mood.at, at))
  return last?.isGood ? last : undefined
}

function isTopical(found: Everything, [from, to]: ThoughtPart): boolean {
  for (let at = from; at < to; at++) if (has(found, at, 'topic')) return true
  return false
}
