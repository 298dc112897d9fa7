import { Fault, type FaultCode, type FaultDetail } from './fault.ts'
import { reasons } from './reason.rows.ts'

export type ReasonKey = keyof typeof reasons
export type ReasonValues = Readonly<Record<string, string | number>>

/** The English sentence of a reason. */
export const reasonText = (key: ReasonKey, values: ReasonValues = {}): string =>
  reasons[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** A refusal that its reader hears in their own language. */
export const refuse = (
  code: FaultCode,
  key: ReasonKey,
  values: ReasonValues = {},
  details: readonly FaultDetail[] = [],
): Fault => new Fault(code, reasonText(key, values), details, { key, values })
