import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Highlight } from './highlight.tsx'

describe('a marked sentence', () => {
  afterEach(cleanup)

  it('shows its marks as bold and everything else as text', () => {
    const { container } = render(<Highlight text="**NPS** rose at <img src=x onerror=alert(1)> & **4.2**" />)
    expect([...container.querySelectorAll('b')].map((one) => one.textContent)).toEqual(['NPS', '4.2'])
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('NPS rose at <img src=x onerror=alert(1)> & 4.2')
  })
})
