import type { Survey } from '@kaiku/contract/survey.ts'

/** Stands in the address of a screen while the universe has no survey. No survey can be named so. */
export const noSurvey = '-'

const reports = {
  enableExcelBenchmarkReport: false,
  enableInterviewsReport: false,
  enableAlertsReport: false,
  enableActionsReport: false,
  enableSamplesReport: false,
  enableIndicatorsReport: false,
  enablePDFBenchmarkReport: false,
  enableSingleInterviewReport: false,
}

/** What the frame knows of a survey that does not exist: a universe can be administered before it has one. */
export const standIn = (title: string): Survey => ({
  extName: noSurvey,
  title,
  loadCount: 0,
  locale: 'en',
  localeText: {},
  systemMessage: null,
  views: [],
  pages: [],
  indicators: [],
  questions: [],
  marks: [],
  startPath: '',
  startFilter: '',
  alertFilter: null,
  isDated: false,
  protection: false,
  minimumN: 1,
  minimumNComments: 1,
  calendar: { weekStart: 1, fiscalYearStart: 1 },
  today: '1970-01-01',
  timeZone: 'UTC',
  ...reports,
})
