/** What changes from page to page. */
const ofPages = ['token', 'p', 'q', 'v']

const read = (url: string) => new URL(url, 'http://kaiku.invalid')

/** The address of a form as the next one opens it, in their own language. */
export function startOf(url: string): string {
  const { pathname, searchParams } = read(url)
  for (const name of [...ofPages, 'lang']) searchParams.delete(name)
  return `${pathname}?${searchParams.toString()}`
}

/** The form's own address, as it was opened, without what changes from page to page. */
export function addressOf(url: string, locale: string): string {
  const { pathname, searchParams } = read(url)
  for (const name of ofPages) searchParams.delete(name)
  searchParams.set('lang', locale)
  return `${pathname}?${searchParams.toString()}`
}

/** What an address says besides its language, and where somebody is in their answers. */
export function alongside(url: string, at: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { searchParams } = read(url)
  for (const name of [...ofPages, 'lang']) searchParams.delete(name)
  return Object.assign(Object.fromEntries(searchParams), at)
}
