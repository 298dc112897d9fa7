import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alertGroupsQuery } from '../alert/alert.queries.ts'
import { useAt } from '../drill-path/at.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../pick-list/pick-list.module.css'
import { PlaceLink } from '../place/place-link.tsx'
import type { NarrowingChoice } from './alert-narrowing.tsx'

/** How many alerts each owner or each place below has. A place leads to its own alerts. */
export function AlertGroups({ by, narrowing }: { by: 'owner' | 'node'; narrowing: NarrowingChoice }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { data } = useQuery(alertGroupsQuery(at, narrowing.asked, by, i18n.language))
  if (!data) return <Skeleton height={160} />
  const count = (n: number) => formatCount(n, i18n.language)
  return (
    <div className={listCss.card}>
      <table className={listCss.table}>
        <caption className="hidden-text">{t(`alerts.group.${by}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(by === 'owner' ? 'alert.field.owner' : 'place')}</th>
            {(['open', 'inProgress', 'waiting', 'solved'] as const).map((state) => (
              <th key={state} scope="col" className={listCss.number}>
                {t(`alert.state.${state}`)}
              </th>
            ))}
            <th scope="col" className={listCss.number}>
              {t('alert.overdue')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ key, title, counts, overdue }) => {
            const path = by === 'node' && key !== null ? parsePath(key) : null
            const name = key === null ? t(by === 'owner' ? 'alert.nobody' : 'alerts.here') : title
            return (
              <tr key={key ?? ''}>
                <th scope="row">{path?.ok ? <PlaceLink to={{ ...at, path: path.value }}>{name}</PlaceLink> : name}</th>
                {(['open', 'inProgress', 'waiting', 'solved'] as const).map((state) => (
                  <td key={state} className={listCss.number}>
                    {count(counts[state])}
                  </td>
                ))}
                <td className={listCss.number} data-late={overdue > 0 || undefined}>
                  {count(overdue)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
