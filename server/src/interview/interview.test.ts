import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableOf } from '../dictionary/dictionary.ts'
import { compareWithTruth } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { catchUp } from '../feed/feed.ts'
import { addInterviews, type Fixture, openFixture } from '../feed/survey.fixture.ts'
import { storeInterviews } from '../import/import.ts'
import { listErasures } from '../interview-change/remove-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { maintain } from '../maintenance/maintain.ts'
import { createUniverse } from '../universe/universe.ts'
import { correctInterview } from './interview.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ own: true })
  await addInterviews(fixture, 0, 60)
  await catchUp(fixture.stores)
})
afterAll(() => fixture.close())

const answers = {
  date: '2023-05-06',
  store: 'new store',
  nps: 3,
  comment: 'Über ÅSA',
  seen: ['web'],
  weight: 150,
  spent: 995,
}
const correct = (interview: number, to: object = answers) =>
  correctInterview(fixture.stores, fixture.universe, fixture.survey, interview, { ...to })
const erase = (interview: number) =>
  eraseInterview(fixture.stores, fixture.universe, fixture.survey, interview, 'person@example.com')
const interviewOf = async (number: number) => {
  const { rows } = await fixture.stores.service.query('select * from interview where number = $1', [number])
  return rows[0]
}
async function expectEqual(interviews: number) {
  await catchUp(fixture.stores)
  const { stores, survey } = fixture
  expect(await compareWithTruth(stores, survey)).toMatchObject({ interviews, missing: 0, extra: 0, different: 0 })
  expect(await compareRollup(stores, survey)).toEqual([])
}

describe('a correction', () => {
  it('moves the interview to its new place and day, keeps the original and reaches every figure', async () => {
    const before = await interviewOf(7)
    await correct(7)
    const after = await interviewOf(7)
    expect(after).toMatchObject({ answers, original: before.answers, corrected_by_hand: true })
    expect(after).toMatchObject({ matched: { comment: 'uber åsa' }, weight: '1500000000' })
    expect(after.leaves[0]).not.toBe(before.leaves[0])
    await expectEqual(60)
    await correct(7, { nps: 9 })
    expect(await interviewOf(7)).toMatchObject({ answers: { nps: 9 }, original: before.answers, day: null })
    await expectEqual(60)
  })

  it('refuses answers that the question cannot hold, and names them', async () => {
    const wrong = { nope: 1, nps: 'ten', rating: 70_000, seen: 'tv', date: '2023-02-30', comment: 'a\0b' }
    await expect(correct(8, wrong)).rejects.toMatchObject({
      code: 'invalid',
      details: Object.keys(wrong).map((place) => expect.objectContaining({ place })),
    })
  })

  it('finds no interview of another universe, nor one that is not there', async () => {
    const other = await createUniverse(fixture.stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })
    const { stores, survey } = fixture
    await expect(correctInterview(stores, other.id, survey, 8, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(eraseInterview(stores, other.id, survey, 8, 'x')).rejects.toMatchObject({ code: 'not_found' })
    await expect(correct(999_999, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(erase(999_999)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an erasure', () => {
  it('takes the interview out of truth and figures, then off the disk, and certifies both', async () => {
    const { stores, survey } = fixture
    const before = await interviewOf(9)
    const certificate = await erase(9)
    expect(certificate).toMatchObject({ interview: before.id, purgedAt: null })
    expect(await interviewOf(9)).toBeUndefined()
    await expectEqual(59)
    await maintain(stores, () => {})
    const versions = await stores.clickhouse.read(`select count() from ${tableOf(survey)} where id = 9`)
    expect(versions).toEqual([['0']])
    const [listed] = await listErasures(stores.pool, await fixture.dictionary())
    expect(listed?.purgedAt?.getTime()).toBeGreaterThanOrEqual(certificate.erasedAt.getTime())
    await expectEqual(59)
  })

  it('stays erased when a file brings the same row again', async () => {
    const before = await interviewOf(10)
    await erase(10)
    async function* again() {
      yield { key: before.row_key, answers: { nps: 5 } }
      yield { key: 'somebody new', answers: { nps: 6 } }
    }
    const report = await storeInterviews(fixture.stores, await fixture.dictionary(), again(), { import: 'again' })
    expect(report).toMatchObject({ rows: 2, inserted: 1 })
    await expectEqual(59)
  })
})
