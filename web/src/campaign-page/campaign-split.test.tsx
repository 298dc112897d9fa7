// @vitest-environment happy-dom
import type { Campaign } from '@kaiku/contract/campaign.ts'
import type { TemplateSummary } from '@kaiku/contract/template.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startMoreTexts, startTexts } from '../text/text.ts'
import { CampaignSplit } from './campaign-split.tsx'
import { comparable, noSplit, type SplitDraft, SplitFields, secondOf, subjectOnly } from './split-fields.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: string }) => <span>{children}</span> }))

beforeAll(async () => {
  await startTexts()
  await startMoreTexts('campaign')
})
afterEach(cleanup)

const idOf = (n: number) => `01890000-0000-7000-8000-00000000000${n}`
const templateOf = (n: number, kind: TemplateSummary['kind'], title: string): TemplateSummary => ({
  ...{ templateId: idOf(n), kind, title, revision: 1, published: 1, isChanged: false, isArchived: false },
  ...{ changedAt: '2026-11-27T00:00:00.000Z', changedBy: '' },
})
const all = [templateOf(1, 'mail', 'Long'), templateOf(2, 'mail', 'Short'), templateOf(3, 'sms', 'Text')]

let kept: SplitDraft = noSplit
const ofMail = { others: comparable(all, idOf(1)), isMail: true }
const subjects = { en: 'How was it?', fi: 'Miten meni?' }
function Chosen({ templateId, isMail = true }: { templateId: string; isMail?: boolean }) {
  const [draft, setDraft] = useState(noSplit)
  kept = draft
  const others = comparable(all, templateId)
  return <SplitFields draft={draft} others={others} isMail={isMail} subjects={subjects} onChange={setDraft} />
}

describe('the choice of a second template', () => {
  it('offers those of the same kind alone, and asks for nothing until it is ticked', () => {
    render(<Chosen templateId={idOf(1)} />)
    expect(secondOf(kept, ofMail)).toBe(undefined)
    fireEvent.click(screen.getByLabelText('Compare with a second template or subject (A/B test)'))
    expect([...screen.getByLabelText('Template B').querySelectorAll('option')].map((one) => one.value)).toEqual([
      subjectOnly,
      idOf(2),
    ])
    fireEvent.change(screen.getByLabelText('Template B'), { target: { value: idOf(2) } })
    fireEvent.change(screen.getByLabelText('Get template B (%)'), { target: { value: '900' } })
    fireEvent.click(screen.getByLabelText('When it is decided, the rest gets the better one'))
    expect(secondOf(kept, ofMail)).toEqual({ templateId: idOf(2), share: 50, restGetsBetter: true })
  })

  it('asks for the other subject in each language of the template', () => {
    render(<Chosen templateId={idOf(1)} />)
    fireEvent.click(screen.getByLabelText('Compare with a second template or subject (A/B test)'))
    fireEvent.change(screen.getByLabelText('Subject B (en)'), { target: { value: 'One question' } })
    fireEvent.change(screen.getByLabelText('Subject B (fi)'), { target: { value: 'Yksi kysymys' } })
    expect(secondOf(kept, ofMail)).toEqual({
      ...{ subject: { en: 'One question', fi: 'Yksi kysymys' }, share: 50, restGetsBetter: false },
    })
  })

  it('says what is missing where there is no other', () => {
    render(<Chosen templateId={idOf(3)} isMail={false} />)
    expect(screen.getByRole('checkbox')).toHaveProperty('disabled', true)
    screen.getByText('For an A/B test, publish a second template of this kind.')
  })
})

describe('two templates against each other', () => {
  const counts = {
    audience: 100,
    left: 0,
    waiting: 0,
    delivered: 100,
    failed: 0,
    opened: 40,
    clicked: 30,
    answered: 20,
  }
  type Split = NonNullable<Campaign['split']>
  const armOf = (arm: 'a' | 'b' | 'rest', n: number): Split['arms'][number] => ({
    arm,
    template: { templateId: idOf(n), title: all[n - 1]?.title ?? '', version: 1 },
    subject: null,
    counts: { ...counts, unsubscribed: 0, complained: 0 },
    rate: { state: 'shown', n: 100, value: 20, low: 13.3, high: 28.9 },
  })
  const show = (more: Partial<Split>) => {
    const split: Split = {
      ...{ share: 50, restGetsBetter: true, arms: [armOf('a', 1), armOf('b', 2)], result: null, rest: null },
      ...more,
    }
    render(<CampaignSplit campaign={{ kind: 'mail', split } as Campaign} survey="visits" />)
    return screen.getByRole('status').textContent
  }
  const difference = { value: 0.05, low: -0.01, high: 0.11 }

  it('say in words that it is open, decided, too early, or told to others', () => {
    expect(show({ result: { verdict: 'few', difference: null, decidedAt: null } })).toMatch(/^Too few people/)
    cleanup()
    const open = show({ result: { verdict: 'open', difference, decidedAt: null } })
    expect(open).toMatch(/^Not decided yet/)
    expect(open).toContain('B against A: +5.0 percentage points, likely between −1.0 and +11.0.')
    cleanup()
    const at = '2026-11-27T08:00:00.000Z'
    const decided = show({
      ...{ result: { verdict: 'b', difference, decidedAt: at }, rest: { arm: 'b', since: at } },
      arms: [armOf('a', 1), armOf('b', 2), armOf('rest', 2)],
    })
    expect(decided).toMatch(/^B brings more answersDecided on /)
    expect(decided).toMatch(/people who had no message yet get B\.$/)
    cleanup()
    expect(show({})).toMatch(/^These are the people of your places/)
  })

  it('count each template apart, and each number opens its people', () => {
    show({ result: { verdict: 'open', difference, decidedAt: null } })
    expect(screen.getAllByRole('row').map((row) => row.querySelector('th')?.textContent)).toEqual([
      'Template',
      'ALong · Version 1',
      'BShort · Version 1',
    ])
    screen.getByRole('button', { name: 'B · Answered: 20' })
  })
})
