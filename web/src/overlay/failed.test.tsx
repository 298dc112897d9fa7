// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTexts } from '../text/text.ts'
import { Failed } from './failed.tsx'

beforeAll(async () => {
  // They come after the others: the test would end before.
  await import('../text/reason-en.ts')
  await startTexts()
})
afterEach(cleanup)

it('offers another try, but not of what is refused for good', () => {
  const retry = vi.fn()
  const shown = (code: string) => {
    cleanup()
    render(<Failed title="Alerts" error={{ code, message: 'why' }} onRetry={retry} />)
    return screen.queryByRole('button')
  }
  for (const code of ['forbidden', 'not_found', 'invalid']) expect(shown(code), code).toBeNull()
  for (const code of ['unavailable', 'busy', 'broken', 'offline']) {
    const button = shown(code)
    if (button) fireEvent.click(button)
  }
  expect(retry).toHaveBeenCalledTimes(4)
})
