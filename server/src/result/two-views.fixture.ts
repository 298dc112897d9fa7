const level = (question: string) => ({ question, title: question })
/** A survey with two views, by store and by line of products. */
export const twoViews: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'settings.json': { extName: 'visits', title: 'Visits' },
    'questions.json': { questions: ['store', 'line'].map((id) => ({ id, type: 'choice', title: id, open: true })) },
    'views.json': {
      views: [
        { extName: 'stores', title: 'Stores', root: { title: 'All' }, levels: [level('store')] },
        { extName: 'lines', title: 'Lines', root: { title: 'All' }, levels: [level('line')] },
      ],
    },
  }).map(([name, content]) => [name, JSON.stringify(content)]),
)
