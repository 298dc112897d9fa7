import { parsePath } from '@kaiku/core/drill-path.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import type { CallError } from '../call/send.ts'
import { useAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { Notice } from '../overlay/notice.tsx'
import css from './place-time.module.css'
import { atTree, usePlaceTime } from './use-place-time.ts'

/** Of a place that the chosen tree does not have there: where it has it, and the way back to today's places. */
export function OtherPlace({ error }: { error: CallError }) {
  const { t } = useTranslation()
  const at = useAt()
  const { title } = usePlaceTime()
  const found = parsePath(error.reason?.key === 'place.otherTree' ? (error.details[0]?.expected ?? '') : '')
  const path = found.ok ? found.value : null
  const isRoot = path !== null && path.length <= 2
  return (
    <Notice
      alert
      title={title}
      action={
        <p className={css.ways}>
          {path && <Link {...linkTo({ ...at, path })}>{t(isRoot ? 'placeTime.whole' : 'placeTime.there')}</Link>}
          <Link {...linkTo(atTree(at, { by: 'today' }))}>{t('placeTime.back')}</Link>
        </p>
      }
    >
      {faultText(error, t)}
    </Notice>
  )
}
