import type { Identity } from '@kaiku/contract/session.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { identityOf, useSession } from './session.ts'

const Context = createContext<Identity | null>(null)

/** Shows what only a viewer may see. When the session ends, it is gone before anything of it could ask who is there. */
export function SignedIn({ otherwise, children }: { otherwise: ReactNode; children: ReactNode }) {
  const identity = identityOf(useSession())
  return identity === null ? otherwise : <Context value={identity}>{children}</Context>
}

/** The viewer. */
export function useIdentity(): Identity {
  const identity = useContext(Context)
  if (!identity) throw new Error('nobody is signed in')
  return identity
}
