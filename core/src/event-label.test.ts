import { expect, it } from 'vitest'
import { eventLabels, eventsAbout, eventsIn, placedEvents } from './event-label.ts'

const event = (day: string, x: number, title = 'Ten letters') => ({ day, title, x })

it('belongs to the period that holds its day, the first and last day too', () => {
  const events = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => ({ day, title: day }))
  expect(eventsIn({ from: '2026-03-01', to: '2026-03-31' }, events)).toEqual([events[1], events[2]])
})

it('is told beside the indicators that it is about, or beside all', () => {
  const events = [null, ['nps'], ['csat', 'nps'], ['csat']].map((indicators) => ({ indicators }))
  expect(eventsAbout(events, ['nps', 'ces'])).toEqual(events.slice(0, 3))
})

it('has its line run through no title of another', () => {
  const [first, second] = eventLabels([event('a', 100, 'x'.repeat(20)), event('b', 110, 'y'.repeat(20))], 0, 300)
  // The first title stands above the second, whose letters begin behind the first line.
  expect([first?.top, second?.top]).toEqual([0, 12])
  const late = eventLabels([event('a', 240, 'x'.repeat(20)), event('b', 250, 'y'.repeat(20))], 0, 300)
  // Both titles stand before their lines: the first line would run through the second title.
  expect(late.map(({ row, top }) => [row, top])).toEqual([
    [0, 24],
    [1, 12],
  ])
})

it('takes no room above the plot where no title stands', () => {
  const x = (day: number) => day
  expect(placedEvents([], x, 0, 300).band).toBe(0)
  expect(placedEvents([{ day: '2026-01-01', title: 'Opened' }], () => 20, 0, 300).band).toBe(14)
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
