export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const parts = {
  'settings.json': { extName: 'small', title: { en: 'Small', fi: 'Pieni' }, timeZone: 'Europe/Helsinki' },
  'questions.json': {
    questions: [
      { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
      {
        ...{ id: 'store', type: 'choice', title: 'Store' },
        options: [
          { code: 's1', title: 'First' },
          { code: 's2', title: 'Second' },
        ],
      },
      { id: 'nps', type: 'scale', title: { en: 'Recommend', fi: 'Suosittelu' }, min: 0, max: 10, missing: [11] },
      { id: 'rating', type: 'scale', title: 'Rating', min: 1, max: 5 },
      { id: 'age', type: 'number', title: 'Age', decimals: 0 },
      { id: 'seen', type: 'multiple', title: '=Seen, "where"', options: [{ code: 'tv', title: 'TV' }], open: true },
      { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
    ],
  },
  'views.json': {
    views: [
      { extName: 'store', title: 'Stores', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
    ],
  },
}

/** A survey with the needed files only. */
export const small: ReadonlyMap<string, string> = new Map(
  Object.entries(parts).map(([file, part]) => [file, json(part)]),
)
