import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTyped } from './in-address.ts'

const kept: string[] = []

function Search({ begins }: { begins: string }) {
  const [text, keep] = useState(begins)
  const [typed, type] = useTyped([
    text,
    (next) => {
      kept.push(next)
      keep(next)
    },
  ])
  return (
    <>
      <input value={typed} onChange={({ target }) => type(target.value)} />
      <button type="button" onClick={() => keep('elsewhere')} />
    </>
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  kept.length = 0
  vi.useRealTimers()
})

it('shows each letter at once, keeps the text when the typing pauses, and follows what changes it elsewhere', () => {
  const { container } = render(<Search begins="old" />)
  const field = container.querySelector('input')
  if (!field) throw new Error('no field')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  expect(field.value).toBe('old')
  type('a')
  type('ab')
  expect([field.value, kept]).toEqual(['ab', []])
  act(() => void vi.advanceTimersByTime(1000))
  expect([field.value, kept]).toEqual(['ab', ['ab']])
  type('abc')
  act(() => container.querySelector('button')?.click())
  expect(field.value).toBe('elsewhere')
  act(() => void vi.advanceTimersByTime(1000))
  expect([field.value, kept]).toEqual(['elsewhere', ['ab']])
})
