/**
 * Tables that more than one room writes, and which. The list may only shrink: a new writer fails the house test, and so
 * does a line that is true no longer.
 */
export const sharedTables: Readonly<Record<string, readonly string[]>> = {
  import_change: ['import', 'interview'],
  interview: ['import', 'interview', 'interview-page', 'interview-tag', 'publishing', 'quality', 'topic-correction'],
  interview_change: ['import', 'interview', 'live-event', 'maintenance', 'protection', 'publishing'],
}
