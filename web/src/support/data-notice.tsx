import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { placeQuery, usePlace } from '../place/place.queries.ts'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import css from './data-notice.module.css'

/** Says quietly that there is newer data, and how much; the figures change only when asked. */
export function DataNotice() {
  const { t, i18n } = useTranslation()
  const scope = useScope()
  const { data: place } = usePlace()
  const latest = useQuery(loadCountQuery(scope.survey)).data
  const newer = latest !== undefined && latest > scope.loadCount
  const next = useQuery({ ...placeQuery({ ...scope, loadCount: latest ?? scope.loadCount }), enabled: newer })
  const added = (next.data?.nAll ?? 0) - (place?.nAll ?? 0)
  return (
    <div role="status" className={css.region} data-screen-only>
      {newer && next.data && (
        <p className={css.notice}>
          {added > 0 ? t('data.added', { count: added, n: formatCount(added, i18n.language) }) : t('data.changed')}
          <LinkButton onClick={() => showLoadCount(scope.survey, latest)}>{t('data.show')}</LinkButton>
        </p>
      )}
    </div>
  )
}
