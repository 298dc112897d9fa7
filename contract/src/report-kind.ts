import type { Permission } from '@kaiku/core/access.ts'

/** What reports are of, in the order in which they are offered. */
export const reportGroups = ['documents', 'figures', 'interviews', 'alerts', 'samples'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** Reports that are made in the background: the flag of the survey and the permission that each needs beside `export`. */
export const reportKinds = {
  page: { flag: 'enablePDFBenchmarkReport', needs: 'seeIndicators', group: 'documents' },
  deck: { flag: 'enablePDFBenchmarkReport', needs: 'seeIndicators', group: 'documents' },
  card: { flag: 'enablePDFBenchmarkReport', needs: 'seeIndicators', group: 'documents' },
  benchmark: { flag: 'enablePDFBenchmarkReport', needs: 'seeIndicators', group: 'documents' },
  ranking: { flag: 'enableExcelBenchmarkReport', needs: 'seeIndicators', group: 'figures' },
  indicators: { flag: 'enableIndicatorsReport', needs: 'seeIndicators', group: 'figures' },
  interviews: { flag: 'enableInterviewsReport', needs: 'seeInterviews', group: 'interviews' },
  csv: { flag: 'enableInterviewsReport', needs: 'seeInterviews', group: 'interviews' },
  spss: { flag: 'enableInterviewsReport', needs: 'seeInterviews', group: 'interviews' },
  parquet: { flag: 'enableInterviewsReport', needs: 'seeInterviews', group: 'interviews' },
  codebook: { flag: 'enableInterviewsReport', needs: 'seeIndicators', group: 'interviews' },
  alerts: { flag: 'enableAlertsReport', needs: 'handleAlerts', group: 'alerts' },
  actions: { flag: 'enableActionsReport', needs: 'handleAlerts', group: 'alerts' },
  samples: { flag: 'enableSamplesReport', needs: 'manageSamples', group: 'samples' },
  campaign: { flag: 'enableSamplesReport', needs: 'sendCampaigns', group: 'samples' },
} as const satisfies Record<string, { readonly flag: string; readonly needs: Permission; readonly group: ReportGroup }>
export type ReportKind = keyof typeof reportKinds
export const reportKindNames = Object.keys(reportKinds) as ReportKind[]

/** Those that are documents; those of them that are no slides are set on paper of a size that is asked for. */
export type DocumentKind = {
  [K in ReportKind]: (typeof reportKinds)[K]['group'] extends 'documents' ? K : never
}[ReportKind]
export const isDocument = (kind: ReportKind): kind is DocumentKind => reportKinds[kind].group === 'documents'
export const papers = ['a4', 'letter'] as const
export const orientations = ['portrait', 'landscape'] as const
