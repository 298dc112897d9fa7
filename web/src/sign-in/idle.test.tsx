import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeStored } from '../browser/stored.ts'
import { useIdleEnd } from './idle.ts'

const end = vi.fn()
function Tab({ minutes }: { minutes: number | null }) {
  useIdleEnd(minutes, end)
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  end.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000)

it('ends the session of who does nothing for too long, and of nobody else', () => {
  render(<Tab minutes={10} />)
  pass(9)
  fireEvent.keyDown(window, { key: 'a' })
  pass(9)
  expect(end).not.toHaveBeenCalled()
  // In another tab.
  writeStored('usedAt', String(Date.now()))
  pass(9)
  expect(end).not.toHaveBeenCalled()
  pass(2)
  expect(end).toHaveBeenCalled()
})

it('ends nothing where there is no limit', () => {
  render(<Tab minutes={null} />)
  pass(100_000)
  expect(end).not.toHaveBeenCalled()
})
