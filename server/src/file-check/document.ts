import { Unfit } from './unfit.ts'

const end = '%%EOF'
/** Characters in which a PDF has to end. */
const lastPart = 1024
/** Names of what a PDF does by itself or carries along. */
const acting = /\/(?:JavaScript|Launch|EmbeddedFile|RichMedia)\b/
const page = /<\s*(?:!doctype|html|script|body|svg|iframe)\b/i

/** A PDF from its first byte to its last, which is no page at the same time and, as far as it can be read, does nothing by itself. */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text)) throw new Unfit('no PDF')
  const last = text.slice(-lastPart)
  const at = last.lastIndexOf(end)
  if (at < 0 || /[^\s\0]/.test(last.slice(at + end.length))) throw new Unfit('something stands behind its end')
  if (page.test(text.slice(0, lastPart))) throw new Unfit('it is a page, too')
  if (acting.test(text)) throw new Unfit('it acts by itself')
}

/** Beginnings of files that are written in letters, too. */
const otherText = /^\s*(?:<\s*[!?a-z]|%PDF-|%!PS|#!|\{\\rtf|MZ)/i

/** A byte that no text holds: a control character other than the ends of words, lines and pages. */
const isControl = (byte: number) => (byte < 32 && ![9, 10, 12, 13].includes(byte)) || byte === 127

/** Letters only, in UTF-8 or in a coding of one byte each, that are no page, script or document of another kind. */
export function checkText(bytes: Buffer): void {
  const text = bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
  if (bytes.some(isControl)) throw new Unfit('it holds more than letters')
  if (otherText.test(text)) throw new Unfit('it is of another kind')
}
