import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './figure-proof.module.css'
import { exactText } from './formula.ts'

type Reason = FigureProof['leftOut'][number]['reason']
/** Why interviews of the place are not in the selection at all. */
const outside: ReadonlySet<Reason> = new Set(['otherPeriod', 'filtered', 'quality', 'tableDate'])

/** From the interviews of the place down to those that count: each step says who is left out and why. */
export function ProofCount({ proof }: { proof: FigureProof }) {
  const { t, i18n } = useTranslation()
  const { interviews, leftOut, figure, sums, indicator } = proof
  if (!interviews) return null
  const count = (n: number | null) => formatCount(n, i18n.language)
  const rows = (isOutside: boolean) =>
    leftOut
      .filter(({ reason }) => outside.has(reason) === isOutside)
      .map(({ reason, n, title }) => (
        <tr key={`${reason} ${title}`}>
          <th scope="row" className={css.out}>
            {t(`proof.out.${reason}`, { title: title ?? '' })}
          </th>
          <td>−{count(n)}</td>
        </tr>
      ))
  return (
    <section className={detail.box} aria-labelledby="proof-counted">
      <h2 id="proof-counted">{t('proof.counted')}</h2>
      <div className={css.scrolls}>
        <table className={css.table} aria-labelledby="proof-counted">
          <thead className="hidden-text">
            <tr>
              <th scope="col">{t('proof.counted.what')}</th>
              <th scope="col">{t('proof.counted.column')}</th>
            </tr>
          </thead>
          <tbody>
            <tr className={css.total}>
              <th scope="row">{t('proof.counted.place')}</th>
              <td>{count(interviews.place)}</td>
            </tr>
            {rows(true)}
            <tr className={css.total}>
              <th scope="row">{t('proof.counted.selection')}</th>
              <td>{count(interviews.selection)}</td>
            </tr>
            {rows(false)}
            <tr className={css.total}>
              <th scope="row">{t('proof.counted.n')}</th>
              <td>{count(figure.n)}</td>
            </tr>
            {sums && indicator.weighted && (
              <tr>
                <th scope="row">{t('proof.counted.W')}</th>
                <td>{exactText(sums.W, i18n.language)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <Excluded proof={proof} />
      {proof.isPart && <p className={css.note}>{t('proof.part')}</p>}
    </section>
  )
}

/** How many people left out of every figure by hand, and the way to them for who may open interviews. */
function Excluded({ proof: { excluded } }: { proof: FigureProof }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  if (!excluded) return null
  return (
    <p className={css.note}>
      {t('proof.excluded', {
        n: formatCount(excluded.n, i18n.language),
        day: momentDayText(excluded.since, i18n.language),
      })}{' '}
      {permissions.includes('seeInterviews') && (
        <Link to={ownAddress(pathTo('integrity', { survey: survey.extName }, { state: 'excluded' }))} preload={false}>
          {t('proof.excludedLink')}
        </Link>
      )}
    </p>
  )
}
