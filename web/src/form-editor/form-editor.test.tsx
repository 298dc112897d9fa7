import type { AskableQuestion } from '@kaiku/contract/form-draft.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConditionField } from '../form-field/condition-field.tsx'
import {
  type Known,
  knownBefore,
  listOf,
  movedPart,
  put,
  saidIn,
  stepOf,
  type Written,
  withSaid,
} from '../form-field/written-form.ts'
import { chooseLocale, startMoreTexts, startTexts } from '../text/text.ts'
import { FormEndings } from './form-endings.tsx'
import { FormPages } from './form-pages.tsx'
import { FormSource, readForms, writeForms } from './form-source.tsx'
import { placeWords } from './place-words.ts'

beforeAll(async () => {
  await startTexts()
  await chooseLocale('en')
  await startMoreTexts('form')
})
afterEach(cleanup)

const question = (
  id: string,
  type: AskableQuestion['type'],
  more: Partial<AskableQuestion> = {},
): [string, AskableQuestion] => [id, { id, type, title: id.toUpperCase(), options: [], min: null, max: null, ...more }]
const known: Known = {
  locale: 'en',
  locales: ['en', 'fi'],
  questions: new Map<string, AskableQuestion>([
    question('nps', 'scale', { min: 0, max: 10 }),
    question('channel', 'choice', {
      options: [
        { code: 'web', title: 'Web' },
        { code: 'shop', title: { en: 'Shop', fi: 'Kauppa' } },
      ],
    }),
    question('comment', 'text'),
    question('speed', 'scale', { min: 1, max: 5 }),
    question('service', 'scale', { min: 1, max: 5 }),
  ]),
}
const form: Written = {
  id: 'visit',
  title: { en: 'Your visit', fi: 'Käyntisi' },
  given: ['channel'],
  unknown: { kept: true },
  pages: [
    { parts: [{ question: 'nps', required: true }, { text: 'Read this' }] },
    { when: 'nps=0_6', parts: [{ question: 'comment' }] },
  ],
}

/** Keeps what it is told, as the editor does. */
function Kept<T>({
  first,
  seen,
  show,
}: {
  first: T
  seen: (next: T) => void
  show: (now: T, onChange: (next: T) => void) => ReactNode
}) {
  const [now, setNow] = useState(first)
  return show(now, (next) => {
    seen(next)
    setNow(next)
  })
}

function shown(section: (form: Written, onChange: (next: Written) => void) => ReactNode) {
  const seen = vi.fn<(form: Written) => void>()
  render(<Kept first={form} seen={seen} show={section} />)
  return () => seen.mock.lastCall?.[0] ?? form
}
const partsOf = (of: Written) => listOf(of, 'pages').map((page) => listOf(page, 'parts'))

describe('a form as it is written', () => {
  it('keeps what the editor does not know, and says nothing that is so anyway', () => {
    expect(put(form, 'open', true)).toMatchObject({ unknown: { kept: true }, open: true })
    expect('open' in put(put(form, 'open', true), 'open', false)).toBe(false)
    expect('given' in put(form, 'given', [])).toBe(false)
  })

  it('moves parts over the edges of pages, and none beyond', () => {
    const down = stepOf(form, { page: 0, at: 1 }, 1)
    expect(down).toEqual({ page: 1, at: 0 })
    const next = movedPart(form, { page: 0, at: 1 }, down ?? { page: 0, at: 0 })
    expect(partsOf(next)).toEqual([
      [{ question: 'nps', required: true }],
      [{ text: 'Read this' }, { question: 'comment' }],
    ])
    expect(movedPart(next, { page: 1, at: 0 }, stepOf(next, { page: 1, at: 0 }, -1) ?? { page: 1, at: 0 })).toEqual(
      form,
    )
    expect(stepOf(form, { page: 0, at: 0 }, -1)).toBeNull()
    expect(stepOf(form, { page: 1, at: 0 }, 1)).toBeNull()
  })

  it('has one text for all until another language says its own', () => {
    expect(withSaid('Hello', 'en', ['en'], 'Hi')).toBe('Hi')
    expect(withSaid('Hello', 'fi', ['en', 'fi'], 'Hei')).toEqual({ en: 'Hello', fi: 'Hei' })
    expect(withSaid({ en: 'Hello', fi: 'Hei' }, 'fi', ['en', 'fi'], '')).toEqual({ en: 'Hello' })
    expect(withSaid('Hello', 'en', ['en'], '')).toBeUndefined()
    expect(saidIn('Hello', 'fi', ['en', 'fi'])).toBe('')
  })

  it('knows on a page what was asked before it', () => {
    expect([...knownBefore(form, 0)]).toEqual(['channel'])
    expect([...knownBefore(form, 1)]).toEqual(['channel', 'nps'])
  })

  it('says where a fault is by the names on the screen', () => {
    const t = i18next.t
    expect(placeWords('forms[0].pages[1].parts[0].when', [form], known, t)).toBe('Your visit › Page 2 › COMMENT › when')
    expect(placeWords('forms[0].quotas[0].id', [form], known, t)).toBe('Your visit › quotas[0].id')
    expect(placeWords('forms', [form], known, t)).toBe('forms')
  })
})

