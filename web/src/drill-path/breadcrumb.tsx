import type { Place } from '@kaiku/contract/result.ts'
import { formatPath, parsePath, up } from '@kaiku/core/drill-path.ts'
import { IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Field } from '../ui/control.tsx'
import { Popover, PopoverHeading, popoverItem } from '../ui/popover.tsx'
import { useAt, useScope, viewOf } from './at.tsx'
import css from './breadcrumb.module.css'
import { linkTo } from './go.ts'
import { childrenQuery } from './place.queries.ts'

const pathOf = (text: string) => {
  const read = parsePath(text)
  return read.ok ? read.value : null
}

/** Where one is, each step a way back up, and a list of the places beside and below. */
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
        <Link {...linkTo({ ...at, path: above })} className={css.up} title={t('place.up')} aria-label={t('place.up')}>
          <IconArrowUp size={15} />
        </Link>
      )}
      <ol className={css.list}>
        {view && <li className={css.view}>{view.title}</li>}
        {segments.map((segment) => {
          const path = segment.path === null ? null : pathOf(segment.path)
          return (
            <Fragment key={segment.path ?? segment.id}>
              <IconChevronRight size={13} aria-hidden className={css.arrow} />
              <li>
                {segment === here ? (
                  <PlaceMenu name={segment.name} />
                ) : path ? (
                  <Link {...linkTo({ ...at, path })} className={css.step}>
                    {segment.name}
                  </Link>
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

function PlaceMenu({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('place.near')}
      trigger={(wiring) => (
        <button type="button" {...wiring} className={css.here} aria-label={t('place.nearOf', { name })}>
          <span aria-current="location">{name}</span>
          <IconChevronDown size={14} />
        </button>
      )}
    >
      {(close) => <NearPlaces close={close} />}
    </Popover>
  )
}

const searchFrom = 8
const listed = 200

function NearPlaces({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const at = useAt()
  const scope = useScope()
  const [text, setText] = useState('')
  const parent = up(at.path)
  const below = useQuery(childrenQuery({ ...scope, path: formatPath(at.path) }))
  const beside = useQuery({ ...childrenQuery({ ...scope, path: formatPath(parent) }), enabled: at.path.length > 2 })
  const groups = [
    { title: t('place.below'), nodes: below.data ?? [] },
    { title: t('place.beside'), nodes: beside.data ?? [] },
  ]
  const wanted = text.trim().toLowerCase()
  const total = groups.reduce((sum, group) => sum + group.nodes.length, 0)
  return (
    <div className={css.near}>
      {total > searchFrom && (
        <Field
          label={t('place.find')}
          hideLabel
          placeholder={t('place.find')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {total === 0 && <p className={css.none}>{t(below.isPending ? 'loading' : 'place.nothingNear')}</p>}
      {groups.map((group) => {
        const nodes = group.nodes.filter((node) => node.name.toLowerCase().includes(wanted)).slice(0, listed)
        return (
          nodes.length > 0 && (
            <Fragment key={group.title}>
              <PopoverHeading>{group.title}</PopoverHeading>
              {nodes.map((node) => {
                const path = pathOf(node.path)
                return (
                  path && (
                    <Link
                      key={node.path}
                      {...linkTo({ ...at, path })}
                      className={popoverItem}
                      aria-current={node.path === formatPath(at.path) ? 'true' : undefined}
                      onClick={close}
                    >
                      {node.name}
                    </Link>
                  )
                )
              })}
            </Fragment>
          )
        )
      })}
    </div>
  )
}
