import { effectBlock } from './tenant-matrix.rows.ts'

/** A small survey with one of everything. */
export const definition = (extName: string, title: string) =>
  new Map(
    Object.entries({
      'settings.json': {
        ...{ extName, title, enableExcelBenchmarkReport: true, enableInterviewsReport: true },
        ...{ enableAlertsReport: true, enableActionsReport: true, enableIndicatorsReport: true },
        ...{ enableSamplesReport: true, enablePDFBenchmarkReport: true, enableSingleInterviewReport: true },
      },
      'questions.json': {
        questions: [
          { id: 'store', type: 'choice', title: `${title} store`, open: true },
          { id: 'nps', type: 'scale', title: 'NPS', min: 0, max: 10 },
        ],
      },
      'views.json': {
        views: [
          {
            ...{ extName: 'stores', title: `${title} stores`, root: { title: `All of ${title}` } },
            levels: [{ question: 'store', title: 'Store' }],
          },
        ],
      },
      'indicators.json': { indicators: [{ id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' }] },
      'filters.json': {
        standard: {
          filterGroups: [
            {
              title: 'All',
              filters: [{ extName: 'store', title: 'Store', question: 'store', multipleSelections: true }],
            },
          ],
        },
        time: { filterGroups: [] },
      },
      'alert-rules.json': {
        rules: [{ id: 'low', title: `${title} low`, when: 'store=_x', alert: { title: `${title} {store}` } }],
      },
      'effects.json': { blocks: [effectBlock] },
      'forms.json': {
        forms: [{ id: 'visit', title, open: true, given: ['store'], pages: [{ parts: [{ question: 'nps' }] }] }],
      },
      'pages.json': { pages: [{ extname: 'overview', title: 'Overview', components: [{ type: 'IndicatorTiles' }] }] },
    }).map(([name, content]) => [name, JSON.stringify(content)]),
  )

/** Twenty interviews, at each of the places in turn. */
export async function* answers(places: readonly string[]) {
  for (let at = 0; at < 20; at++) yield { key: String(at), answers: { store: places[at % 2] ?? '', nps: at % 11 } }
}
