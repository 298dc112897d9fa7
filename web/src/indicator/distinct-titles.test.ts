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

it('tells what stands beside others of its title apart from them, and itself from nobody', () => {
  const survey = [
    { title: 'Checkout', measure: 'mean' },
    { title: 'Staff', measure: 'mean' },
  ] as const
  const told = (measure: 'mean' | 'index') => distinctTitles([{ title: 'Checkout', measure }], t, survey)[0]?.title
  expect([told('index'), told('mean')]).toEqual(['Checkout (measure.index)', 'Checkout'])
})
