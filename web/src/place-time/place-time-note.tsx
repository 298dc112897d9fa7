import { formatDay } from '@kaiku/core/format.ts'
import { draftedPlaces } from '@kaiku/core/place-time.ts'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import css from './place-time.module.css'
import { atTree, usePlaceTime } from './use-place-time.ts'

/** What it means that figures are not by today's places, and the way back to these. */
export function PlaceTimeNote() {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { chosen, plan, title } = usePlaceTime()
  if (chosen.by === 'today') return null
  const from = plan?.from
  const why =
    chosen.by === 'then'
      ? t('placeTime.thenWhy')
      : plan?.id === draftedPlaces
        ? t('placeTime.draftedWhy')
        : from
          ? t('placeTime.planWhyFrom', { day: formatDay(from, i18n.language) })
          : t('placeTime.planWhy')
  return (
    <p className={css.note} role="note">
      <IconHistory size={14} aria-hidden className={css.mark} />
      <span>
        <b>{title}.</b> {why} {t('placeTime.work')}{' '}
        <Link {...linkTo(atTree(at, { by: 'today' }))}>{t('placeTime.back')}</Link>
      </span>
    </p>
  )
}
