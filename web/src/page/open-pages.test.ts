import { describe, expect, it } from 'vitest'
import { openPages, pagesAtHand } from './open-pages.ts'

const page = (extname: string, ...types: ('Trend' | 'Comments' | 'AlertLoop' | 'InterviewList' | 'Text')[]) => ({
  ...{ extname, components: types.map((type) => ({ type })) },
})
const all = [
  page('overview', 'Trend', 'Comments'),
  page('stores', 'Trend'),
  page('trends', 'Trend'),
  page('voices', 'Text', 'Comments'),
  page('notes', 'Text'),
  page('loop', 'AlertLoop'),
  page('interviews', 'InterviewList'),
  page('alerts'),
  page('samples'),
]
const names = (pages: readonly { extname: string }[]) => pages.map(({ extname }) => extname)

describe('the pages of the menu', () => {
  it('are those that show something to who looks', () => {
    expect(names(openPages(all, ['seeIndicators']))).toEqual(['overview', 'stores', 'trends', 'notes'])
    expect(names(openPages(all, ['seeComments']))).toEqual(['overview', 'voices', 'notes'])
    expect(names(openPages(all, ['handleAlerts', 'manageSamples', 'seeInterviews']))).toEqual([
      ...['notes', 'loop', 'interviews', 'alerts', 'samples'],
    ])
  })

  it('that a phone has room for are the first, the alerts, the comments, and then those in order', () => {
    expect(names(pagesAtHand(all, 4))).toEqual(['overview', 'stores', 'voices', 'alerts'])
    expect(names(pagesAtHand(all.slice(0, 3), 4))).toEqual(['overview', 'stores', 'trends'])
    expect(names(pagesAtHand([], 4))).toEqual([])
  })
})
