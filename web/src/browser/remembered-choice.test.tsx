import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useRememberedChoice } from './remembered-choice.ts'

function Panel({ name }: { name: string }) {
  const [folded, fold] = useRememberedChoice(name)
  return (
    <button type="button" onClick={() => fold(!folded)}>
      {folded ? 'folded' : 'open'}
    </button>
  )
}

describe('a choice that the browser remembers', () => {
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })
  const shown = (container: HTMLElement) => [...container.querySelectorAll('button')].map((one) => one.textContent)

  it('is the same wherever it is shown, and is there the next time', () => {
    const { container } = render(
      <>
        <Panel name="a" />
        <Panel name="a" />
        <Panel name="b" />
      </>,
    )
    expect(shown(container)).toEqual(['open', 'open', 'open'])
    act(() => container.querySelector('button')?.click())
    expect(shown(container)).toEqual(['folded', 'folded', 'open'])
    expect(localStorage.getItem('kaiku.a')).toBe('yes')
    act(() => container.querySelector('button')?.click())
    expect(shown(container)).toEqual(['open', 'open', 'open'])
    expect(localStorage.getItem('kaiku.a')).toBeNull()
  })

  it('begins as it was left', () => {
    localStorage.setItem('kaiku.c', 'yes')
    expect(shown(render(<Panel name="c" />).container)).toEqual(['folded'])
  })
})
