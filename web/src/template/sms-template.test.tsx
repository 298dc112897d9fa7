// @vitest-environment happy-dom
import type { SmsContent, Template } from '@kaiku/contract/template.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startMoreTexts, startTexts } from '../text/text.ts'
import { SmsFields } from './sms-fields.tsx'
import { SmsCount, SmsTest } from './sms-preview.tsx'
import { TemplateChecks } from './template-checks.tsx'

beforeAll(async () => {
  await startTexts()
  await startMoreTexts('campaign')
})
afterEach(cleanup)

const template: Template = {
  ...{ templateId: '01890000-0000-7000-8000-000000000000', kind: 'sms', title: 'Hello', revision: 1, published: null },
  ...{ isChanged: false, isArchived: false, changedAt: '2026-11-27T00:00:00.000Z', changedBy: '' },
  ...{
    content: { kind: 'sms', text: { en: 'Hi', fi: 'Moi' }, sender: '' },
    locales: ['en', 'fi'],
    questions: [],
    indicators: [],
  },
  ...{ fields: ['name', 'link'], checks: [], subjects: {}, versions: [] },
}
const changed: SmsContent[] = []
function Written({ locale }: { locale: string }) {
  const [content, setContent] = useState<SmsContent>({ kind: 'sms', text: { en: 'Hi', fi: 'Moi' }, sender: '' })
  return (
    <SmsFields
      content={content}
      template={template}
      locale={locale}
      onChange={(next) => {
        changed.push(next)
        setContent(next)
      }}
    />
  )
}

it('writes the text of one language and leaves the others', () => {
  render(<Written locale="fi" />)
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Moi {{ name }}' } })
  fireEvent.change(screen.getByLabelText('Sender'), { target: { value: 'Kaiku' } })
  expect(changed.at(-1)).toEqual({ kind: 'sms', text: { en: 'Hi', fi: 'Moi {{ name }}' }, sender: 'Kaiku' })
})

it('counts the messages that a text goes as, and names the letters that make it more', () => {
  const { rerender } = render(<SmsCount text={'a'.repeat(161)} />)
  expect(screen.getByRole('status').textContent).toBe('2 messages · 161 characters, room for 145 more · plain letters')
  rerender(<SmsCount text="Hyvää päivää 😀" />)
  expect(screen.getByRole('status').textContent).toBe(
    '1 message · 15 characters, room for 55 more · Unicode, because of 😀',
  )
})

it('says what speaks against publishing, and sends a test to the number that is written', () => {
  const sent: string[] = []
  render(
    <>
      <TemplateChecks checks={[{ kind: 'unusual', isFault: false, locale: 'fi', detail: '😀' }]} />
      <SmsTest busy={false} onTest={(number) => sent.push(number)} />
    </>,
  )
  expect(screen.getByText('fi: Letters that halve the room of a message: 😀')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Number for a test'), { target: { value: '040 123' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(sent).toEqual(['040 123'])
})
