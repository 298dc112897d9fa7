import { expect, it } from 'vitest'
import {
  asQuestion,
  begun,
  changedEntry,
  changeOf,
  entryOfColumn,
  listIn,
  type ProposedMapping,
  readBy,
  recoded,
  toldApart,
  unrecoded,
  withOption,
} from './mapping-edit.ts'

const named = (name: string, columns: ProposedMapping['columns']): ProposedMapping => ({
  ...{ name, columns, match: { headers: [] }, key: [], blank: [], constants: {}, decimal: '.' },
})
const a = { column: 'A', question: 'one' }
const work = begun({ was: null, mapping: named('new', [a, { column: ['B1', 'B2'], question: 'two' }]) })

it('has a column read as another question in the place of the one before, and no question twice', () => {
  const next = readBy(work, 'B2', { column: 'B2', question: 'one' })
  expect(next.mapping.columns).toEqual([{ column: 'B2', question: 'one' }])
  expect(readBy(work, 'C', { column: 'C', question: 'three' }).mapping.columns).toHaveLength(3)
  expect(readBy(work, 'A', null).mapping.columns).toHaveLength(1)
  expect(entryOfColumn(work, ' A ')).toEqual(a)
})

it('remembers what texts mean, and forgets it again', () => {
  const one = recoded(recoded(work, 'one', 'x', null), 'one', 'y', 3)
  expect(entryOfColumn(one, 'A')?.recode).toEqual({ x: null, y: 3 })
  expect(entryOfColumn(unrecoded(unrecoded(one, 'one', 'x'), 'one', 'y'), 'A')).toEqual(a)
  expect(entryOfColumn(changedEntry(work, 'one', { separator: undefined }), 'A')).toEqual(a)
})

it('sends questions and options only as long as a column is read as them', () => {
  const offer = {
    ...{ columns: ['C'], id: 'c', title: 'C', type: 'text' as const, question: { id: 'c', type: 'text', title: 'C' } },
    entry: { column: 'C', question: 'c' },
  }
  const added = withOption(asQuestion(work, offer), 'one', 'new')
  expect(changeOf(added)).toMatchObject({ questions: [{ id: 'c' }], options: [{ question: 'one', code: 'new' }] })
  expect(changeOf(readBy(readBy(added, 'C', null), 'A', null))).toMatchObject({ questions: [], options: [] })
  expect(changeOf(begun({ was: null, mapping: named('none', []) })).put).toEqual([])
})

it('has other mappings ask for what they read and the file lacks, or says that nothing tells them apart', () => {
  const other = named('other', [a, { column: 'Z', question: 'two' }])
  const apart = toldApart(work, [other], ['other'], ['A', 'B1', 'B2'])
  expect(apart.isDone).toBe(true)
  expect(changeOf(apart.work).put[1]).toMatchObject({ was: 'other', mapping: { match: { headers: ['Z'] } } })
  expect(toldApart(work, [named('same', [a])], ['same'], ['A']).isDone).toBe(false)
})

it('reads lists line by line', () => {
  expect(listIn(' a \n\nb\na')).toEqual(['a', 'b'])
  expect(listIn('dd.MM.yyyy; yyyy', /;/)).toEqual(['dd.MM.yyyy', 'yyyy'])
})
