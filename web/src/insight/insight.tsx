import { formatFiltered } from '@kaiku/core/drill-path.ts'
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { useAt } from '../drill-path/at.tsx'
import type { Group } from '../drill-path/with-groups.ts'
import { startMoreTexts } from '../text/text.ts'

/** What a bar, point or tile stands for: a part of the selection, with the number that it shows. */
export type Peeked = {
  readonly title: string
  readonly groups: readonly Group[]
  readonly n: number | null
  /** The indicator whose value it is; absent: it is a number of answers. */
  readonly indicator?: string | undefined
}
/** Whose change is to be explained: an indicator's here, or at a place below. */
export type Explained = { readonly title: string; readonly indicator: string; readonly path: string | null }

type Insight = {
  readonly peek: (what: Peeked) => void
  readonly explain: (what: Explained) => void
  readonly ownFilter: string | undefined
}
const InsightContext = createContext<Insight | null>(null)

const PeekPanel = lazy(async () => {
  const [{ PeekPanel: shown }] = await Promise.all([import('./peek-panel.tsx'), startMoreTexts('component')])
  return { default: shown }
})
const ExplainPanel = lazy(async () => {
  const [{ ExplainPanel: shown }] = await Promise.all([import('./explain-panel.tsx'), startMoreTexts('component')])
  return { default: shown }
})

type Open = ({ readonly is: 'peek'; readonly what: Peeked } | { readonly is: 'explain'; readonly what: Explained }) & {
  /** Where it was opened: elsewhere it is closed. */
  readonly at: string
}
type Props = {
  /** The component's own filter and minimum: what is behind its figures is behind them, too. */
  own: { readonly filter?: string | undefined; readonly minimumN?: number | undefined }
  children: ReactNode
}

/** Lets the figures of a component open what stands behind them, in a panel at the side. */
export function InsightProvider({ own, children }: Props) {
  const { path, selection, compare } = useAt()
  const ownFilter = own.filter
  const at = `${formatFiltered(path, selection)} ${compare}`
  const [last, setOpen] = useState<Open | null>(null)
  const insight = useMemo<Insight>(
    () => ({
      peek: (what) => setOpen({ is: 'peek', what, at }),
      explain: (what) => setOpen({ is: 'explain', what, at }),
      ownFilter,
    }),
    [at, ownFilter],
  )
  const open = last?.at === at ? last : null
  const close = () => setOpen(null)
  return (
    <InsightContext value={insight}>
      {children}
      <Suspense fallback={null}>
        {open?.is === 'peek' && <PeekPanel what={open.what} own={own} onClose={close} />}
        {open?.is === 'explain' && <ExplainPanel what={open.what} own={own} onClose={close} />}
      </Suspense>
    </InsightContext>
  )
}

/** Opens the interviews behind a figure; undefined where figures are only looked at, as on a wall. */
export const usePeek = () => useContext(InsightContext)?.peek
/** The filter of the component that a figure stands in; null where figures are only looked at. */
export function useOwnFilter(): { readonly filter: string | undefined } | null {
  const insight = useContext(InsightContext)
  return insight && { filter: insight.ownFilter }
}
export const useExplain = () => useContext(InsightContext)?.explain
