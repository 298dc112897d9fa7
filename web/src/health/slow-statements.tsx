import type { ProcessSample } from '@kaiku/contract/watch.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import css from './health.module.css'
import { secondsText } from './health-value.ts'

const titles = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' } as const

/** The statements of the last day that took the longest, by their shape. */
export function SlowStatements({ statements }: { statements: ProcessSample['slow'] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const seconds = (n: number) => secondsText(n, i18n.language)
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{t('health.slow')}</h2>
      <p className={css.hint}>{t(statements.length === 0 ? 'health.noSlow' : 'health.slowWhy')}</p>
      {statements.length > 0 && (
        <ol className={css.statements} aria-label={t('health.slow')}>
          {statements.map(({ store, shape, count, total, longest }) => (
            <li key={`${store} ${shape}`}>
              <code>{shape}</code>
              <span className={css.hint}>
                {[
                  titles[store],
                  t('health.slowCount', { count, n: formatCount(count, i18n.language) }),
                  t('health.slowTotal', { total: seconds(total), longest: seconds(longest) }),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
