import type { Place } from '@kaiku/contract/result.ts'
import { type DrillPath, formatPath, parsePath, up } from '@kaiku/core/drill-path.ts'
import { IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAt, viewOf } from '../drill-path/at.tsx'
import { Popover } from '../overlay/popover.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './breadcrumb.module.css'
import type { Near } from './near-places.tsx'
import { PlaceLink } from './place-link.tsx'

const NearPlaces = lazy(async () => ({ default: (await import('./near-places.tsx')).NearPlaces }))

const pathOf = (text: string) => {
  const read = parsePath(text)
  return read.ok ? read.value : null
}

/** Where one is: each step a way back up, before each a list of the places beside it, and at the end those below. */
export function Breadcrumb({ segments }: { segments: Place['segments'] }) {
  const { t } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  const view = survey.views.find((one) => one.extName === viewOf(at))
  const here = segments.at(-1)
  const parent = segments.at(-2)?.path ?? null
  const above = parent === null ? null : pathOf(parent)
  return (
    <nav aria-label={t('place.path')} className={css.crumbs}>
      {above && (
        <PlaceLink to={{ ...at, path: above }} className={css.up} title={t('place.up')} aria-label={t('place.up')}>
          <IconArrowUp size={15} />
        </PlaceLink>
      )}
      <ol key={here?.path} className={css.list}>
        {view && <li className={css.view}>{view.title}</li>}
        {segments.map((segment, index) => {
          const path = segment.path === null ? null : pathOf(segment.path)
          const before = segments[index - 1]?.path ?? null
          const over = before === null ? null : pathOf(before)
          const beside = over && { title: t('place.beside'), parent: over }
          return (
            <Fragment key={segment.path ?? segment.id}>
              <li className={css.joint}>
                {beside && segment !== here ? (
                  <Menu small label={t('place.besideOf', { name: segment.name })} here={segment.path} groups={[beside]}>
                    <IconChevronRight size={13} />
                  </Menu>
                ) : (
                  <IconChevronRight size={13} aria-hidden className={css.arrow} />
                )}
              </li>
              <li>
                {segment === here ? (
                  <Menu
                    label={t('place.nearOf', { name: segment.name })}
                    here={segment.path}
                    groups={nearOf(at.path, t)}
                  >
                    <span aria-current="location">{segment.name}</span>
                    <IconChevronDown size={14} />
                  </Menu>
                ) : path ? (
                  <PlaceLink to={{ ...at, path }} className={css.step}>
                    {segment.name}
                  </PlaceLink>
                ) : (
                  segment.name
                )}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}

const nearOf = (path: DrillPath, t: (key: 'place.below' | 'place.beside') => string): Near[] => [
  { title: t('place.below'), parent: path },
  ...(path.length > 2 ? [{ title: t('place.beside'), parent: up(path) }] : []),
]

type MenuProps = {
  label: string
  /** Only a mark between two steps. */
  small?: boolean
  here: string | null
  groups: readonly Near[]
  children: ReactNode
}

function Menu({ label, small = false, here, groups, children }: MenuProps) {
  const { t } = useTranslation()
  const at = useAt()
  return (
    <Popover
      label={t('place.near')}
      trigger={(wiring) => (
        <button
          type="button"
          {...wiring}
          className={small ? css.beside : css.here}
          aria-label={label}
          title={small ? label : undefined}
        >
          {children}
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<Skeleton height={160} width="220px" />}>
          <NearPlaces groups={groups} here={here ?? formatPath(at.path)} close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
