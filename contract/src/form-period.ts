/** Periods in which a quota of a form begins anew. */
export const quotaPeriods = ['total', 'day', 'week', 'month'] as const
