import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { distinctTitles } from './distinct-titles.ts'

// Says which text is asked for; what the texts are is not looked at here.
const t = ((key: string) => key) as TFunction

it('tells indicators of one title apart by what they measure, and leaves the others as they are', () => {
  const [mean, box, other] = distinctTitles(
    [
      { title: 'Satisfaction', measure: 'mean' },
      { title: 'Satisfaction', measure: 'topBox' },
      { title: 'Effort', measure: 'mean' },
    ],
    t,
  ).map(({ title }) => title)
  expect([mean, box, other]).toEqual(['Satisfaction (measure.mean)', 'Satisfaction (measure.topBox)', 'Effort'])
})
