import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reactions } from './reactions.ts'

const client = new QueryClient()
const loadCount = () => client.getQueryData(['loadCount', 'retail'])
const rise = (count: number) => ({ kind: 'loadCount', survey: 'retail', loadCount: count }) as const

describe('what a tab is told', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is taken at once, then calmly, and the last of many always', () => {
    const { happened, stop } = reactions(client)
    happened(rise(5))
    expect(loadCount()).toBe(5)
    for (let count = 6; count < 20; count++) happened(rise(count))
    expect(loadCount()).toBe(5)
    vi.advanceTimersByTime(5_000)
    expect(loadCount()).toBe(19)
    vi.advanceTimersByTime(60_000)
    happened(rise(20))
    expect(loadCount()).toBe(20)
    stop()
  })

  it('asks lists of samples anew calmly, and only the page of who changed', () => {
    const { happened, stop } = reactions(client)
    const keys = ['list', 'a', 'b'].map((part) => ['sample', 'retail', ...(part === 'list' ? [part] : ['one', part])])
    const stale = () => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
    const fresh = () => {
      for (const queryKey of keys) client.setQueryData(queryKey, {})
    }
    fresh()
    happened({ kind: 'sample', survey: 'retail', sampleId: 'a' })
    expect(stale()).toEqual([true, true, false])
    fresh()
    happened({ kind: 'sample', survey: 'retail', sampleId: null })
    expect(stale()).toEqual([false, true, true])
    vi.advanceTimersByTime(5_000)
    expect(stale()).toEqual([true, true, true])
    stop()
  })

  it('may be of a kind that only a newer client knows', () => {
    expect(() => reactions(client).happened({ kind: 'rain', survey: 'retail' } as never)).not.toThrow()
  })
})
