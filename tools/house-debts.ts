/**
 * Tables that more than one room writes, and which. The list may only shrink: a new writer fails the house test, and so
 * does a line that is true no longer.
 */
export const sharedTables: Readonly<Record<string, readonly string[]>> = {
  alert: ['alert', 'sample-universe'],
  alert_event: ['alert', 'sample-universe'],
  alert_notice: ['alert', 'push', 'sample-universe'],
  import_change: ['import', 'interview'],
  interview: ['import', 'interview', 'interview-page', 'interview-tag', 'publishing', 'quality', 'topic-correction'],
  interview_change: ['import', 'interview', 'live-event', 'maintenance', 'protection', 'publishing'],
  live_event: ['alert', 'feed', 'live-event'],
  mailbox: ['mail', 'sample-universe'],
  node: ['import', 'protection', 'publishing', 'view'],
  projection_survey: ['feed', 'maintenance', 'projection', 'protection'],
  sample: ['sample', 'sample-import', 'sample-universe'],
  sample_event: ['sample', 'sample-import', 'sample-universe'],
  survey: ['feed', 'import', 'protection', 'publishing'],
}
