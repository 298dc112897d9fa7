import type { CommentSort } from '@kaiku/contract/comment.ts'
import type { sentiments } from '@kaiku/core/lexicon.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { type Order, orderOf, ranked } from '../interview-list/interview-order.ts'
import type { ShownScore } from '../interview-list/interview-rows.ts'
import { commentTopicColumn, commentTopicId } from '../topic/comment-topic-question.ts'

const byMood = ['negative', 'mixed', 'neutral', 'positive'] as const satisfies readonly (typeof sentiments)[number][]

/** The orders that the comments of a question can stand in; none in a protected survey, where an order would tell of people. */
export function commentSorts(
  asked: QueryContext,
  stored: StoredQuestion,
  scores: readonly ShownScore[],
): CommentSort[] {
  if (asked.isProtected) return []
  const isScored = scores[0]?.score.points.kind === 'whole'
  const isHeard = asked.dictionary.commentTopics.has(commentTopicId(stored.question.id, 'sentiment'))
  return [
    ...(['newest', 'oldest'] as const),
    ...(isScored ? (['lowest', 'highest'] as const) : []),
    ...(isHeard ? (['negative', 'positive'] as const) : []),
    ...(['longest', 'shortest'] as const),
  ]
}

/** `visible`: where scores may be seen. Throws Fault `invalid` for an order that is none of `commentSorts`. */
export function commentOrder(
  asked: QueryContext,
  stored: StoredQuestion,
  sort: CommentSort,
  scores: readonly ShownScore[],
  visible: string,
): Order {
  if (!commentSorts(asked, stored, scores).includes(sort)) throw refuse('invalid', 'list.order', { by: sort })
  switch (sort) {
    case 'newest':
    case 'oldest':
      return orderOf(asked, { by: 'day', falling: sort === 'newest' }, scores, visible)
    case 'lowest':
    case 'highest':
      return orderOf(asked, { by: `score:${scores[0]?.id}`, falling: sort === 'highest' }, scores, visible)
    case 'negative':
    case 'positive': {
      const key = `toInt64(${ranked(`toString(${commentTopicColumn('sentiment', stored.number)})`, byMood)})`
      return { key, empty: `${key} = 0`, type: 'number', falling: sort === 'positive', question: null }
    }
    case 'longest':
    case 'shortest':
      return {
        key: `toInt64(lengthUTF8(${stored.column}))`,
        empty: null,
        type: 'number',
        question: null,
        falling: sort === 'longest',
      }
  }
}
