import { describe, expect, it } from 'vitest'
import { typicalComments } from './typical-comments.ts'

const comment = (interviewId: string, text: string, ...topics: string[]) => ({
  ...{ interviewId, text, day: null, place: [], scores: [], sentiment: 'negative' as const },
  topics: topics.map((id) => ({ id, title: id, mood: 'complaint' as const })),
})
const long = 'The queue at the till was far too long again.'

describe('typical comments', () => {
  it('speak of what most speak of, each of something else where there is', () => {
    const comments = [
      comment('a', long, 'parking'),
      comment('b', long, 'queue'),
      comment('c', long, 'queue'),
      comment('d', long, 'price'),
      comment('e', long, 'price'),
      comment('f', long, 'queue'),
    ]
    expect(typicalComments(comments, 3).map(({ interviewId }) => interviewId)).toEqual(['b', 'd', 'a'])
  })

  it('are not those of a word where others say more, and never more than there are', () => {
    const comments = [comment('a', 'Bad', 'queue'), comment('b', long, 'queue')]
    expect(typicalComments(comments, 1).map(({ interviewId }) => interviewId)).toEqual(['b'])
    expect(typicalComments(comments, 3)).toHaveLength(2)
    expect(typicalComments([], 3)).toEqual([])
  })
})
