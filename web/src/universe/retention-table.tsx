import { type RemovedAnew, type RetentionAhead, removedKinds } from '@kaiku/contract/retention.ts'
import { dash, formatCount, formatDay, formatUnit } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIdentity } from '../session/identity.ts'
import css from './retention.module.css'
import { removalsQuery } from './universe.queries.ts'

/** What goes when, by kind: the coming night first, then month by month. */
export function AheadTable({ ahead: { tonight, months } }: { ahead: RetentionAhead }) {
  const { t, i18n } = useTranslation()
  const lines = [
    { when: t('settings.removed.tonight'), counts: tonight },
    ...months.map(({ month, counts }) => ({ when: formatUnit('month', `${month}-01`, i18n.language), counts })),
  ]
  const kinds = removedKinds.filter((kind) => lines.some(({ counts }) => (counts[kind] ?? 0) > 0))
  if (kinds.length === 0) return <p className={css.hint}>{t('settings.removed.nothing')}</p>
  return (
    <Scrolling label={t('settings.removed.ahead')}>
      <thead>
        <tr>
          <th scope="col">{t('settings.removed.when')}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col" data-number>
              {t(`settings.removed.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ when, counts }) => (
          <tr key={when}>
            <th scope="row">{when}</th>
            {kinds.map((kind) => (
              <td key={kind} data-number>
                {counts[kind] ? formatCount(counts[kind], i18n.language) : dash}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Scrolling>
  )
}

export const isRemoving = (removed: RemovedAnew): boolean => Object.keys(removed).length > 0

/** What publishing removes in the coming night, kind by kind; nothing where it removes nothing. */
export function RemovedNotice({ removed }: { removed: RemovedAnew }) {
  const { t, i18n } = useTranslation()
  if (!isRemoving(removed)) return null
  const kinds = removedKinds.filter((kind) => removed[kind] !== undefined)
  return (
    <div role="alert" className={css.removing}>
      <p>{t('settings.removed.byThis')}</p>
      <ul>
        {kinds.map((kind) => {
          const count = removed[kind] ?? null
          return (
            <li key={kind}>
              {t(`settings.removed.${kind}`)}
              {count !== null && `: ${formatCount(count, i18n.language)}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What was removed by rule so far. */
export function Removals() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data = [] } = useQuery(removalsQuery(universe))
  return (
    <details className={css.history}>
      <summary>{t('settings.removed.history')}</summary>
      {data.length === 0 ? (
        <p className={css.hint}>{t('settings.removed.never')}</p>
      ) : (
        <Scrolling label={t('settings.removed.history')}>
          <thead>
            <tr>
              <th scope="col">{t('settings.removed.when')}</th>
              <th scope="col">{t('settings.removed.survey')}</th>
              <th scope="col">{t('settings.removed.what')}</th>
              <th scope="col" data-number>
                {t('settings.removed.count')}
              </th>
              <th scope="col">{t('settings.removed.disk')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ day, survey, what, count, purgedAt }) => (
              <tr key={`${day} ${survey} ${what}`}>
                <th scope="row">{formatDay(day, i18n.language)}</th>
                <td>{survey}</td>
                <td>{t(`settings.removed.${what}`)}</td>
                <td data-number>{formatCount(count, i18n.language)}</td>
                <td>
                  {purgedAt === null ? t('settings.removed.notYet') : formatDay(purgedAt.slice(0, 10), i18n.language)}
                </td>
              </tr>
            ))}
          </tbody>
        </Scrolling>
      )}
    </details>
  )
}

const Scrolling = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={css.scroll} aria-label={label} tabIndex={0}>
    <table className={css.table}>{children}</table>
  </section>
)
