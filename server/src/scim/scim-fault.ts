import { Fault } from '@kaiku/core/fault.ts'
import { toldOf } from '../configuration/disk-space.ts'
import { isAway } from '../fault/away.ts'
import { statusOf, storeAway } from '../http/faults.ts'

/** What kind of refusal it is, in the words of RFC 7644, 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'tooMany'

/** A refusal that a directory hears. */
export class ScimFault extends Error {
  override readonly name = 'ScimFault'
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, scimType: ScimType | null, message: string) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

export const badRequest = (scimType: ScimType, message: string) => new ScimFault(400, scimType, message)
export const notThere = () => new ScimFault(404, null, 'There is no such resource.')

/** The answer to a refusal; null: it is none, but a bug. */
export function scimErrorOf(thrown: unknown): { status: number; body: object } | null {
  const error = toldOf(thrown)
  if (error instanceof ScimFault) return told(error.status, error.message, error.scimType)
  if (error instanceof Fault)
    return told(statusOf[error.code], error.message, error.code === 'invalid' ? 'invalidValue' : null)
  if (isAway(error)) return told(503, storeAway)
  // The framework's own, such as too large a body or no JSON.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (!(error instanceof Error) || !(status >= 400 && status < 500)) return null
  return told(status, error.message.slice(0, 200), status === 400 ? 'invalidSyntax' : null)
}

export const told = (status: number, detail: string, scimType: ScimType | null = null) => ({
  status,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  },
})
