/** Where the 0 that begins a number at home stays abroad. */
const keepsZero = new Set(['39', '378'])

/**
 * A telephone number as gateways want it (E.164), such as `+358401234567`. `callingCode`: of the country whose numbers
 * stand without one, such as `+358`; empty: none is known. Null for what is no such number.
 */
export function e164(text: string | null | undefined, callingCode: string): string | null {
  const trimmed = text?.trim().replace(/\(0\)/g, '') ?? ''
  if (!/^\+?[\d\s()./\u2010-\u2015-]+$/.test(trimmed)) return null
  const digits = trimmed.replace(/\D/g, '')
  const code = callingCode.replace(/\D/g, '')
  return valid(abroad(trimmed.startsWith('+'), digits, code))
}

const valid = (digits: string | null) => (digits !== null && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null)

function abroad(isPlus: boolean, digits: string, code: string): string | null {
  if (isPlus) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  if (code === '') return null
  if (digits.startsWith('0')) return code + (keepsZero.has(code) ? digits : digits.slice(1))
  // Lists often lose the plus: nobody's own number begins as their country does and is that long.
  return digits.startsWith(code) && digits.length >= code.length + 8 ? digits : code + digits
}
