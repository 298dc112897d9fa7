/** What a person does, as a request; and the file of hand-written SQL that gives the same answer. */
export type Operation = {
  readonly number: number | 'page'
  readonly title: string
  /** Statements that run side by side, apart by semicolons. In it and in the request names stand in double braces. */
  readonly sql: string
  /** The store that they are of. */
  readonly of?: 'postgres'
  readonly goal: string
  readonly request: { readonly path: string; readonly body?: object }
}

const query = (path: string, compare: string, components: readonly object[]) => ({
  path: `result/query/bench/${encodeURIComponent(path)}?compare=${compare}`,
  body: { components },
})
const both = '≤ 1.3 × and ≤ 15 ms more'
const ranking = { type: 'RankingTableComponent', of: 'leaves', spark: false }
const filters = 'channel=channel0*channel1;ftime=20260801_20261031;line=line1*line2*line3;segment=segment0'

export const operations: readonly Operation[] = [
  {
    number: 1,
    title: 'ranking of 1,500 stores, 3 filters + 3 months, 4 indicators with interval, change and marks',
    sql: '1-ranking-filtered.sql',
    goal: both,
    request: query(`region,all;${filters}`, 'yearBefore', [ranking]),
  },
  {
    number: 2,
    title: 'the same over everything',
    sql: '2-ranking-all.sql',
    goal: both,
    request: query('region,all', 'none', [ranking]),
  },
  {
    number: 3,
    title: 'indicator tiles over everything',
    sql: '3-tiles-all.sql',
    goal: both,
    request: query('region,all', 'none', [{ type: 'IndicatorTiles', spark: false }]),
  },
  {
    number: 4,
    title: 'trend by month, one filter',
    sql: '4-trend-filtered.sql',
    goal: both,
    request: query('region,all;channel=channel2', 'none', [{ type: 'Trend', indicators: ['nps'], by: 'month' }]),
  },
  {
    number: 5,
    title: 'one store: its indicators by month',
    sql: '5-one-store.sql',
    goal: '≤ 15 ms more',
    request: query('region,all,region-42,store-0042', 'none', [
      { type: 'Trend', by: 'month' },
      { type: 'IndicatorTiles', spark: false },
    ]),
  },
  {
    number: 6,
    title: 'newest 50 interviews of a store',
    sql: '6-newest-of-store.sql',
    goal: '≤ 15 ms more',
    request: query('region,all,region-42,store-0042', 'none', [{ type: 'InterviewList' }]),
  },
  {
    number: 7,
    title: 'open one interview',
    sql: '7-one-interview.sql',
    of: 'postgres',
    goal: '≤ 5 ms more',
    request: { path: 'vuejs/interview/bench/{{interview}}' },
  },
  {
    number: 8,
    title: 'typeahead over a filter’s options',
    sql: '8-typeahead.sql',
    goal: '≤ 10 ms',
    request: { path: `vuejs/filters/query/bench/store?query=042` },
  },
  {
    number: 'page',
    title: 'a page of four components, one filter',
    sql: 'page-filtered.sql',
    goal: '≤ 150 ms at 10 M, ≤ 50 ms at 1 M',
    request: query('region,all;channel=channel2', 'none', [
      { type: 'IndicatorTiles' },
      { type: 'Trend', indicators: ['nps'], by: 'month' },
      { type: 'Distribution', question: 's1' },
      { type: 'RankingTableComponent', of: 'children', spark: false },
    ]),
  },
]
