import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { closeMessage, useClosedMessages } from './closed-message.ts'

const message = (text: string, texts: Record<string, string> = {}) => ({
  ...{ text, texts, backgroundColor: '#ff0000', textColor: '#000000', icon: 'warning' as const },
})

describe('a message that somebody closed', () => {
  afterEach(cleanup)

  it('stays away until it says something else, in whichever language', () => {
    const { result } = renderHook(useClosedMessages)
    const isClosed = (id: string, one: ReturnType<typeof message>) => result.current(id, one)
    expect(isClosed('a', message('Late'))).toBe(false)
    act(() => closeMessage('a', message('Late', { fi: 'Myöhässä', sv: 'Sent' })))
    expect(isClosed('a', message('Late', { sv: 'Sent', fi: 'Myöhässä' }))).toBe(true)
    // Another look is no other message.
    expect(isClosed('a', { ...message('Late', { fi: 'Myöhässä', sv: 'Sent' }), textColor: '#111111' })).toBe(true)
    expect(isClosed('a', message('Late', { fi: 'Yhä myöhässä', sv: 'Sent' }))).toBe(false)
    expect(isClosed('a', message('Later', { fi: 'Myöhässä', sv: 'Sent' }))).toBe(false)
    expect(isClosed('b', message('Late', { fi: 'Myöhässä', sv: 'Sent' }))).toBe(false)
  })

  it('is remembered by this browser, of the last hundred', () => {
    act(() => {
      for (let at = 0; at < 120; at++) closeMessage(`m${at}`, message('x'))
    })
    const { result } = renderHook(useClosedMessages)
    expect([result.current('m119', message('x')), result.current('m0', message('x'))]).toEqual([true, false])
    const kept: unknown = JSON.parse(localStorage.getItem('kaiku.closedMessages') ?? '[]')
    expect(kept).toHaveLength(100)
  })
})
