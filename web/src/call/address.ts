import { addresses } from 'virtual:addresses'
import type { CallName } from './calls.ts'

export type Address = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query: readonly string[]
}

/** Where a call goes, as the contract says. */
export const standing = (name: CallName): Address => {
  const found = addresses[name]
  if (!found) throw new Error(`there is no call ${name}`)
  return found
}
