/** A text as it is written on, with one sign at the end of each line, and how it is kept. */
export type BlockText = { readonly text: string; readonly lineEnd: '\n' | '\r\n' }

/** The editor knows one sign at the end of a line; files may have two. */
export const openText = (kept: string): BlockText =>
  kept.includes('\r\n') ? { text: kept.replaceAll('\r\n', '\n'), lineEnd: '\r\n' } : { text: kept, lineEnd: '\n' }

export const keptText = (text: string, lineEnd: BlockText['lineEnd']): string =>
  lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd)