describe('the pages of the editor', () => {
  const pages = () =>
    shown((now, onChange) => (
      <FormPages form={now} known={known} faultAt={() => undefined} onChange={onChange} onShow={() => {}} />
    ))

  it('takes questions that are not asked yet, moves them by keys, and takes them away', () => {
    const now = pages()
    const second = within(screen.getByRole('region', { name: 'Page 2' }))
    const adding = second.getByRole('combobox', { name: 'Page 2: Add a question' })
    expect(within(adding).queryByRole('option', { name: 'NPS' })).toBeNull()
    fireEvent.change(adding, { target: { value: 'speed' } })
    expect(partsOf(now())[1]).toEqual([{ question: 'comment' }, { question: 'speed' }])
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move SPEED/ }), { key: 'ArrowUp' })
    expect(partsOf(now())[1]).toEqual([{ question: 'speed' }, { question: 'comment' }])
    fireEvent.click(screen.getByRole('button', { name: 'Move up: SPEED' }))
    expect(partsOf(now())[0]?.at(-1)).toEqual({ question: 'speed' })
    fireEvent.click(screen.getByRole('button', { name: 'Remove: SPEED' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add page' }))
    expect(partsOf(now()).at(-1)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Remove: Page 3' }))
    expect(now()).toEqual(form)
  })

  it('says of a question that it is required, and what it asks in its own words', () => {
    const now = pages()
    fireEvent.click(screen.getByRole('button', { name: /^COMMENT/ }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Required' }))
    fireEvent.change(screen.getByRole('textbox', { name: /^Own wording/ }), { target: { value: 'Why?' } })
    expect(partsOf(now())[1]).toEqual([{ question: 'comment', required: true, text: 'Why?' }])
  })
})

describe('a condition', () => {
  const field = (value: string, onChange: (token: string) => void) => (
    <ConditionField label="When" value={value} from={new Set(['nps', 'channel', 'comment'])} {...{ known, onChange }} />
  )

  it('is made without writing it, and is the same token', () => {
    const tokens: string[] = []
    render(<Kept first="" seen={(token) => tokens.push(token)} show={field} />)
    const add = () => screen.getByRole('combobox', { name: /^When/ })
    fireEvent.change(add(), { target: { value: 'nps' } })
    expect(tokens.at(-1)).toBe('nps=0_10')
    fireEvent.change(screen.getByRole('spinbutton', { name: 'To' }), { target: { value: '6' } })
    fireEvent.change(add(), { target: { value: 'channel' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Shop' }))
    expect(tokens.at(-1)).toBe('channel=shop*web;nps=0_6')
    fireEvent.change(screen.getByRole('combobox', { name: 'Is or is not' }), { target: { value: 'not' } })
    expect(tokens.at(-1)).toBe('channel=_shop*_web;nps=0_6')
    fireEvent.change(add(), { target: { value: 'comment' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Contains' }), { target: { value: 'slow; really' } })
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition: NPS' }))
    expect(tokens.at(-1)).toMatch(/^channel=_shop\*_web;comment=slow.*~$/)
  })

  it('that nobody can read is kept, and can be written anew', () => {
    const onChange = vi.fn()
    render(field('nonsense', onChange))
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'nps=0_6' } })
    expect(onChange).toHaveBeenCalledWith('nps=0_6')
  })
})

describe('quotas and endings', () => {
  it('are added with what they need, and say how full they are', () => {
    const fills = [{ form: 'visit', quota: 'quota', taken: 40 }]
    const now = shown((form, onChange) => (
      <FormEndings {...{ form, known, fills, onChange }} faultAt={() => undefined} />
    ))
    fireEvent.click(screen.getByRole('button', { name: 'Add quota' }))
    expect(listOf(now(), 'quotas')).toMatchObject([{ id: 'quota', limit: 100 }])
    expect(screen.getByRole('progressbar', { name: '40 of 100' })).toBeDefined()
    fireEvent.change(screen.getByRole('spinbutton', { name: 'Answers wanted' }), { target: { value: '40' } })
    expect(screen.getByText(/Full/)).toBeDefined()
    fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: 'week' } })
    expect(listOf(now(), 'quotas')).toMatchObject([{ limit: 40, per: 'week' }])
  })
})

describe('the source', () => {
  it('is the file, both ways without loss, and keeps what stood there while it is no JSON', () => {
    expect(readForms(writeForms([form]))).toEqual([form])
    const onChange = vi.fn()
    render(<FormSource forms={[form]} onChange={onChange} />)
    const text = screen.getByRole('textbox')
    fireEvent.change(text, { target: { value: '{"forms":' } })
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toContain('isn’t JSON')
    fireEvent.change(text, { target: { value: '{"forms":[{"id":"x"}]}' } })
    expect(onChange).toHaveBeenCalledWith([{ id: 'x' }])
  })
})
