// @vitest-environment happy-dom
import type { FiguresBlock } from '@kaiku/contract/template.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startMoreTexts, startTexts } from '../text/text.ts'
import { FiguresFields } from './block-editor.tsx'

beforeAll(async () => {
  await startTexts()
  await startMoreTexts('campaign')
})
afterEach(cleanup)

const indicators = ['nps', 'ease', 'staff', 'price'].map((id) => ({ id, title: id.toUpperCase() }))
let last: FiguresBlock
function Written() {
  const [block, setBlock] = useState<FiguresBlock>({ kind: 'figures', indicators: [], days: 365, countDays: null })
  last = block
  return <FiguresFields block={block} indicators={indicators} onChange={setBlock} />
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('takes up to three figures, each once, and lets go of one', () => {
  render(<Written />)
  for (const [at, id] of ['nps', 'ease', 'staff'].entries()) choose(`Figure ${at + 1}`, id)
  expect(last.indicators).toEqual(['nps', 'ease', 'staff'])
  expect(screen.queryByLabelText('Figure 4')).toBeNull()
  expect([...screen.getByLabelText<HTMLSelectElement>('Figure 2').options].map(({ value }) => value)).toEqual([
    ...['', 'ease', 'price'],
  ])
  choose('Figure 1', '')
  expect(last.indicators).toEqual(['ease', 'staff'])
})

it('keeps the last number of days while none that is possible is written, and counts answers where it is wanted', () => {
  render(<Written />)
  choose('Figure 1', 'nps')
  for (const written of ['90', '', '0', '5000', '1.5']) choose('Figures of the last days', written)
  expect(last.days).toBe(90)
  fireEvent.click(screen.getByRole('checkbox'))
  expect(last.countDays).toBe(30)
  choose('In the last days', '7')
  expect(last.countDays).toBe(7)
  fireEvent.click(screen.getByRole('checkbox'))
  expect(last.countDays).toBeNull()
})
