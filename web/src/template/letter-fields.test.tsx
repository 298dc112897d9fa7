// @vitest-environment happy-dom
import { type LetterContent, letterContent } from '@kaiku/contract/letter.ts'
import type { Template } from '@kaiku/contract/template.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startMoreTexts, startTexts } from '../text/text.ts'
import { LetterFields } from './letter-fields.tsx'

beforeAll(async () => {
  await startTexts()
  await startMoreTexts('campaign')
})
afterEach(cleanup)

const start = letterContent.parse({ kind: 'letter', body: { en: 'Hello', fi: 'Hei' } })
const template: Template = {
  ...{ templateId: '01890000-0000-7000-8000-000000000001', kind: 'letter', title: 'Invitation', revision: 1 },
  ...{ published: null, isChanged: true, isArchived: false, changedAt: '2026-01-01T00:00:00Z', changedBy: '' },
  ...{
    content: start,
    locales: ['fi', 'en'],
    questions: [],
    indicators: [],
    fields: ['name'],
    checks: [],
    subjects: {},
    versions: [],
  },
}
const changed: LetterContent[] = []
function Filled({ locale }: { locale: string }) {
  const [content, setContent] = useState(start)
  const change = (next: LetterContent) => {
    changed.push(next)
    setContent(next)
  }
  return <LetterFields content={content} template={template} locale={locale} onChange={change} />
}
const newest = () => changed.at(-1)
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('writes the text of one language and leaves the other as it is', () => {
  render(<Filled locale="en" />)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Hello')
  enter('Text', 'Dear {{ name }}')
  expect(newest()).toEqual({ ...start, body: { fi: 'Hei', en: 'Dear {{ name }}' } })
  expect(screen.getByText('{{ name }} {{ code }}')).toBeDefined()
})

it('lays it out for an envelope, and keeps to as many pages as paper may have', () => {
  render(<Filled locale="fi" />)
  enter('Envelope', 'right')
  enter('Paper', 'letter')
  enter('Pages it may have', '3')
  enter('Pages it may have', '99')
  fireEvent.click(screen.getByLabelText('Marks at which to fold'))
  expect(newest()).toMatchObject({ layout: 'right', paper: 'letter', mostPages: 3, hasFolds: false, hasCode: true })
})

it('takes a picture of the sheet, and none that is too large or no picture', async () => {
  const { container } = render(<Filled locale="fi" />)
  const choose = (file: File) => {
    const input = container.querySelector('input[type=file]')
    if (input) fireEvent.change(input, { target: { files: [file] } })
  }
  choose(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }))
  expect(screen.getByRole('alert').textContent).toContain('at most 500 kB')
  choose(new File([new Uint8Array(600_000)], 'a.png', { type: 'image/png' }))
  expect(screen.getByRole('alert')).toBeDefined()
  choose(new File(['png'], 'a.png', { type: 'image/png' }))
  expect(await screen.findByLabelText('Where it is')).toBeDefined()
  expect(newest()?.background).toEqual({ data: 'data:image/png;base64,cG5n', on: 'first' })
  enter('Where it is', 'each')
  expect(newest()?.background?.on).toBe('each')
  fireEvent.click(screen.getByText('Remove the picture'))
  expect(newest()?.background).toBeNull()
})
