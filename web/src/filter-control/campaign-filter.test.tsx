import type { Filter } from '@kaiku/contract/filter.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CampaignFilter } from './campaign-filter.tsx'

const filter: Filter = {
  extName: 'interview.campaign',
  title: 'Campaign',
  question: null,
  kind: 'campaign',
  campaign: true,
  options: [
    { extName: 'c2', title: 'Reminder', n: 2 },
    { extName: 'c1', title: 'Autumn', n: 1200 },
  ],
  optionCount: 2,
  extent: null,
  histogram: [],
  decimals: 0,
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const isDisabled = (label: string) => screen.getByLabelText(label).closest('fieldset')?.disabled
const others = ['Answered within days of it', 'Message', 'Opened', 'Link clicked']

describe('the filter by campaigns', () => {
  afterEach(cleanup)

  it('leaves its other fields disabled until a campaign is chosen', () => {
    const set = vi.fn()
    render(<CampaignFilter filter={filter} values={[]} set={set} />)
    expect(others.map(isDisabled)).toEqual([true, true, true, true])
    choose('Campaign', 'c2')
    expect(set).toHaveBeenCalledWith(['c2::any:any:any'])
    cleanup()
    render(<CampaignFilter filter={filter} values={['c2::any:any:any']} set={set} />)
    expect(others.map(isDisabled)).toEqual([false, false, false, false])
  })

  it('changes one thing and keeps the others, and is cleared with its campaign', () => {
    const set = vi.fn()
    render(<CampaignFilter filter={filter} values={['c1:7:delivered:any:yes']} set={set} />)
    choose('Opened', 'no')
    expect(set).toHaveBeenLastCalledWith(['c1:7:delivered:no:yes'])
    choose('Campaign', '')
    expect(set).toHaveBeenLastCalledWith([])
    const days = screen.getByLabelText('Answered within days of it')
    fireEvent.change(days, { target: { value: '14' } })
    fireEvent.blur(days)
    expect(set).toHaveBeenLastCalledWith(['c1:14:delivered:any:yes'])
  })

  it('takes no days that are no number, and keeps a campaign that is offered to nobody here', () => {
    const set = vi.fn()
    render(<CampaignFilter filter={filter} values={['gone::any:any:any']} set={set} />)
    expect(screen.getByLabelText('Campaign')).toHaveProperty('value', 'gone')
    const days = screen.getByLabelText('Answered within days of it')
    fireEvent.change(days, { target: { value: 'soon' } })
    fireEvent.blur(days)
    expect(screen.getByRole('alert').textContent).toBe('Enter a number')
    expect(set).not.toHaveBeenCalled()
  })
})
