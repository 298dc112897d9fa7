import type { Filter } from '@kaiku/contract/filter.ts'
import { clearFilter } from '@kaiku/core/filter-token.ts'
import { IconChevronDown, IconLayoutSidebarRightCollapse } from '@tabler/icons-react'
import { lazy, memo, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton, LinkButton, Segments } from '../control/control.tsx'
import { useSelection } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { type FilterSetName, filterSets, namesOf, useFilterSet } from '../filter/filter.queries.ts'
import css from '../filter/filter-sidebar.module.css'
import flat from '../filter/option-filter.module.css'
import { FilterControl } from '../filter-control/filter-control.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { FilterResets } from './filter-resets.tsx'

const SavedFilters = lazy(async () => ({
  default: (await import('../saved-filter/saved-filters.tsx')).SavedFilters,
}))

/** The filters of both sets in two tabs, and the ways to be rid of them. `onFold`: puts them out of sight. */
export function FilterSidebar({ onFold }: { onFold?: () => void }) {
  const { t } = useTranslation()
  const selection = useSelection()
  const [tab, setTab] = useState<FilterSetName>('standard')
  const [saved, setSaved] = useState(false)
  const sets = { standard: useFilterSet('standard'), time: useFilterSet('time') }
  const active = (name: FilterSetName) => namesOf(sets[name].data).filter((one) => selection.has(one)).length
  const { data: latest, isError, refetch } = sets[tab]
  // Counts follow in small steps: what was clicked answers first.
  const data = useDeferredValue(latest)
  return (
    <div className={css.filters}>
      <div className={css.list}>
        <div className={css.top}>
          <Segments
            label={t('filter.title')}
            value={tab}
            choices={filterSets.map((name) => {
              const count = active(name)
              return { value: name, title: count > 0 ? `${t(`filter.${name}`)} · ${count}` : t(`filter.${name}`) }
            })}
            onChange={setTab}
          />
          {onFold && (
            <IconButton label={t('filter.fold')} small onClick={onFold}>
              <IconLayoutSidebarRightCollapse size={18} stroke={1.7} />
            </IconButton>
          )}
        </div>
        <Suspense fallback={<SavedFiltersComing open={saved} onOpen={setSaved} />}>
          <SavedFilters open={saved} onOpen={setSaved} />
        </Suspense>
        {data?.filterGroups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have a place and no name of their own
          <FilterGroup key={`${tab} ${index}`} group={group} />
        ))}
        {!data && !isError && [120, 90, 150].map((height) => <Skeleton key={height} height={height} />)}
        {isError && (
          <Notice
            alert
            title={t('filter.failed')}
            action={<LinkButton onClick={() => void refetch()}>{t('retry')}</LinkButton>}
          />
        )}
        {data?.filterGroups.length === 0 && <p className={css.none}>{t('filter.none')}</p>}
      </div>
      <div className={css.foot}>
        <FilterResets />
      </div>
    </div>
  )
}

/** Their title, so that nothing moves when they come; who opens them before finds them open. */
const SavedFiltersComing = ({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) => (
  <details className={css.group} open={open}>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
    <summary
      className={css.summary}
      onClick={(event) => {
        // A toggle is told a moment later: they may have come by then, and would be closed.
        event.preventDefault()
        onOpen(!open)
      }}
    >
      <span>{useTranslation().t('saved.title')}</span>
      <IconChevronDown size={15} aria-hidden />
    </summary>
  </details>
)

type Group = { title: string; expanded: boolean; ungrouped: boolean; flatten: boolean; filters: Filter[] }

function FilterGroup({ group }: { group: Group }) {
  const selection = useSelection()
  const active = group.filters.filter(({ extName }) => selection.has(extName)).length
  const [open, setOpen] = useState(group.expanded || active > 0)
  const filters = group.filters.map((filter) => (
    <div key={filter.extName} className={group.flatten ? flat.flat : undefined}>
      <OneFilter filter={filter} />
    </div>
  ))
  if (group.ungrouped || group.title === '') return filters
  return (
    <details open={open} className={css.group} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.summary}>
        <span>{active > 0 ? `${group.title} · ${active}` : group.title}</span>
        <IconChevronDown size={15} aria-hidden />
      </summary>
      {open && <div className={css.inside}>{filters}</div>}
    </details>
  )
}

const OneFilter = memo(function OneFilter({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const selection = useSelection()
  const go = useGo()
  return (
    <fieldset className={css.filter}>
      <legend className="hidden-text">{filter.title}</legend>
      <div className={css.head}>
        <span aria-hidden className={css.title}>
          {filter.title}
        </span>
        {selection.has(filter.extName) && (
          <LinkButton
            aria-label={t('filter.clearOf', { title: filter.title })}
            onClick={() => go({ selection: clearFilter(selection, filter.extName) })}
          >
            {t('clear')}
          </LinkButton>
        )}
      </div>
      <FilterControl filter={filter} />
    </fieldset>
  )
})
