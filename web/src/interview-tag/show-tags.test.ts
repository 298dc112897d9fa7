import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { showTags } from './show-tags.ts'

const row = (interviewId: string, tags: string[] | null) => ({
  ...{ interviewId, day: null, place: [], scores: [] },
  answers: [{ value: 9, label: null, missing: false }, tags && { value: tags, label: tags.join(', '), missing: false }],
})
const columns = [
  { id: 'nps', title: 'NPS', type: 'scale' },
  { id: 'interview.tag', title: 'Tags', type: 'multiple' },
]

it('shows changed tags in open lists that have a column of them, and leaves all else', () => {
  const client = new QueryClient()
  const list = { columns, rows: [row('a', null), row('b', ['old']), row('c', ['kept'])] }
  const without = { columns: columns.slice(0, 1), rows: [row('a', null)] }
  client.setQueryData(['figures', 'more'], { pages: [list], pageParams: [null] })
  client.setQueryData(['other', 'more'], { pages: [without], pageParams: [null] })
  showTags(client, [
    { interviewId: 'a', tags: ['new', 'other'] },
    { interviewId: 'b', tags: [] },
  ])
  const shown = client.getQueryData<{ pages: (typeof list)[] }>(['figures', 'more'])
  expect(shown?.pages[0]?.rows.map(({ answers }) => answers[1]?.label)).toEqual(['new, other', undefined, 'kept'])
  expect(shown?.pages[0]?.rows.map(({ answers }) => answers[0]?.value)).toEqual([9, 9, 9])
  expect(client.getQueryData(['other', 'more'])).toEqual({ pages: [without], pageParams: [null] })
})
