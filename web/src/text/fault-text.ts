import type { FaultCode } from '@kaiku/core/fault.ts'
import type { TFunction } from 'i18next'
import { Refusal } from '../send.ts'
import type { Texts } from './text.ts'

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

/** What a refused call or a failed component says to its reader; an unknown code is told as something broken. */
export function faultText(error: { code?: string; message: string }, t: TFunction): string {
  const code = error.code !== undefined && isKnown(error.code) ? error.code : 'broken'
  const requestId = error instanceof Refusal ? (error.requestId ?? '') : ''
  return t(keys[code], { message: error.message, requestId: requestId === '' ? error.message : requestId })
}
