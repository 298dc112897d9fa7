import { component } from '@kaiku/contract/page.ts'
import type { Topics } from '@kaiku/contract/topic.ts'
import { fullGrant, type Grant, type Viewer } from '@kaiku/core/access.ts'
import { commentLanguages } from '@kaiku/core/lexicon.ts'
import { fold } from '@kaiku/core/text.ts'
import { standardTerms, topicFinder } from '@kaiku/core/topic.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { filterSet } from '../filter/filter.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { answerOf, records } from '../result/real-survey.fixture.ts'
import { figuresFor, questionFor } from '../result/result.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'

const reviews = records('clothing-reviews/reviews.csv')
if (reviews === null) process.stderr.write('skipped: there is no ../shared/data/clothing-reviews\n')

let opened: TestStores
let stores: Stores
const universes = new Map<string, string>()

const definition = {
  'questions.json': {
    questions: [
      { id: 'department', type: 'choice', title: 'Department', open: true },
      { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
      { id: 'rating', type: 'scale', title: 'Rating', min: 1, max: 5 },
      { id: 'review', type: 'text', title: 'Review', roles: ['comment'] },
    ],
  },
  'views.json': {
    views: [
      {
        ...{ extName: 'shop', title: 'Shop', root: { id: 'all', title: 'All' } },
        levels: [{ question: 'department', title: 'Department' }],
      },
    ],
  },
  'indicators.json': {
    indicators: [
      { measure: 'mean', id: 'rating', title: 'Rating', question: 'rating' },
      { measure: 'topBox', id: 'top', title: 'Top', question: 'rating' },
      { measure: 'count', id: 'n', title: 'n' },
    ],
  },
}

async function fill(name: string, settings: object, interviews: readonly Answers[], files: object = {}) {
  const universe = (await createUniverse(stores, { name, title: name, timeZone: 'UTC' })).id
  universes.set(name, universe)
  const all = { 'settings.json': { extName: 'reviews', title: 'Reviews', ...settings }, ...definition, ...files }
  const texts = new Map(Object.entries(all).map(([file, content]) => [file, JSON.stringify(content)]))
  await publish(stores, universe, texts, 'test')
  async function* rows() {
    for (const [at, answers] of interviews.entries()) yield { key: String(at), answers }
  }
  await storeInterviews(stores, await findSurvey(stores, universe, 'reviews'), rows(), { import: 'test' })
}

/** Twelve comments on staff, six of them complaints; twenty on food; forty on nothing known; twenty without a comment. */
const small: Answers[] = Array.from({ length: 92 }, (_, at): Answers => {
  const common = { department: at % 2 ? 'a' : 'b', date: at % 3 ? '2026-02-03' : '2025-02-03' }
  if (at < 12) return { ...common, rating: at < 6 ? 1 : 4, review: at < 6 ? 'Rude staff.' : 'The staff was lovely.' }
  if (at < 32) return { ...common, rating: 5, review: 'Delicious food!' }
  return at < 72 ? { ...common, rating: 3, review: 'It is what it is.' } : { ...common, rating: 2 }
})

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  await fill('open', {}, small)
  await fill('closed', { protection: true, minimumN: 5, minimumNComments: 15 }, small)
  await fill('quiet', {}, small.slice(0, 12), { 'topics.json': { languages: [] } })
  if (reviews)
    await fill(
      'real',
      {},
      reviews.map((row) => ({
        ...(row['Department Name'] ? { department: row['Department Name'] } : {}),
        ...(row['Review Text'] ? { review: row['Review Text'] } : {}),
        rating: Number(row.Rating),
      })),
    )
  await catchUp(stores)
})
afterAll(async () => {
  await opened?.close()
})

async function ask(name: string, asked: object, path = 'shop,all', grants: readonly Grant[] = [fullGrant('all')]) {
  const universe = universes.get(name) ?? ''
  const who: Viewer = {
    ...{ userId: '1', username: 'anna', universe, universes: [universe], locale: 'en', grants },
    ...{ isUserAdmin: false, isRoot: false, isReadOnly: false },
  }
  const dictionary = await findSurvey(stores, universe, 'reviews')
  const question = questionFor(stores, who, dictionary, { path, compare: 'previous' }, Date.parse('2026-03-10T12:00Z'))
  const state = await dataState(stores, dictionary.survey)
  const { answers } = await figuresFor(question, [component.parse(asked)], state)
  return { answer: answers[0], question, dictionary }
}
const topicsOf = async (name: string, path?: string, more: object = {}, grants?: readonly Grant[]): Promise<Topics> =>
  answerOf((await ask(name, { type: 'Topics', ...more }, path, grants)).answer, 'Topics')

