import type { Permission } from '@kaiku/core/access.ts'

/** Reports that are made in the background: the flag of the survey and the permission that each needs beside `export`. */
export const reportKinds = {
  ranking: { flag: 'enableExcelBenchmarkReport', needs: 'seeIndicators' },
  indicators: { flag: 'enableIndicatorsReport', needs: 'seeIndicators' },
  interviews: { flag: 'enableInterviewsReport', needs: 'seeInterviews' },
  alerts: { flag: 'enableAlertsReport', needs: 'handleAlerts' },
  actions: { flag: 'enableActionsReport', needs: 'handleAlerts' },
  samples: { flag: 'enableSamplesReport', needs: 'manageSamples' },
} as const satisfies Record<string, { readonly flag: string; readonly needs: Permission }>
export type ReportKind = keyof typeof reportKinds
export const reportKindNames = Object.keys(reportKinds) as ReportKind[]
