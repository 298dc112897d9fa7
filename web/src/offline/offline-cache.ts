/** What is kept of one viewer: a cache of this name and a hash of who that is. */
export const figuresPrefix = 'figures-'
export const identityCache = 'identity'

/** Milliseconds after which an answer is too old to be shown, and how many are kept. */
export const lasting = { longest: 7 * 86_400_000, most: 80 }

const kept = [
  /^\/api\/config\/client$/,
  /^\/api\/universedata$/,
  /^\/api\/vuejs\/surveys\/(list|one|loadcount)\//,
  /^\/api\/vuejs\/filters\/list\//,
  /^\/api\/result\/(place|page)\//,
]
/** Whether what a call answers is kept, to be shown without a connection. */
export const isCached = (path: string): boolean => kept.some((pattern) => pattern.test(path))

/** Pages that the server makes itself. */
const foreign = /^\/(api|auth|form|silent-check-sso)(\/|$|\?)/
/** Whether an address is one of the app's own pages. */
export const isOwnPage = (path: string): boolean => !foreign.test(path)

/** Whose answers may stand in for which request: token, universe and whoever is looked at must be the same. */
export async function viewerHash(...parts: readonly (string | null)[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Forgets what was kept of whoever was here. */
export async function forgetViewers(): Promise<void> {
  const names = await caches.keys()
  const theirs = names.filter((name) => name.startsWith(figuresPrefix) || name === identityCache)
  await Promise.all(theirs.map((name) => caches.delete(name)))
}
