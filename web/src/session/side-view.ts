/** A page that is still being edited, as a frame is to show it. */
export type DraftedPage = {
  readonly extname: string
  readonly title: string
  readonly icon: string
  readonly components: readonly unknown[]
}

/** A frame of the app inside the app: a page alone, beside the same page as somebody else sees it. */
export type SideView = {
  /** Through whose eyes; null: one's own. */
  readonly userId: string | null
  /** Stands in place of the published page of its name; null: none does. */
  readonly page: DraftedPage | null
}

const mark = 'kaiku-beside '

/** The name of a frame tells the app inside what it is for: it stays through reloads, and no address carries it. */
export const frameName = (view: SideView): string => `${mark}${JSON.stringify(view)}`

/** Only what holds this frame and comes from here can have named it: the server lets no other site hold one. */
function read(): SideView | null {
  if (window.parent === window || !window.name.startsWith(mark)) return null
  return JSON.parse(window.name.slice(mark.length)) as SideView
}

/** What this frame shows; null: this is no frame but the app itself. */
export const besides: SideView | null = typeof window === 'undefined' ? null : read()
