/** What a link of a message holds, as people read it from a letter: in capitals, four by four. */
export const codeGroups = (code: string): readonly string[] => code.toUpperCase().match(/.{1,4}/g) ?? []

/** A code as somebody typed it: whatever its case and what stands between, and with letters that look like others. */
export const readCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
    .replace(/u/g, 'v')
