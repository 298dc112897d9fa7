import { loginStatus } from '@kaiku/core/login-status.ts'
import { send } from '../call/send.ts'
import { bearer, isLetIn, universeOfTab } from '../session/session.ts'
import { begin } from '../sign-in/begin.ts'

/**
 * Root goes on as a member of this universe, from the start on: the page is left. Answers only when that is refused:
 * whether the member is in no universe here, or may not be acted as at all. Throws a `CallError`.
 */
export async function startActing(username: string): Promise<'noUniverse' | 'refused'> {
  const identity = await send('session.impersonateUser', {
    accessToken: bearer(),
    universeName: universeOfTab(),
    userName: username,
  })
  if (!isLetIn(identity)) return identity.loginStatus === loginStatus.noUniverse ? 'noUniverse' : 'refused'
  await begin(identity, false)
  // What root may see must not be on the screen for a moment longer.
  window.location.assign('/')
  return new Promise(() => {})
}
