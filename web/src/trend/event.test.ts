import { expect, it } from 'vitest'
import { eventLabels, eventsIn } from './event.ts'

const event = (day: string, x: number, title = 'Ten letters') => ({ day, title, x })

it('belongs to the period that holds its day, the first and last day too', () => {
  const events = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => ({ day, title: day }))
  expect(eventsIn({ from: '2026-03-01', to: '2026-03-31' }, events)).toEqual([events[1], events[2]])
})

it('has its title where it touches no other and stays inside, else none', () => {
  const events = [event('a', 10), event('b', 20), event('c', 30), event('d', 290), event('e', 150, 'x'.repeat(90))]
  expect(eventLabels(events, 0, 300).map(({ row, isBefore }) => [row, isBefore])).toEqual([
    [0, false],
    [1, false],
    [null, false],
    [0, true],
    [null, true],
  ])
})
