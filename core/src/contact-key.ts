const phone = /^\+?[\d\s()./-]{5,}$/

/**
 * What tells one person from another whatever way the address is written: mail in lower case, a phone number as its
 * digits. Null for nothing.
 */
export function contactKey(text: string | null | undefined): string | null {
  const trimmed = text?.trim().normalize('NFC') ?? ''
  if (trimmed === '') return null
  if (!phone.test(trimmed)) return trimmed.toLowerCase()
  const digits = trimmed.replace(/\D/g, '')
  return trimmed.startsWith('+') || digits.startsWith('00') ? `+${digits.replace(/^00/, '')}` : digits
}
