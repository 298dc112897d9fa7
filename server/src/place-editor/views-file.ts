import type { WrittenTree } from '@kaiku/contract/place-tree.ts'
import { type View, viewsFile } from '@kaiku/contract/view.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import { changedTree, treeChange } from '@kaiku/core/planned-tree.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { JsonFault, walkJson } from '../fault/json-text.ts'

export const file = 'views.json'
export type TableView = Extract<View, { nodes: unknown }>

const asWritten = z.looseObject({ views: z.array(z.looseObject({ extName: z.string() })) })
type Written = z.output<typeof asWritten>
type WrittenView = Written['views'][number]

/** A text of `views.json` as it was written, each view beside what it says. Throws Fault `invalid` for one that is none. */
export function readViews(text: string): { readonly written: Written; readonly views: readonly View[] } {
  try {
    walkJson(text, () => {})
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw refuse('invalid', 'block.unreadable', { file })
  }
  const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const [written, read] = [asWritten.safeParse(json), viewsFile.safeParse(json)]
  if (!written.success || !read.success) throw refuse('invalid', 'block.unreadable', { file })
  return { written: written.data, views: read.data.views }
}

/** A view by its name. Throws Fault `not_found`. */
export function viewIn(views: readonly View[], name: string): View {
  const view = views.find(({ extName }) => extName === name)
  if (!view) throw refuse('not_found', 'place.noView', { name })
  return view
}

/** The places of a view; a view that is made of answers has none of its own. */
export const treeOf = (view: View | undefined): WrittenTree =>
  view && 'nodes' in view ? { nodes: [...view.nodes], plans: view.plans ?? [] } : { nodes: [], plans: [] }

/** The text with other places in a view. */
export function withTree(text: string, name: string, { nodes, plans }: WrittenTree): string {
  const { written } = readViews(text)
  const views = written.views.map((view) => {
    if (view.extName !== name) return view
    const { plans: _, ...rest } = view
    return Object.assign({}, rest, { nodes }, plans.length > 0 && { plans })
  })
  return textOf(written, views)
}

/** The text with a view in place of the one of its name. */
export function withView(text: string, view: WrittenView): string {
  const { written } = readViews(text)
  return textOf(
    written,
    written.views.map((one) => (one.extName === view.extName ? view : one)),
  )
}

const textOf = (written: Written, views: readonly WrittenView[]) => `${layOut(Object.assign({}, written, { views }))}\n`

/**
 * What was drafted from one text, laid onto another that was published since. Places and views that one of the two
 * changed are as they made them; null: both changed what cannot be laid together.
 */
export function laidOnto(base: string, drafted: string, published: string): string | null {
  const [was, mine, now] = [base, drafted, published].map((text) => readViews(text).written)
  if (!was || !mine || !now) return null
  const find = ({ views }: Written, name: string) => views.find(({ extName }) => extName === name)
  const names = new Set([...now.views, ...mine.views].map(({ extName }) => extName))
  const together: WrittenView[] = []
  for (const name of names) {
    const view = viewTogether(find(was, name), find(mine, name), find(now, name))
    if (view === null) return null
    if (view) together.push(view)
  }
  return textOf(now, together)
}

const says = (value: unknown) => JSON.stringify(value) ?? ''

const besidePlaces = (view: WrittenView) =>
  Object.fromEntries(Object.entries(view).filter(([key]) => key !== 'nodes' && key !== 'plans'))

/** Undefined: it is gone. Null: both changed it. */
function viewTogether(was?: WrittenView, mine?: WrittenView, now?: WrittenView): WrittenView | undefined | null {
  if (says(mine) === says(was)) return now
  if (says(now) === says(was) || says(now) === says(mine)) return mine
  if (!was || !mine || !now || !('nodes' in was) || !('nodes' in mine) || !('nodes' in now)) return null
  const wasRest = besidePlaces(was)
  const mineRest = besidePlaces(mine)
  const nowRest = besidePlaces(now)
  const isMine = says(nowRest) === says(wasRest)
  if (!isMine && says(mineRest) !== says(wasRest)) return null
  const [first, second, third] = [was, mine, now].map((view) => treeOf(viewsFile.parse({ views: [view] }).views[0]))
  if (!first || !second || !third) return null
  const { nodes, plans } = changedTree(third, treeChange(first, second))
  const rest = isMine ? mineRest : nowRest
  return Object.assign({ extName: now.extName }, rest, { nodes }, plans.length > 0 && { plans })
}
