import type { Permission } from '@kaiku/core/access.ts'

/** Reports that are made in the background: the flag of the survey and the permission that each needs beside `export`. */
export const reportKinds = {
  page: { flag: 'enablePDFBenchmarkReport', needs: 'seeIndicators' },
  benchmark: { flag: 'enablePDFBenchmarkReport', needs: 'seeIndicators' },
  ranking: { flag: 'enableExcelBenchmarkReport', needs: 'seeIndicators' },
  indicators: { flag: 'enableIndicatorsReport', needs: 'seeIndicators' },
  interviews: { flag: 'enableInterviewsReport', needs: 'seeInterviews' },
  alerts: { flag: 'enableAlertsReport', needs: 'handleAlerts' },
  actions: { flag: 'enableActionsReport', needs: 'handleAlerts' },
  samples: { flag: 'enableSamplesReport', needs: 'manageSamples' },
} as const satisfies Record<string, { readonly flag: string; readonly needs: Permission }>
export type ReportKind = keyof typeof reportKinds
export const reportKindNames = Object.keys(reportKinds) as ReportKind[]

/** Those that are documents, set on paper of a size that is asked for. */
export const documentKinds = ['page', 'benchmark'] as const satisfies readonly ReportKind[]
export const isDocument = (kind: ReportKind): kind is (typeof documentKinds)[number] =>
  documentKinds.some((one) => one === kind)
export const papers = ['a4', 'letter'] as const
export const orientations = ['portrait', 'landscape'] as const
