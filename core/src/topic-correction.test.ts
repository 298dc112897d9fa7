import { describe, expect, it } from 'vitest'
import type { CommentTopics } from './topic.ts'
import { corrected } from './topic-correction.ts'

const heard: CommentTopics = {
  ...{ language: 'en', topics: ['staff', 'price'], praise: ['staff'], complaint: ['price'], sentiment: 'negative' },
}

describe('topics of a comment that people put right', () => {
  it('lose what is wrong and gain what is missing, spoken of as the comment is as a whole', () => {
    expect(corrected(heard, { staff: { there: false }, room: { there: true } })).toEqual({
      ...heard,
      ...{ topics: ['price', 'room'], praise: [], complaint: ['price', 'room'] },
    })
    expect(corrected({ ...heard, sentiment: 'mixed' }, { room: { there: true } })).toMatchObject({
      ...{ topics: ['staff', 'price', 'room'], praise: ['staff'], complaint: ['price'] },
    })
  })

  it('are "other" where none is left, and no longer where one is added', () => {
    const none = corrected(heard, { staff: { there: false }, price: { there: false } })
    expect(none).toMatchObject({ topics: ['other'], praise: [], complaint: [] })
    expect(corrected({ ...none }, { room: { there: true } }).topics).toEqual(['room'])
  })

  it('change nothing where what is said stands already', () => {
    expect(corrected(heard, { staff: { there: true }, room: { there: false } })).toEqual(heard)
  })
})
