/** Where a sign-in may lead to: a path of this site, as it is written in the address bar. Null for anything else. */
export function safeRedirect(text: string | null | undefined, origin = window.location.origin): string | null {
  if (!text?.startsWith('/')) return null
  if (!URL.canParse(text, origin)) return null
  const address = new URL(text, origin)
  // A path that begins with two slashes names another host to whoever reads it next.
  if (address.origin !== origin || address.pathname.startsWith('//')) return null
  return `${address.pathname}${address.search}${address.hash}`
}
