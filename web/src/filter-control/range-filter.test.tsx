import type { Filter } from '@kaiku/contract/filter.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RangeFilter } from './range-filter.tsx'

const age: Filter = {
  extName: 'age',
  title: 'Age',
  question: 'age',
  kind: 'range',
  options: [],
  optionCount: 0,
  extent: { min: 15, max: 92 },
  histogram: [],
  decimals: 0,
}
const type = (index: number, text: string) => {
  const field = screen.getAllByRole('textbox')[index]
  if (field) fireEvent.change(field, { target: { value: text } })
}
const submit = () => fireEvent.submit(screen.getByRole('button', { hidden: true }))

describe('a range filter', () => {
  afterEach(cleanup)

  it('filters only when both ends are given', () => {
    const set = vi.fn()
    render(<RangeFilter filter={age} values={[]} set={set} />)
    type(0, '25')
    submit()
    expect(set).not.toHaveBeenCalled()
    type(1, '64')
    submit()
    expect(set).toHaveBeenCalledWith(['25_64'])
  })

  it('takes decimals with a comma and negative numbers', () => {
    const set = vi.fn()
    render(<RangeFilter filter={age} values={[]} set={set} />)
    type(0, '-5')
    type(1, '3,5')
    submit()
    expect(set).toHaveBeenCalledWith(['-5_3.5'])
  })

  it('is cleared when an end is emptied', () => {
    const set = vi.fn()
    render(<RangeFilter filter={age} values={['25_64']} set={set} />)
    type(1, '')
    submit()
    expect(set).toHaveBeenCalledWith([])
  })

  it('says beside the field what is wrong, and keeps what was chosen', () => {
    const set = vi.fn()
    render(<RangeFilter filter={age} values={['25_64']} set={set} />)
    type(0, '70')
    const words = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(words).toEqual(['must be less than 64', 'must be larger than 70'])
    submit()
    expect(set).not.toHaveBeenCalled()
  })
})
