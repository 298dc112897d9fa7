import type { CommentTopics } from '@kaiku/core/topic.ts'
import { corrected, type TopicCorrections } from '@kaiku/core/topic-correction.ts'
import { breather } from '../db/breather.ts'

/** A column of what is found in another: what stands in tab-separated text for what was found there. */
export type CommentTopicColumn = {
  readonly name: string
  readonly definition: string
  /** The column of the folded comment. */
  readonly in: string
  /** The column of what people put right in it, as JSON; nothing keeps it. */
  readonly rightedBy: string
  readonly write: (heard: CommentTopics | null) => string
}

// Ids hold nothing that would have to be escaped.
const list = (ids: readonly string[]) => `[${ids.map((id) => `'${id}'`).join(',')}]`
const texts = 'Array(LowCardinality(String))'

export const correctionColumn = (number: number) => `x${number}`

/** The columns of what is found in the comments of one question; a comment that is not there has null. */
export const commentTopicColumns = (number: number): CommentTopicColumn[] => {
  const common = { in: `t${number}`, rightedBy: correctionColumn(number) }
  return [
    { ...common, name: `k${number}`, definition: texts, write: (heard) => list(heard?.topics ?? []) },
    { ...common, name: `g${number}`, definition: texts, write: (heard) => list(heard?.praise ?? []) },
    { ...common, name: `b${number}`, definition: texts, write: (heard) => list(heard?.complaint ?? []) },
    {
      ...common,
      name: `s${number}`,
      definition: 'LowCardinality(String)',
      write: (heard) => heard?.sentiment ?? '',
    },
    { ...common, name: `a${number}`, definition: 'UInt8', write: (heard) => (heard ? '1' : '0') },
  ]
}

type FindTopics = (folded: string) => CommentTopics

/** What is found in a comment as it is stored, put right: nothing in one that says nothing. `corrections`: JSON, or empty. */
export function topicsIn(folded: string, findTopics: FindTopics, corrections = ''): CommentTopics | null {
  if (folded === '') return null
  return corrections === ''
    ? findTopics(folded)
    : corrected(findTopics(folded), JSON.parse(corrections) as TopicCorrections)
}

/** Lines that are read without looking at the clock. */
const atOnce = 32

/** Adds what is found to lines of tab-separated text. `places`: where in a line the folded comments stand. */
export async function withCommentTopics(
  chunk: Buffer,
  columns: readonly CommentTopicColumn[],
  places: ReadonlyMap<string, number>,
  findTopics: FindTopics,
): Promise<Buffer> {
  const breathe = breather()
  const sources = new Map(columns.map((column) => [column.in, column.rightedBy]))
  const lines = chunk.toString('utf8').split('\n')
  // What follows the last line break is empty: chunks hold whole lines.
  lines.pop()
  const added: string[] = []
  for (const [at, line] of lines.entries()) {
    if (at % atOnce === 0) await breathe()
    const fields = line.split('\t')
    const field = (name: string) => unescaped(fields[places.get(name) ?? -1] ?? '')
    const heard = new Map(
      [...sources].map(([name, corrections]) => [name, topicsIn(field(name), findTopics, field(corrections))]),
    )
    added.push(`${[line, ...columns.map((column) => column.write(heard.get(column.in) ?? null))].join('\t')}\n`)
  }
  return Buffer.from(added.join(''))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ', v: ' ' }
const unescaped = (field: string) =>
  field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter) : field
