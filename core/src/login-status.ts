/**
 * How a sign-in went; 0 is success. In the answer of a call, not as its HTTP status, so that a wrong password and an
 * unknown user cannot be told apart by anything.
 */
export const loginStatus = {
  success: 0,
  /** Wrong user name or password, an account that is switched off, or a session that has ended. */
  refused: 1,
  /** The password was right; a second factor is asked for: `secondFactors` says which there are. */
  secondFactorNeeded: 2,
  /** The code or passkey was wrong. */
  secondFactorRefused: 3,
  /** Too many attempts: `retryAfter` says when the next one is heard. */
  slowedDown: 4,
  /** A member of no universe, or not of the one named. */
  noUniverse: 5,
  /** The universe requires a second factor, and the account has none yet: the session may only set one up. */
  secondFactorToSetUp: 6,
  /** A member of universes that are suspended, or of the one named, which is. */
  suspended: 7,
} as const
export type LoginStatus = (typeof loginStatus)[keyof typeof loginStatus]
