/** Lengths of what is kept of an error. */
export const bugLengths = { message: 300, place: 200 }

const data: readonly (readonly [RegExp, string])[] = [
  [/"[^"]*"|“[^”]*”|`[^`]*`|(?<!\p{L})'[^']*'(?!\p{L})/gu, '“…”'],
  [/[^\s@<>]+@[^\s@<>]+/gu, '…@…'],
  [/https?:\/\/\S+/gu, '…'],
  [/[\da-f]{8}-[\da-f-]{27}/giu, '#'],
  [/\d+/gu, '#'],
]

/**
 * The words of an error without what it might quote of an answer or a person: text in quotation marks, addresses and
 * numbers. What is left is the same each time the error happens, so equal errors can be counted together.
 */
export function withoutData(message: string): string {
  const plain = data.reduce((text, [found, instead]) => text.replace(found, instead), message)
  return plain.replace(/\s+/gu, ' ').trim().slice(0, bugLengths.message)
}

/** Where in Kaiku's own code an error began, from its stack: file and line of the first frame; empty when unknown. */
export function placeOfError(stack: string | undefined): string {
  const frame = /(?:\(|at |@)((?:file|https?):\/\/[^\s)]+|\/[^\s)]+):(\d+):\d+\)?/u.exec(stack ?? '')
  if (!frame) return ''
  const [, file = '', line = ''] = frame
  const name = file
    .replace(/[?#].*$/u, '')
    .split('/')
    .slice(-2)
    .join('/')
  return `${name}:${line}`.slice(0, bugLengths.place)
}
