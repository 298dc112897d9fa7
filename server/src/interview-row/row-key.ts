/** A part of a row key, so that no two lists of parts make the same key. */
export const keyPart = (text: string): string => text.replace(/[|\\#]/g, '\\$&')

/** The row key of an interview that its sender knows by one id: as of a file with one key column and no wave. */
export const keyOfExternalId = (externalId: string): string => `|${keyPart(externalId)}`

/** Null: the interview came from a file with another kind of key. */
export function externalIdOf(key: string): string | null {
  const [, part] = /^\|((?:[^|\\#]|\\[|\\#])+)$/.exec(key) ?? []
  return part === undefined ? null : part.replace(/\\([|\\#])/g, '$1')
}
