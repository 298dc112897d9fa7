/** The only paths that an identity provider leads back to: where one goes on from there, the browser keeps. */
export const signInPath = {
  /** After signing in, and after signing out. */
  home: '/',
  /** In a frame, for whoever was asked silently whether somebody is signed in. */
  silent: '/silent-check-sso.html',
} as const
