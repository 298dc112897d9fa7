/** The form in which texts are compared: lower case, without diacritics except å, ä and ö. Folding twice changes nothing. */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^åäö]+/g, (run) => run.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    // Lower case writes a final sigma differently, which would hide a word inside a longer one.
    .replaceAll('ς', 'σ')
    .normalize('NFC')

/** Why a text cannot be stored, or null when it can: the database keeps neither NUL nor half a surrogate pair. */
export function refusal(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character'
  if (/\p{Surrogate}/u.test(text)) return 'contains half a surrogate pair'
  return null
}
