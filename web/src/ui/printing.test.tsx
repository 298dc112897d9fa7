// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePrinting } from './printing.ts'

it('holds from the moment the browser asks for the page to print until it has it', () => {
  const { result } = renderHook(() => usePrinting())
  expect(result.current).toBe(false)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(result.current).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(result.current).toBe(false)
})
