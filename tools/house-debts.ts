/**
 * Tables that more than one room writes, and which. The list may only shrink: a new writer fails the house test, and so
 * does a line that is true no longer.
 */
export const sharedTables: Readonly<Record<string, readonly string[]>> = {
}
