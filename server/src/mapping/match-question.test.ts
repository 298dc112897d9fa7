import type { Question } from '@kaiku/contract/question.ts'
import { question as shape } from '@kaiku/contract/question.ts'
import { expect, it } from 'vitest'
import { columnsOf, type Draft } from '../column/column.ts'
import { emptyForms } from '../column/form.ts'
import type { Profile } from '../column/profile.ts'
import type { ReadTable } from '../table-reader/table.ts'
import type { AskedQuestion } from './asked-question.ts'
import { matches } from './match-question.ts'
import { codeOf, entryFor } from './read-as.ts'

const asked = (question: object, codes: Record<string, string[]> = {}): AskedQuestion => ({
  ...{
    question: shape.parse({ title: 'T', ...question }) satisfies Question,
    codes: new Map(Object.entries(codes)),
    place: null,
  },
})
const scale = (id: string, title = id) =>
  asked({ type: 'scale', id, title, min: 1, max: 5 }, { 1: [], 2: [], 3: [], 4: [], 5: [] })

/** Columns with these texts, each in ten rows, taken for questions of a type. */
function drafts(
  columns: Readonly<Record<string, readonly string[]>>,
  type: 'scale' | 'choice' | 'text' = 'scale',
): Draft[] {
  const profile: Profile = {
    ...{ rows: 10, blankRows: 0, sample: { rows: [] } },
    columns: Object.entries(columns).map(([header, texts], index) => ({
      ...{ index, header, filled: 10, blank: 0, many: false, unique: false, rising: false, meanLength: 3, longest: 9 },
      ...{ meanWords: 1, forms: emptyForms(), values: new Map(texts.map((text) => [text, 10])) },
    })),
  }
  const table = { kind: 'csv', headers: Object.keys(columns), titles: null, groups: null } as unknown as ReadTable
  return columnsOf(table, profile).map((column) => ({
    columns: [column],
    question:
      type === 'scale' ? { type, id: column.id, title: '', min: 1, max: 5 } : { type, id: column.id, title: '' },
    ...{ reading: {}, use: {}, notes: [] },
  }))
}
const found = (columns: Parameters<typeof drafts>[0], questions: readonly AskedQuestion[], type?: 'choice' | 'text') =>
  matches(drafts(columns, type), questions).map(({ draft, asked: { question }, why }) => [
    ...[draft.columns[0]?.header, question.id, why],
  ])
const stars = ['1', '2', '3']

it('finds a question by its id, by its title in any language, and by a name with a slip or another number', () => {
  expect(found({ 'Q7 Wifi': stars }, [scale('q7-wifi')])).toEqual([['Q7 Wifi', 'q7-wifi', 'name']])
  const title = asked({ type: 'scale', id: 'x', title: { en: 'Cleanliness', fi: 'Siisteys' }, min: 1, max: 5 })
  expect(found({ 'Siisteys?': stars }, [title])).toEqual([['Siisteys?', 'x', 'title']])
  expect(found({ Q12PRECHECKRATE: stars }, [scale('q12prechekcrate')])).toEqual([
    ['Q12PRECHECKRATE', 'q12prechekcrate', 'alike'],
  ])
  expect(found({ Q20Age: stars }, [scale('q19-age'), scale('q20-gender')])).toEqual([['Q20Age', 'q19-age', 'alike']])
})

it('proposes nothing where only numbers are alike, two are as near, or the answers are none of the question', () => {
  expect(found({ Q19Clear: stars }, [scale('q19-age')])).toEqual([])
  expect(found({ Q11COM: stars }, [scale('q8com'), scale('q9com')])).toEqual([])
  expect(found({ Q20Age: ['18-24', '25-34'] }, [scale('q19-age')])).toEqual([])
})

it('knows a question by the titles of its options, and gives no question to two columns', () => {
  const channel = asked({ type: 'choice', id: 'channel' }, { s: ['Store'], p: ['Phone'] })
  expect(found({ Via: ['store', 'Phone'] }, [channel], 'choice')).toEqual([['Via', 'channel', 'options']])
  expect(found({ Channel: ['x'], Via: ['store', 'Phone'] }, [channel], 'choice')).toEqual([
    ['Channel', 'channel', 'name'],
  ])
})

it('reads texts as the codes that they name', () => {
  const rating = asked({ type: 'scale', id: 'r', min: 1, max: 5 }, { 1: ['Poor'], 5: ['Excellent', 'Erinomainen'] })
  const code = (text: string) => codeOf(text, rating.question, rating.codes)
  expect(['5', 'erinomainen', '4 - Good', '7 - Good', 'Good'].map(code)).toEqual(['5', '5', '4', null, null])
  const [draft] = drafts({ R: ['Poor', '5', 'So so'] })
  expect(draft && entryFor(draft, rating)).toEqual({ column: 'R', question: 'r', recode: { Poor: 1 } })
})

it('cuts several answers where nearly all pieces are options', () => {
  const seen = asked({ type: 'multiple', id: 'seen' }, { tv: ['TV'], web: ['Web, or mail'] })
  const [draft] = drafts({ Seen: ['TV; Web, or mail', 'TV'] }, 'text')
  expect(draft && entryFor(draft, seen)).toEqual({
    ...{ column: 'Seen', question: 'seen', separator: ';', recode: { TV: 'tv', 'Web, or mail': 'web' } },
  })
})
