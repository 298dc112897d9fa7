import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../card/data-table.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import listCss from '../token-list/token-list.module.css'
import { linkHitsQuery } from './counted-link.queries.ts'

type Props = { survey: string; link: CountedLink; onClose: () => void }

/** Who followed a link, day by day. */
export function LinkHits({ survey, link: { linkable, title }, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(linkHitsQuery(universe, survey, linkable))
  const name = t('link.hitsOf', { title })
  const count = (n: number) => formatCount(n, i18n.language)
  return (
    <Dialog title={name} onClose={onClose}>
      {error && <Failed title={t('link.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && <p className={listCss.hint}>{t('link.unopened')}</p>}
      {data && data.length > 0 && (
        <PlainTable
          caption={name}
          table={{
            head: [t('link.day'), t('link.person'), t('link.times'), t('link.beforeSignIn')],
            rows: data.map(({ day, person, opened, beforeSignIn }) => [
              formatDay(day, i18n.language),
              person ?? t('link.unknown'),
              count(opened),
              count(beforeSignIn),
            ]),
          }}
        />
      )}
    </Dialog>
  )
}
