import { describe, expect, it } from 'vitest'
import { contrast, leastContrast, readColour } from './colour.ts'
import {
  importances,
  inOrder,
  isMeant,
  type MessageAudience,
  type MessageReader,
  mayClose,
  messageState,
  momentOfWall,
  nextChange,
  usualLooks,
  wallOf,
} from './system-message.ts'

const reader = (more: Partial<MessageReader> = {}): MessageReader =>
  Object.assign({ survey: 'retail', hasRole: () => false, isOf: () => false }, more)

describe('when a message stands', () => {
  const standing = { startsAt: 100, endsAt: 200 }

  it('comes at its first moment and is gone at its last', () => {
    expect([99, 100, 199, 200].map((now) => messageState(standing, now))).toEqual(['coming', 'now', 'now', 'past'])
    expect(messageState({ startsAt: 100, endsAt: null }, 1e12)).toBe('now')
  })

  it('says when anything comes or goes next, and nothing where nothing will', () => {
    const messages = [standing, { startsAt: 50, endsAt: null }, { startsAt: 150, endsAt: 400 }]
    expect([0, 50, 120, 150, 250].map((now) => nextChange(messages, now))).toEqual([50, 100, 150, 200, 400])
    expect([nextChange(messages, 400), nextChange([], 0)]).toEqual([null, null])
  })

  it('stands above what matters less, and above what began earlier', () => {
    const one = (importance: 'notice' | 'important' | 'maintenance', startsAt: number) => ({ importance, startsAt })
    const [a, b, c, d] = [one('notice', 9), one('maintenance', 1), one('important', 3), one('important', 4)]
    expect(inOrder([a, b, c, d])).toEqual([b, d, c, a])
    expect([a, b, c].map(({ importance }) => mayClose(importance))).toEqual([true, false, true])
  })
})

describe('how a message looks', () => {
  it.each(importances)('reads well without a wish: %s', (importance) => {
    const { backgroundColor, textColor } = usualLooks[importance]
    const [ink, paper] = [readColour(textColor), readColour(backgroundColor)]
    expect(ink && paper && contrast(ink, paper)).toBeGreaterThanOrEqual(leastContrast)
  })
})

describe('whom a message is meant for', () => {
  it('is everybody, whoever they are', () => {
    expect(isMeant({ to: 'everybody' }, reader({ survey: null }))).toBe(true)
  })

  it('is who looks at one of its surveys and sees it, in any case of its name', () => {
    const audience: MessageAudience = { to: 'surveys', surveys: ['Retail', 'staff'] }
    expect(
      [reader(), reader({ survey: 'other' }), reader({ survey: null })].map((one) => isMeant(audience, one)),
    ).toEqual([true, false, false])
  })

  it('is who has any of its roles, and who is of any of its places', () => {
    const roles: MessageAudience = { to: 'roles', roles: ['a', 'b'] }
    expect(isMeant(roles, reader({ hasRole: (role) => role === 'b' }))).toBe(true)
    expect(isMeant(roles, reader({ hasRole: (role) => role === 'c', isOf: () => true }))).toBe(false)
    const places: MessageAudience = { to: 'places', places: [{ view: 'stores', path: ['fi'] }] }
    expect(isMeant(places, reader({ isOf: ({ view, path }) => view === 'stores' && path.join() === 'fi' }))).toBe(true)
    expect(isMeant(places, reader({ hasRole: () => true }))).toBe(false)
  })
})

describe('what a wall clock shows', () => {
  it('is a moment of its zone, summer and winter', () => {
    expect(momentOfWall('Europe/Helsinki', '2026-12-01T22:00')).toBe(Date.parse('2026-12-01T20:00Z'))
    expect(momentOfWall('Europe/Helsinki', '2026-07-01T22:00')).toBe(Date.parse('2026-07-01T19:00Z'))
    expect(wallOf('Europe/Helsinki', Date.parse('2026-07-01T19:00:59.9Z'))).toBe('2026-07-01T22:00')
  })

  it('is read back as it was written, where the clock shows it once', () => {
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns'])
      for (const wall of ['2026-01-31T00:00', '2028-02-29T23:59', '2026-06-15T12:30'])
        expect(wallOf(zone, momentOfWall(zone, wall) ?? 0)).toBe(wall)
  })

  it.each(['2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T24:00', '2026-01-01T10:60', 'tonight', ''])(
    'is never %s',
    (wall) => {
      expect(momentOfWall('UTC', wall)).toBeNull()
    },
  )
})
