export const stores = 1_500
/** How wide a survey of the benchmark is: stores, regions of them, codes, numbers, and ratings from 1 to 5. */
export type Shape = {
  readonly stores: number
  readonly regions: number
  readonly scales: number
  /** Questions that are answered by one code, and how many codes each has. */
  readonly codes: Readonly<Record<string, number>>
  readonly numbers: readonly ('age' | 'basket')[]
}
const usualQuestions = { codes: { channel: 4, line: 10, segment: 6 }, numbers: ['age', 'basket'] } as const
export const usual: Shape = { stores, regions: 60, scales: 12, ...usualQuestions }
/** Thirty questions, a hundred regions: what reports are measured with. */
export const wide: Shape = { stores, regions: 100, scales: 22, ...usualQuestions }
/** What one of very many universes has: forty stores in five regions. */
export const narrow: Shape = { stores: 40, regions: 5, scales: 6, ...usualQuestions }
/** Eight questions: as few as the operations need, so that a hundred million interviews fit on a disk. */
export const short: Shape = { stores, regions: 60, scales: 4, codes: { channel: 4 }, numbers: [] }

const store = (number: number) => `store-${String(number).padStart(4, '0')}`
const regionName = (number: number) => `region-${String(number).padStart(2, '0')}`

/** Twenty questions, 1,500 stores in 60 regions, four indicators: the survey every operation runs on; or of another shape. */
export const definition = (shape = usual): Map<string, string> => {
  const scales = Array.from({ length: shape.scales }, (_, i) => `s${i + 1}`)
  const [hasAge, hasBasket] = [shape.numbers.includes('age'), shape.numbers.includes('basket')]
  const choice = (id: string, count: number) => ({
    type: 'choice',
    id,
    title: id,
    options: Array.from({ length: count }, (_, i) => ({ code: `${id}${i}`, title: `${id} ${i}` })),
  })
  const blocks = {
    settings: {
      extName: 'bench',
      title: 'Benchmark',
      mainIndicators: ['nps', 'satisfied', 'speed', 'staff'],
      enablePDFBenchmarkReport: true,
      enableExcelBenchmarkReport: true,
      enableIndicatorsReport: true,
      enableInterviewsReport: true,
    },
    questions: {
      questions: [
        { type: 'date', id: 'visited', title: 'Visited', roles: ['date'] },
        { type: 'choice', id: 'store', title: 'Store', open: true, roles: ['unit'] },
        ...Object.entries(shape.codes).map(([id, count]) => choice(id, count)),
        ...(hasAge ? [{ type: 'number', id: 'age', title: 'Age', min: 0, max: 120 }] : []),
        { type: 'scale', id: 'recommend', title: 'Recommend', min: 0, max: 10, missing: [99] },
        ...scales.map((id) => ({ type: 'scale', id, title: id, min: 1, max: 5, missing: [9] })),
        ...(hasBasket ? [{ type: 'number', id: 'basket', title: 'Basket', decimals: 2, min: 0 }] : []),
      ],
    },
    views: {
      views: [
        {
          extName: 'region',
          title: 'Regions',
          root: { id: 'all', title: 'All stores' },
          key: 'store',
          levelTitles: ['Region', 'Store'],
          nodes: [
            ...Array.from({ length: shape.regions }, (_, i) => ({ id: regionName(i), name: `Region ${i}` })),
            ...Array.from({ length: shape.stores }, (_, i) => ({
              id: store(i),
              parent: regionName(i % shape.regions),
              name: `Store ${i}`,
            })),
          ],
        },
      ],
    },
    filters: {
      standard: {
        filterGroups: [
          {
            title: 'All',
            filters: [
              ...Object.keys(shape.codes).map((id) => ({
                extName: id,
                title: id,
                question: id,
                multipleSelections: true,
              })),
              { extName: 'store', title: 'Store', question: 'store', multipleSelections: true, serverSide: true },
              ...(hasAge ? [{ extName: 'age', title: 'Age', question: 'age', range: true }] : []),
            ],
          },
        ],
      },
      time: {
        filterGroups: [{ title: 'When', filters: [{ extName: 'ftime', title: 'Visited', dateInterval: true }] }],
      },
    },
    pages: {
      pages: [
        {
          extname: 'overview',
          title: 'Overview',
          components: [
            { type: 'IndicatorTiles' },
            { type: 'Trend', indicators: ['nps'], by: 'month' },
            { type: 'Distribution', question: 's1' },
            { type: 'RankingTableComponent', of: 'children' },
          ],
        },
        {
          extname: 'ratings',
          title: 'Ratings',
          components: ['s1', 's2', 's3', 's4'].map((question) => ({ type: 'Distribution', question })),
        },
        {
          extname: 'trends',
          title: 'Trends',
          components: ['nps', 'satisfied', 'speed', 'staff'].map((id) => ({ type: 'Trend', indicators: [id] })),
        },
      ],
    },
    indicators: {
      indicators: [
        { measure: 'nps', id: 'nps', title: 'NPS', question: 'recommend' },
        { measure: 'topBox', id: 'satisfied', title: 'Satisfied', question: 's1' },
        { measure: 'mean', id: 'speed', title: 'Speed', question: 's2', decimals: 2 },
        { measure: 'mean', id: 'staff', title: 'Staff', question: 's3', decimals: 2 },
      ],
    },
  }
  return new Map(Object.entries(blocks).map(([name, block]) => [`${name}.json`, JSON.stringify(block, null, 2)]))
}

/** First and last day of the benchmark's 24 months. */
export const period = { from: '2024-11-01', days: 730, to: '2026-10-31' } as const
