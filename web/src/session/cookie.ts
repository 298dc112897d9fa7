/** Days for which a cookie stands when nothing else is said. */
const usualDays = 1
const secondsPerDay = 86_400

export function readCookie(name: string): string | null {
  const start = `${name}=`
  const found = document.cookie.split('; ').find((one) => one.startsWith(start))
  return found === undefined ? null : decodeURIComponent(found.slice(start.length))
}

export function writeCookie(name: string, value: string, days = usualDays) {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, and is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * secondsPerDay}; samesite=strict${secure}`
}

export const removeCookie = (name: string) => writeCookie(name, '', 0)
