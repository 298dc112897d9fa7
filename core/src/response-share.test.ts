import { describe, expect, it } from 'vitest'
import { chanceOf } from './response-check.fixture.ts'
import { frequentLikes, type LikeCount, type WeekCount } from './response-share.ts'

const looked = { from: 44, least: 4, usual: 1 }

/** Answer sheets of six questions: people are happy or not, and the happy of a good place give the highest step to all. */
function survey(
  seed: number,
  made: readonly { readonly place: number; readonly week: number; readonly count: number }[] = [],
) {
  const chance = chanceOf(seed)
  const likes = new Map<string, LikeCount>()
  const weeks: WeekCount[] = []
  const put = (place: number, week: number, like: string, count = 1) => {
    const key = `${place} ${week} ${like}`
    likes.set(key, { place, week, like, count: (likes.get(key)?.count ?? 0) + count })
  }
  for (let place = 1; place <= 15; place += 1) {
    const delighted = 0.1 + 0.4 * chance.next()
    for (let week = 1; week <= 56; week += 1) {
      const n = chance.count(25)
      for (let one = 0; one < n; one += 1) {
        const sheet = chance.next() < delighted ? '10' : Array.from({ length: 6 }, () => chance.score()).join(' ')
        put(place, week, sheet)
      }
      const more = made.filter((of) => of.place === place && of.week === week)
      for (const { count } of more) put(place, week, 'made', count)
      weeks.push({ place, week, n: n + more.reduce((sum, { count }) => sum + count, 0) })
    }
  }
  const kinds = new Set([...likes.values()].map(({ like }) => like)).size
  return { likes: [...likes.values()], weeks, kinds }
}

const found = ({ likes, weeks, kinds }: ReturnType<typeof survey>) =>
  frequentLikes(likes, weeks, Object.assign({ kinds }, looked))

describe('interviews alike', () => {
  it('are found in one run of a hundred where nothing is made, however much places differ', () => {
    let runs = 0
    for (let seed = 1; seed <= 30; seed += 1) if (found(survey(seed)).length > 0) runs += 1
    expect(runs).toBeLessThanOrEqual(1)
  })

  it('are found where a sheet that nobody has was handed in six times', () => {
    const [one, ...more] = found(survey(91, [{ place: 4, week: 50, count: 6 }]))
    expect(more).toEqual([])
    expect(one).toMatchObject({ place: 4, week: 50, likes: [{ like: 'made', count: 6 }] })
    expect(one?.likes[0]?.share).toBeLessThan(0.001)
  })

  it('are not found before the weeks that are looked at, nor where little was known of the place', () => {
    expect(found(survey(92, [{ place: 4, week: 20, count: 9 }]))).toEqual([])
    const young = survey(92, [{ place: 4, week: 50, count: 9 }])
    const isKept = ({ place, week }: { place: number; week: number }) => place !== 4 || week >= 50
    expect(
      frequentLikes(
        young.likes.filter(isKept),
        young.weeks.filter(isKept),
        Object.assign({ kinds: young.kinds }, looked),
      ),
    ).toEqual([])
  })

  it('are no news where the place always had them', () => {
    const always = Array.from({ length: 56 }, (_, at) => ({ place: 4, week: at + 1, count: 8 }))
    expect(found(survey(93, always))).toEqual([])
  })

  it('are told for a survey of one place by its own past', () => {
    const weeks = Array.from({ length: 50 }, (_, at) => ({ place: 0, week: at + 1, n: 40 }))
    const likes = [{ place: 0, week: 50, like: 'x', count: 25 }]
    const [one] = frequentLikes(likes, weeks, { from: 44, kinds: 500, least: 4, usual: 1 })
    expect(one).toMatchObject({ week: 50, n: 40, looked: 7 * 500 })
  })
})
