import type { FaultCode } from '@kaiku/core/fault.ts'
import i18next, { type TFunction } from 'i18next'
import { startMoreTexts, type Texts } from '../text/text.ts'
import { CallError } from './send.ts'

const keys = {
  not_found: 'fault.not_found',
  forbidden: 'fault.forbidden',
  invalid: 'fault.invalid',
  conflict: 'fault.conflict',
  too_large: 'fault.too_large',
  unavailable: 'fault.unavailable',
  busy: 'fault.busy',
  unauthenticated: 'fault.unauthenticated',
  offline: 'fault.offline',
  broken: 'fault.broken',
} as const satisfies Record<FaultCode | 'offline' | 'broken', keyof Texts>

const isKnown = (code: string): code is keyof typeof keys => Object.hasOwn(keys, code)

/** What the server says of a refusal, in the reader's language; null where that is not known. */
export function reasonText(reason: CallError['reason'] | undefined, t: TFunction): string | null {
  if (!reason) return null
  const key = `reason.${reason.key}`
  if (i18next.exists(key)) return t(key as 'fault.short', { ...reason.values })
  void startMoreTexts('reason').catch(console.error)
  return null
}

type FaultLike = { code?: string; message: string; reason?: CallError['reason'] | null | undefined }

/** What a refused call or a failed component says to its reader; an unknown code is told as something broken. */
export function faultText(error: FaultLike, t: TFunction): string {
  const told = reasonText(error.reason ?? undefined, t)
  if (told !== null) return told
  const code = error.code !== undefined && isKnown(error.code) ? error.code : 'broken'
  const requestId = error instanceof CallError ? (error.requestId ?? '') : ''
  return t(keys[code], { message: error.message, requestId: requestId === '' ? error.message : requestId })
}
