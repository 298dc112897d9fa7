import { reportKindNames } from '@kaiku/contract/report-kind.ts'
import type { TakenAlong } from '@kaiku/contract/usage.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import css from './usage.module.css'

const others = ['sql', 'mailed', 'table', 'interview', 'interviewTable', 'sampleTable'] as const

function nameOf(what: string, t: TFunction): string {
  const kind = reportKindNames.find((one) => one === what)
  if (kind) return t(`report.kind.${kind}`)
  return t(`usage.taken.${others.find((one) => one === what) ?? 'other'}`)
}

/** Reports and other exports, the most often made first. */
export function TakenTable({ taken }: { taken: readonly TakenAlong[] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const count = (n: number) => formatCount(n, i18n.language)
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{t('usage.takenAlong')}</h2>
      {taken.length === 0 ? (
        <p className={css.hint}>{t('usage.nothingTaken')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={css.scroll} aria-label={t('usage.takenAlong')} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('usage.what')}</th>
                <th scope="col" data-number>
                  {t('usage.times')}
                </th>
                <th scope="col" data-number>
                  {t('usage.people')}
                </th>
                <th scope="col">{t('usage.lastTaken')}</th>
              </tr>
            </thead>
            <tbody>
              {taken.map(({ what, times, people, lastDay }) => (
                <tr key={what}>
                  <th scope="row">{nameOf(what, t)}</th>
                  <td data-number>{count(times)}</td>
                  <td data-number>{count(people)}</td>
                  <td>{formatDay(lastDay, i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
