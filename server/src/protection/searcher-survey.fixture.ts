const options = (...codes: readonly string[]) => codes.map((code) => ({ code, title: code }))
const background = { roles: ['background'] }
const filter = (question: string, more: object = {}) => ({ extName: question, title: question, question, ...more })
const several = { multipleSelections: true, exclude: true }

const nodes = [
  ...['r1', 'r2'].map((id) => ({ id, name: id })),
  ...['s11', 's12', 's13'].map((id) => ({ id, parent: 'r1', name: id })),
  ...['s21', 's22'].map((id) => ({ id, parent: 'r2', name: id })),
]

/** A small survey that has one of everything which tells something. */
export const searchedFiles = (extName: string, protection: boolean, minimumN: number) =>
  new Map(
    Object.entries({
      'settings.json': {
        ...{ extName, title: 'Staff', timeZone: 'UTC', protection, protectionPeriod: 'quarter' },
        ...{ minimumN, minimumNComments: minimumN },
      },
      'questions.json': {
        questions: [
          { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
          { id: 'region', type: 'choice', title: 'Region', options: options('r1', 'r2') },
          { id: 'store', type: 'choice', title: 'Store', options: options('s11', 's12', 's13', 's21', 's22') },
          { id: 'unit', type: 'choice', title: 'Unit', options: options('u1', 'u2', 'u3') },
          { id: 'gender', type: 'choice', title: 'Gender', options: options('q', 'x', 'f', 'm'), ...background },
          { id: 'grade', type: 'choice', title: 'Grade', options: options('staff', 'lead'), ...background },
          {
            ...{ id: 'tenure', type: 'number', title: 'Tenure', decimals: 0, ...background },
            bands: [
              { id: 'new', title: 'New', from: 0, to: 4 },
              { id: 'known', title: 'Known', from: 5, to: 9 },
              { id: 'old', title: 'Old', from: 10, to: 60 },
            ],
          },
          { id: 'ill', type: 'choice', title: 'Ill', options: options('yes', 'no') },
          { id: 'rating', type: 'scale', title: 'Rating', min: 1, max: 5 },
          { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
          { id: 'who', type: 'text', title: 'Who', roles: ['contact'] },
        ],
      },
      'views.json': {
        views: [
          {
            ...{ extName: 'stores', title: 'Stores', root: { id: 'all', title: 'All' } },
            ...{ key: 'store', levelTitles: ['Region', 'Store'], nodes },
          },
          {
            // Its places are made of answers.
            ...{ extName: 'units', title: 'Units', root: { id: 'whole', title: 'Whole' } },
            levels: [{ question: 'unit', title: 'Unit' }],
          },
        ],
      },
      'indicators.json': {
        indicators: [
          { id: 'count', measure: 'count', title: 'Answers' },
          { id: 'ill', measure: 'share', title: 'Ill', question: 'ill', set: ['yes'] },
          { id: 'rating', measure: 'mean', title: 'Rating', question: 'rating' },
          { id: 'middle', measure: 'median', title: 'Middle', question: 'rating' },
          { id: 'low', measure: 'rate', title: 'Low', of: 'rating=1_2', among: 'ill=yes' },
        ],
      },
      'filters.json': {
        standard: {
          filterGroups: [
            {
              title: 'All',
              filters: [
                filter('gender', several),
                filter('grade', several),
                filter('tenure', { range: true }),
                filter('store', several),
                filter('ill', several),
                filter('rating', { range: true }),
                filter('comment', { submatch: true }),
                filter('who', { submatch: true }),
              ],
            },
          ],
        },
        time: {
          filterGroups: [
            {
              title: 'Time',
              filters: [
                { extName: 'ftime', title: 'Time', today: true, dateRef: true, dateInterval: true },
                { extName: 'table', title: 'Once', tableDate: true },
              ],
            },
          ],
        },
      },
      // Where respondents are protected no answer may raise one.
      ...(!protection && {
        'alert-rules.json': { rules: [{ id: 'ill', title: 'Ill', when: 'ill=yes', alert: { title: 'Ill' } }] },
      }),
      'pages.json': {
        pages: [
          {
            ...{ extname: 'overview', title: 'Overview' },
            components: [
              { type: 'IndicatorTiles' },
              { type: 'Trend', by: 'quarter' },
              { type: 'Distribution', question: 'ill' },
              { type: 'RankingTableComponent', of: 'children' },
              { type: 'Comments' },
              { type: 'InterviewList' },
            ],
          },
        ],
      },
    }).map(([name, content]) => [name, JSON.stringify(content)]),
  )
