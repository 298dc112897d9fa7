import { loginStatus } from '@kaiku/core/login-status.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { IdentityContext } from '../session/identity.ts'
import { identityOf, useSession } from '../session/session.ts'
import { useIdleEnd } from '../sign-in/idle.ts'
import { endIdle } from '../sign-in/sign-in.ts'

const SetUpPage = lazy(() => import('./set-up.page.tsx'))

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
    <IdentityContext value={identity}>
      <IdleEnd minutes={identity.idleMinutes} />
      {children}
    </IdentityContext>
  )
}

const leaveIdle = () => void endIdle()

function IdleEnd({ minutes }: { minutes: number | null }) {
  useIdleEnd(minutes, leaveIdle)
  return null
}
