import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenFilters } from '../filter/filter-chips.tsx'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { ResultPage } from '../page/result.page.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { DataNotice } from './data-notice.tsx'
import { Frame } from './frame.tsx'
import css from './shell.module.css'

const FilterSidebar = lazy(async () => ({ default: (await import('../filter/filter-sidebar.tsx')).FilterSidebar }))

/** A result page in its frame, with the filters beside it. `children`: what stands there instead. */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const [filters, setFilters] = useState(false)
  const small = useMedia(narrow)
  const openFilters = useMemo(() => (small ? () => setFilters(true) : undefined), [small])
  return (
    <Frame
      aside={
        !small && (
          <aside className={css.aside} aria-label={t('filter.title')} data-screen-only>
            <Suspense fallback={null}>
              <FilterSidebar />
            </Suspense>
          </aside>
        )
      }
    >
      <DataNotice />
      <OfflineNotice />
      <OpenFilters value={openFilters}>{children ?? <ResultPage />}</OpenFilters>
      {small && filters && (
        <Dialog title={t('filter.title')} shape="sheet" onClose={() => setFilters(false)}>
          <div className={css.sheet}>
            <Suspense fallback={<Skeleton height={320} />}>
              <FilterSidebar />
            </Suspense>
          </div>
        </Dialog>
      )}
    </Frame>
  )
}
