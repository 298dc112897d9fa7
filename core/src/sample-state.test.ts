import { describe, expect, it } from 'vitest'
import { contactKey } from './contact-key.ts'
import { isResting, reasonNotToInvite, sampleStates, sampleStatesAfter } from './sample-state.ts'

const free = { consent: 'unknown', isBounced: false, hasAddress: true, isResting: false } as const

describe('a sample', () => {
  it('may be invited where nothing stands against it', () => {
    expect(reasonNotToInvite(free)).toBeNull()
  })

  it('is not invited for what weighs most', () => {
    const all = { consent: 'optedOut', isBounced: true, hasAddress: false, isResting: true } as const
    expect(reasonNotToInvite(all)).toBe('optOut')
    expect(reasonNotToInvite({ ...all, consent: 'given' })).toBe('bounced')
    expect(reasonNotToInvite({ ...all, consent: 'given', isBounced: false })).toBe('noAddress')
    expect(reasonNotToInvite({ ...free, isResting: true })).toBe('restPeriod')
  })

  it('can always unsubscribe, and answers come by no hand', () => {
    for (const state of sampleStates) {
      if (state !== 'unsubscribed') expect(sampleStatesAfter(state)).toContain('unsubscribed')
      for (const byAnswers of ['started', 'partial', 'completed'] as const)
        expect(sampleStatesAfter(state)).not.toContain(byAnswers)
    }
  })

  it('is left alone for the days of the rest period, not a moment longer', () => {
    const [day, now] = [86_400_000, 1_000 * 86_400_000]
    expect(isResting(now - 30 * day + 1, 30, now)).toBe(true)
    expect(isResting(now - 30 * day, 30, now)).toBe(false)
    expect(isResting(now, 0, now)).toBe(false)
    expect(isResting(null, 30, now)).toBe(false)
  })
})

describe('a contact', () => {
  it('is the same however it is written', () => {
    expect(contactKey('  Anna.Virtanen@Example.FI ')).toBe('anna.virtanen@example.fi')
    expect(contactKey('+358 40 (123) 45-67')).toBe('+358401234567')
    expect(contactKey('00358 40 1234567')).toBe('+358401234567')
    expect(contactKey('040 123 4567')).toBe('0401234567')
    expect(contactKey('Customer 7')).toBe('customer 7')
    expect(contactKey(' ')).toBeNull()
    expect(contactKey(null)).toBeNull()
  })
})
