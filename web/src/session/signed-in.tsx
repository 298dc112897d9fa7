import type { Identity } from '@kaiku/contract/session.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react'
import { useIdleEnd } from './idle.ts'
import { identityOf, useSession } from './session.ts'
import { endIdle } from './sign-in.ts'

const SetUpPage = lazy(() => import('../second-factor/set-up.page.tsx'))
const Context = createContext<Identity | null>(null)

/** Shows what only a viewer may see. When the session ends, it is gone before anything of it could ask who is there. */
export function SignedIn({ otherwise, children }: { otherwise: ReactNode; children: ReactNode }) {
  const identity = identityOf(useSession())
  if (identity === null) return otherwise
  if (identity.loginStatus === loginStatus.secondFactorToSetUp)
    return (
      <Suspense fallback={null}>
        <SetUpPage identity={identity} />
      </Suspense>
    )
  return (
    <Context value={identity}>
      <IdleEnd minutes={identity.idleMinutes} />
      {children}
    </Context>
  )
}

const leaveIdle = () => void endIdle()

function IdleEnd({ minutes }: { minutes: number | null }) {
  useIdleEnd(minutes, leaveIdle)
  return null
}

/** The viewer. */
export function useIdentity(): Identity {
  const identity = useContext(Context)
  if (!identity) throw new Error('nobody is signed in')
  return identity
}
