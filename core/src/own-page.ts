/** No page of a survey begins so: a personal page's name in addresses. */
const mark = '~'

export const ownPageName = (id: string): string => `${mark}${id}`

/** The id of the personal page that an address names; null: a page of the survey. */
export const ownPageId = (name: string | null | undefined): string | null =>
  name?.startsWith(mark) === true ? name.slice(mark.length) : null
