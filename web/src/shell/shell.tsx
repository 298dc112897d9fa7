import { IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { narrow, useMedia } from '../browser/media.ts'
import { useRememberedChoice } from '../browser/remembered-choice.ts'
import { IconButton } from '../control/control.tsx'
import { OpenFilters } from '../filter-panel/filter-chips.tsx'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { ResultPage } from '../result-page/result.page.tsx'
import { useIdentity } from '../session/identity.ts'
import { DataNotice } from '../support/data-notice.tsx'
import { Frame } from './frame.tsx'
import css from './shell.module.css'

const FilterSidebar = lazy(async () => ({
  default: (await import('../filter-panel/filter-sidebar.tsx')).FilterSidebar,
}))

const Tour = lazy(async () => ({ default: (await import('../start/tour.tsx')).Tour }))

/** The universe that a new Kaiku has to look around in. */
const sampleUniverse = 'sample'

/** A result page in its frame, with the filters beside it. `children`: what stands there instead. */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const [filters, setFilters] = useState(false)
  const small = useMedia(narrow)
  const [folded, fold] = useRememberedChoice('filtersFolded')
  const [toured, endTour] = useRememberedChoice('tourClosed')
  const { universe } = useIdentity()
  const openFilters = useMemo(
    () => (small ? () => setFilters(true) : folded ? () => fold(false) : undefined),
    [small, folded, fold],
  )
  return (
    <Frame
      folded={folded}
      aside={
        !small && (
          <aside className={css.aside} aria-label={t('filter.title')} data-screen-only data-filters>
            {folded ? (
              <IconButton label={t('filter.unfold')} onClick={() => fold(false)}>
                <IconLayoutSidebarRightExpand size={20} stroke={1.7} />
              </IconButton>
            ) : (
              <Suspense fallback={null}>
                <FilterSidebar onFold={() => fold(true)} />
              </Suspense>
            )}
          </aside>
        )
      }
    >
      <DataNotice />
      <OfflineNotice />
      <OpenFilters value={openFilters}>{children ?? <ResultPage />}</OpenFilters>
      {universe === sampleUniverse && !toured && (
        <Suspense fallback={null}>
          <Tour onClose={() => endTour(true)} />
        </Suspense>
      )}
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
