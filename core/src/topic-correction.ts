import { otherTopic } from './lexicon.ts'
import type { CommentTopics } from './topic.ts'

/** By topic: whether a comment speaks of it, where people know better than what is found. */
export type TopicCorrections = Readonly<Record<string, { readonly there: boolean }>>

/** What is found, put right. A topic that was missed is spoken of as the comment speaks as a whole. */
export function corrected(heard: CommentTopics, corrections: TopicCorrections): CommentTopics {
  const stays = (topic: string) => corrections[topic]?.there !== false && topic !== otherTopic
  const added = Object.keys(corrections).filter((topic) => corrections[topic]?.there && !heard.topics.includes(topic))
  const topics = [...heard.topics.filter(stays), ...added]
  const of = (kept: readonly string[], sentiment: CommentTopics['sentiment']) => [
    ...kept.filter(stays),
    ...(heard.sentiment === sentiment ? added : []),
  ]
  return {
    ...heard,
    topics: topics.length > 0 ? topics : [otherTopic],
    praise: of(heard.praise, 'positive'),
    complaint: of(heard.complaint, 'negative'),
  }
}
