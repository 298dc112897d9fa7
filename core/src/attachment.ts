/** What may be attached to an alert: the type that a file is served as, its endings, and other names that browsers have for it. */
export const attachmentTypes = {
  'image/png': { endings: ['png'], also: [] },
  'image/jpeg': { endings: ['jpg', 'jpeg'], also: ['image/jpg', 'image/pjpeg'] },
  'image/gif': { endings: ['gif'], also: [] },
  'image/webp': { endings: ['webp'], also: [] },
  'application/pdf': { endings: ['pdf'], also: ['application/x-pdf'] },
  'text/plain': { endings: ['txt'], also: [] },
  // Windows takes CSV for what Excel opens.
  'text/csv': { endings: ['csv'], also: ['application/vnd.ms-excel', 'application/csv', 'text/plain'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { endings: ['docx'], also: [] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { endings: ['xlsx'], also: [] },
} as const satisfies Record<string, { endings: readonly string[]; also: readonly string[] }>
export type AttachmentType = keyof typeof attachmentTypes

/** Bytes of one file, bytes of all files of an alert, and how many. */
export const attachmentLimits = { file: 10 * 2 ** 20, alert: 40 * 2 ** 20, files: 20 } as const

export const attachmentEndings: readonly string[] = Object.values(attachmentTypes).flatMap(({ endings }) => [
  ...endings,
])

/** The type that a file's name promises; null: none that may be attached. */
export function attachmentTypeOf(name: string): AttachmentType | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const found = Object.entries(attachmentTypes).find(([, { endings }]) =>
    (endings as readonly string[]).includes(ending),
  )
  return found ? (found[0] as AttachmentType) : null
}

const saidNothing = ['', 'application/octet-stream', 'binary/octet-stream']

/** Whether a sender who calls a file by a type may mean this one. */
export function mayMean(declared: string, type: AttachmentType): boolean {
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  const also: readonly string[] = attachmentTypes[type].also
  return said === type || saidNothing.includes(said) || also.includes(said)
}

const longestName = 120
const longestEnding = 10

/**
 * A file's name as it may stand on a screen, in a header and on any disk: its last segment, without characters that
 * cannot be seen or turn the direction of writing, at most 120 letters with its ending kept. Empty: nothing is left.
 */
export function attachmentName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const seen = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const letters = Array.from(seen)
  if (letters.length <= longestName) return seen
  const ending = /\.[^.]*$/.exec(seen)?.[0] ?? ''
  const kept = Array.from(ending).length <= longestEnding ? ending : ''
  return `${letters
    .slice(0, longestName - Array.from(kept).length)
    .join('')
    .trimEnd()}${kept}`
}
