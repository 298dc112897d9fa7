import { component, componentTypes } from '@kaiku/contract/page.ts'
import { describe, expect, it } from 'vitest'
import { formOf, newComponent } from '../page-form/component-form.ts'
import { freshName, moved, withProperty } from '../page-form/page-edit.ts'
import { peopleDe } from '../text/people-de.ts'
import { peopleEn } from '../text/people-en.ts'
import { begin, change, redo, undo } from './history.ts'

const survey = {
  questions: [
    ...['nps', 'rating', 'speed'].map((id) => ({ id, title: id, type: 'scale', groups: 11 })),
    { id: 'store', title: 'Store', type: 'choice', groups: null },
    { id: 'gender', title: 'Gender', type: 'choice', groups: 3 },
    { id: 'seen', title: 'Seen', type: 'multiple', groups: 40 },
    { id: 'comment', title: 'Comment', type: 'text', groups: null },
  ],
  indicators: [
    {
      ...({
        id: 'nps',
        title: 'NPS',
        measure: 'nps',
        decimals: 1,
        better: 'high',
        target: null,
        bounds: null,
      } as const),
      ...{ unit: '', weighted: false },
    },
  ],
}

describe('the form of a component', () => {
  it.each(componentTypes)('offers a %s that can be shown as it is, and has words for all it may say', (type) => {
    const made = newComponent(type, survey, 'Some text')
    expect(component.safeParse(made)).toMatchObject({ success: true })
    const words = { ...peopleEn } as Record<string, string>
    const missing = [
      `editor.shows.${type}`,
      ...formOf(type).flatMap((field) => [
        `editor.field.${field.name}`,
        ...(field.kind === 'choice' ? field.values.map((value) => `editor.value.${value}`) : []),
      ]),
    ].filter((key) => words[key] === undefined || Object.entries(peopleDe).every(([known]) => known !== key))
    expect(missing, 'add these to web/src/text/people-*.ts').toEqual([])
  })

  it('begins a crosstab with questions of few groups, and with places only in its rows', () => {
    const begun = (ids: readonly string[]) => {
      const questions = survey.questions.filter(({ id }) => ids.includes(id))
      return newComponent('Crosstab', { ...survey, questions }, '')
    }
    expect(begun(['nps', 'store', 'gender', 'seen'])).toEqual({
      ...{ type: 'Crosstab', rows: { question: 'gender' }, columns: { question: 'nps' } },
    })
    expect(begun(['store', 'gender'])).toEqual({ type: 'Crosstab', rows: 'children', columns: { question: 'gender' } })
    expect(begun(['store', 'seen'])).toBeNull()
  })

  it('offers none that the survey cannot feed', () => {
    expect(newComponent('Distribution', { ...survey, questions: [] }, '')).toBeNull()
  })

  it('leaves out what is said by saying nothing', () => {
    expect(withProperty({ type: 'Trend', by: 'month' }, 'by', 'auto', 'auto')).toEqual({ type: 'Trend' })
    expect(withProperty({ type: 'Trend' }, 'title', 'NPS')).toEqual({ type: 'Trend', title: 'NPS' })
    const same = { type: 'Trend', indicators: ['nps'] }
    expect(withProperty(same, 'indicators', ['nps'])).toBe(same)
  })
})

describe('what was done', () => {
  it('is undone and done again step by step; letters of one text are one step', () => {
    let text = begin('a')
    text = change(text, 'b')
    text = change(text, 'bc', 'title')
    text = change(text, 'bcd', 'title')
    expect(text.present).toBe('bcd')
    text = undo(text)
    expect(text.present).toBe('b')
    text = undo(undo(text))
    expect(text.present).toBe('a')
    text = redo(redo(redo(text)))
    expect(text.present).toBe('bcd')
    text = change(undo(text), 'x', 'title')
    expect(redo(text).present).toBe('x')
    expect(undo(text).present).toBe('b')
  })
})

describe('a page', () => {
  it('keeps the order of what is not moved, and moves nothing off its ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 2, 9)).toEqual(['a', 'b', 'c'])
  })

  it('is named after its title, as no other is', () => {
    expect(freshName('Myymälät & ketju', [])).toBe('myymalat-ketju')
    expect(freshName('Overview', ['overview', 'overview-2'])).toBe('overview-3')
    expect(freshName('…', [])).toBe('page')
  })
})
