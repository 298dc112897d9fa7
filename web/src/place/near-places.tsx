import { type DrillPath, parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { keepTree, placeTreeFilter } from '@kaiku/core/place-time.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../control/control.tsx'
import { useAt, useScope, viewOf } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { writePath } from '../filter-reference/filter-reference.ts'
import { PopoverHeading, popoverItem } from '../overlay/popover.tsx'
import css from './breadcrumb.module.css'
import { childrenQuery, placesQuery } from './place.queries.ts'

const listed = 100

export type Near = { title: string; parent: DrillPath }
type Props = {
  /** What is listed: the places below each of these. */
  groups: readonly Near[]
  /** The place that is marked. */
  here: string
  close: () => void
}

/** Places to go to from here, and any other of the view by a part of its name. */
export function NearPlaces({ groups, here, close }: Props) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const scope = useScope()
  const tree = keepTree(at.selection, new Map())
  const [text, setText] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // It may come after its panel has opened.
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const query = useDeferredValue(text.trim())
  const near = useQueries({
    queries: groups.map(({ parent }) => childrenQuery({ ...scope, path: writePath(parent, tree) })),
  })
  const everywhere = useQuery({
    ...placesQuery({ ...scope, view: viewOf(at), query, tree: tree.get(placeTreeFilter)?.[0] }),
    enabled: query !== '',
  })
  const wanted = fold(query)
  const found = groups.map(({ title }, index) => ({
    title,
    nodes: (near[index]?.data ?? []).filter(({ name }) => fold(name).includes(wanted)),
  }))
  const known = new Set(found.flatMap(({ nodes }) => nodes.map(({ path }) => path)))
  const others = query === '' ? [] : (everywhere.data ?? []).filter(({ path }) => !known.has(path))
  const shown = [...found, { title: t('place.everywhere'), nodes: others }].filter(({ nodes }) => nodes.length > 0)
  const isLoading = near.some(({ isPending }) => isPending) || everywhere.isFetching
  return (
    <div ref={box} className={css.near}>
      <Field
        label={t('place.find')}
        hideLabel
        type="search"
        autoComplete="off"
        placeholder={t('place.find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          box.current?.querySelector('a')?.click()
        }}
      />
      {shown.length === 0 && (
        <p className={css.none} role="status">
          {t(isLoading ? 'loading' : query === '' ? 'place.nothingNear' : 'filter.nothingFound')}
        </p>
      )}
      {shown.map(({ title, nodes }) => (
        <Fragment key={title}>
          <PopoverHeading>{title}</PopoverHeading>
          {nodes.slice(0, listed).map((node) => {
            const path = parsePath(node.path)
            return (
              path.ok && (
                <Link
                  key={node.path}
                  {...linkTo({ ...at, path: path.value })}
                  className={popoverItem}
                  aria-current={node.path === here ? 'true' : undefined}
                  onClick={close}
                >
                  {node.name}
                  {known.has(node.path) || node.above.length === 0 ? null : (
                    <span className={css.above}>{node.above.join(' › ')}</span>
                  )}
                </Link>
              )
            )
          })}
          {nodes.length > listed && (
            <p className={css.none}>
              {t('filter.moreFound', {
                n: formatCount(nodes.length - listed, i18n.language),
                count: nodes.length - listed,
              })}
            </p>
          )}
        </Fragment>
      ))}
    </div>
  )
}
