export const faultCodes = [
  'not_found',
  'forbidden',
  'invalid',
  'conflict',
  'too_large',
  'unavailable',
  'busy',
  'unauthenticated',
] as const
export type FaultCode = (typeof faultCodes)[number]

/**
 * One thing that is wrong, told so that its author can mend it. `place`: a JSON pointer, a line and column, a field.
 * `about`: the id of what it concerns, for a reader who can show that.
 */
export type FaultDetail = { file?: string; place: string; expected: string; found: string; about?: string }

/** A refusal that the user may hear. Anything else that is thrown is a bug. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  /** Empty when the message says it all. */
  readonly details: readonly FaultDetail[]
  /** What is said, for who translates it; null where the message is all there is. */
  readonly reason: { readonly key: string; readonly values: Readonly<Record<string, string | number>> } | null

  constructor(code: FaultCode, message: string, details: readonly FaultDetail[] = [], reason: Fault['reason'] = null) {
    super(message)
    this.code = code
    this.details = details
    this.reason = reason
  }
}
