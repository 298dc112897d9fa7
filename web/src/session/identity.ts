import type { Identity } from '@kaiku/contract/session.ts'
import { createContext, useContext } from 'react'

/** Who is signed in, for all that only a viewer may see. */
export const IdentityContext = createContext<Identity | null>(null)

/** The viewer. */
export function useIdentity(): Identity {
  const identity = useContext(IdentityContext)
  if (!identity) throw new Error('nobody is signed in')
  return identity
}