describe('topics of comments', () => {
  it('come with share, score with and without, impact, praise and complaint, the unknown last', async () => {
    const found = await topicsOf('open')
    expect(found).toMatchObject({ n: 72, state: 'shown', indicator: 'rating', question: { id: 'review' } })
    expect(found.topics.map(({ id, n, praise, complaint }) => [id, n, praise, complaint])).toEqual([
      ['food', 20, 20, 0],
      ['staff', 12, 6, 6],
      ['other', 40, 0, 0],
    ])
    const [, staff] = found.topics
    expect(staff?.share.value).toBeCloseTo(100 / 6, 9)
    expect([staff?.with.value, staff?.without.value]).toEqual([2.5, 220 / 60])
    expect(staff?.impact?.value).toBeCloseTo(250 / 72 - 220 / 60, 9)
    expect(staff?.impact?.significant).toBe(true)
    expect(Object.fromEntries(found.sentiment.map(({ id, n }) => [id, n]))).toEqual({
      ...{ positive: 26, negative: 6, mixed: 0, neutral: 40 },
    })
  })

  it('are filters, groups of rankings and sides of crosstabs like any other answer', async () => {
    const { filters } = await topicsOf('open')
    expect(filters?.complaint).toBe('review.complaint')
    const staff = await topicsOf('open', 'shop,all;review.complaint=staff')
    expect([staff.n, staff.topics.map(({ id }) => id)]).toEqual([6, ['staff']])
    const without = await topicsOf('open', 'shop,all;review.topic=_other')
    expect(without.n).toBe(32)
    const ranking = answerOf(
      (await ask('open', { type: 'RankingTableComponent', of: { question: 'review.topic' } })).answer,
      'RankingTableComponent',
    )
    expect(ranking.rows.flatMap(({ id, n }) => (n ? [`${id} ${n}`] : [])).sort()).toEqual([
      'food 20',
      'other 40',
      'staff 12',
      '~none 20',
    ])
    const { question, dictionary } = await ask('open', { type: 'Topics' })
    const shown = await filterSet(question, dictionary.definition.filters.standard)
    const topic = shown.filterGroups
      .flatMap(({ filters: all }) => all)
      .find(({ extName }) => extName === 'review.topic')
    expect(topic?.options.map(({ title, n }) => `${title} ${n}`)).toEqual([
      'Staff and service 12',
      'Food and drink 20',
      'Something else 40',
      'No answer 20',
    ])
  })

  it('stand beside each comment', async () => {
    const { answer } = await ask('open', { type: 'Comments', search: 'rude', limit: 1 })
    expect(answerOf(answer, 'Comments').comments[0]).toMatchObject({
      sentiment: 'negative',
      topics: [{ id: 'staff', title: 'Staff and service', mood: 'complaint' }],
    })
  })

  it('tell how often they were spoken of before', async () => {
    const found = await topicsOf('open', 'shop,all;ftime=20260101_20261231')
    const food = found.topics.find(({ id }) => id === 'food')
    expect([found.n, food?.n, food?.change?.beforeN]).toEqual([48, 13, 24])
    expect(food?.change?.value).toBeCloseTo(1300 / 48 - 700 / 24, 9)
    expect((await topicsOf('open')).topics.every(({ change }) => change === null)).toBe(true)
  })

  it('are told by nobody where comments are not looked through, and refuse what is no score', async () => {
    expect(await topicsOf('quiet')).toMatchObject({ question: null, topics: [], state: 'none' })
    const { answer } = await ask('open', { type: 'Topics', indicator: 'n' })
    expect(answer).toMatchObject({ type: 'Failed', code: 'invalid' })
  })

  it('need the right to see comments, and reach as far as it does', async () => {
    const figures: Grant = { ...fullGrant('all'), permissions: ['seeIndicators'] }
    expect((await ask('open', { type: 'Topics' }, 'shop,all', [figures])).answer).toMatchObject({ code: 'forbidden' })
    await expect(ask('open', { type: 'IndicatorTiles' }, 'shop,all;review.topic=food', [figures])).rejects.toThrow()
    const { question, dictionary } = await ask('open', { type: 'IndicatorTiles' }, 'shop,all', [figures])
    const shown = await filterSet(question, dictionary.definition.filters.standard)
    expect(JSON.stringify(shown)).not.toContain('review.')
    const part: Grant = { ...fullGrant('all'), permissions: ['seeComments'], rows: { shop: [['a']] } }
    const found = await topicsOf('open', 'shop,all', {}, [figures, part])
    expect(found.n).toBe(36)
  })

  it('of a protected survey tell of no few', async () => {
    const found = await topicsOf('closed')
    expect(found.topics.map(({ id }) => id)).toContain('other')
    expect(found.topics.every(({ n }) => n >= 15)).toBe(true)
    expect(found.sentiment.filter(({ n }) => n !== null && n > 0 && n < 15)).toEqual([])
    expect(found.sentiment.filter(({ n }) => n === null).length).toBeGreaterThanOrEqual(2)
    expect(found.indicator).toBeNull()
    await expect(topicsOf('closed', 'shop,all;review.topic=staff')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.skipIf(!reviews)('of a real survey are what counting its reviews one by one gives', async () => {
    const findTopics = topicFinder(standardTerms(), commentLanguages, 'en')
    const told = (reviews ?? []).flatMap((row) => {
      const text = row['Review Text'] ?? ''
      return text === '' ? [] : [{ commentTopics: findTopics(fold(text)), rating: Number(row.Rating) }]
    })
    const mean = (of: typeof told) => of.reduce((sum, { rating }) => sum + rating, 0) / of.length
    const found = await topicsOf('real')
    expect(found.n).toBe(told.length)
    expect(found.topics.length).toBeGreaterThan(15)
    for (const { id, n, praise, complaint, with: own, without, impact, share } of found.topics) {
      const speaking = told.filter(({ commentTopics: heard }) => heard.topics.includes(id))
      const silent = told.filter(({ commentTopics: heard }) => !heard.topics.includes(id))
      expect([id, n]).toEqual([id, speaking.length])
      expect([praise, complaint]).toEqual([
        told.filter(({ commentTopics: heard }) => heard.praise.includes(id)).length,
        told.filter(({ commentTopics: heard }) => heard.complaint.includes(id)).length,
      ])
      expect(share.value).toBeCloseTo((100 * n) / told.length, 9)
      expect(own.value).toBeCloseTo(mean(speaking), 9)
      expect(without.value).toBeCloseTo(mean(silent), 9)
      if (impact) expect(impact.value).toBeCloseTo(mean(told) - mean(silent), 9)
    }
    const moved = found.topics.filter(({ impact }) => impact?.significant)
    expect(moved.find(({ id }) => id === 'returns')?.impact?.value).toBeLessThan(-0.05)
  })
})
