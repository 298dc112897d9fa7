import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld, parts, titles } from '../alert/alert.fixture.ts'

const [rule] = parts['alert-rules.json'].rules
let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld({
    ...parts,
    'alert-rules.json': {
      recentDays: 60,
      rules: [
        {
          ...{ ...rule, when: 'nps=0*1*2*3', history: { when: 'nps=0*1*2*3*4*5*6', days: 30, atLeast: 3 } },
          alert: { title: '{day}' },
        },
      ],
    },
  })
})
afterAll(() => world?.close())

describe('a rule on what a contact answered before', () => {
  it('counts its interviews that meet it within the days, this one among them', async () => {
    const all = await world.person('CX manager', [])
    const answer = (who: string | undefined, day: string, nps: number) => ({
      ...{ day: `2026-${day}`, store: 'kamppi', channel: 'web', nps },
      ...(who && { who }),
    })
    const told: [string, number][] = [
      ['10-10', 1],
      ['10-20', 6],
      ['10-30', 9],
      ['11-05', 0],
      // The first has fallen out of the thirty days.
      ['11-09', 2],
      ['11-10', 7],
    ]
    await world.answer(told.map(([day, nps]) => answer('anna', day, nps)))
    await world.answer(['11-05', '11-06', '11-07'].map((day) => answer(undefined, day, 0)))
    await world.answer(['11-05', '11-06'].map((day) => answer('bert', day, 0)))
    expect(titles((await world.list(all)).rows)).toEqual(['Nov 5, 2026', 'Nov 9, 2026'])
  })
})
