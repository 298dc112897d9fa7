import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Place } from '../access/place-field.tsx'
import { useAt, useScope } from '../drill-path/at.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { placeQuery } from '../place/place.queries.ts'
import { ApiKeyList } from './api-key-list.tsx'

/** Big screens for who edits pages: those within their own places, and a new one of the page and place that is open. */
export function PageScreens({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { page, survey } = useAt()
  const { data } = useQuery(placeQuery(useScope()))
  const places = data?.segments.flatMap(({ path }, at): Place[] =>
    path === null ? [] : [{ survey, path, names: data.segments.slice(0, at + 1).map(({ name }) => name) }],
  )
  return (
    <Dialog title={t('apiKey.title')} shape="side" onClose={onClose}>
      {places ? <ApiKeyList start={{ page, places }} /> : <Skeleton height={160} />}
    </Dialog>
  )
}
