import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { formatChange, formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import css from './figure-proof.module.css'

type Since = NonNullable<FigureProof['since']>
type Happened = NonNullable<Extract<Since, { is: 'changed' }>['happened']>

/** Whether the figure is still what it was when the link was made, by how much it moved, and what happened meanwhile. */
export function ProofSince({ proof, since }: { proof: FigureProof; since: Since }) {
  const { t } = useTranslation()
  return (
    <section className={`${detail.box} ${css.since}`} data-is={since.is} aria-labelledby="proof-since">
      <h2 id="proof-since">{t('proof.since')}</h2>
      <Words proof={proof} since={since} />
    </section>
  )
}

function Words({ proof: { figure, indicator }, since }: { proof: FigureProof; since: Since }) {
  const { t, i18n } = useTranslation()
  if (since.is === 'unreadable' || since.is === 'otherRights') return <p>{t(`proof.since.${since.is}`)}</p>
  const { told } = since
  const at = momentText(told.at, i18n.language)
  if (since.is === 'same') return <p>{t('proof.since.same', { at })}</p>
  const value = (one: number | null) => valueText(indicator, one, i18n.language)
  const isKnown = told.value !== null && figure.value !== null
  return (
    <>
      <p>
        {since.is === 'unmoved'
          ? t('proof.since.unmoved', { at })
          : t('proof.since.changed', {
              at,
              before: value(told.value),
              beforeN: formatCount(told.n, i18n.language),
              now: value(figure.value),
              nowN: formatCount(figure.n, i18n.language),
            })}
      </p>
      {since.is === 'changed' && isKnown && (
        <p>
          {t('proof.since.difference', {
            value: formatChange(
              (figure.value ?? 0) - (told.value ?? 0),
              Math.max(2, indicator.decimals),
              i18n.language,
            ),
            n: formatChange((figure.n ?? 0) - (told.n ?? 0), 0, i18n.language),
          })}
        </p>
      )}
      {since.happened && <WhatHappened happened={since.happened} />}
    </>
  )
}

function WhatHappened({ happened }: { happened: Happened }) {
  const { t, i18n } = useTranslation()
  const { imported, corrected, gone, erased, published } = happened
  const lines = [
    { key: 'proof.since.imported', n: imported },
    { key: 'proof.since.corrected', n: corrected },
    { key: 'proof.since.gone', n: Math.max(0, gone) },
    { key: 'proof.since.came', n: Math.max(0, -gone) },
    { key: 'proof.since.erased', n: erased ?? 0 },
  ] as const
  const shown = lines.filter(({ n }) => n > 0)
  return (
    <>
      {shown.length > 0 && (
        <ul className={css.happened}>
          {shown.map(({ key, n }) => (
            <li key={key}>
              <b>{formatCount(n, i18n.language)}</b> {t(key)}
            </li>
          ))}
        </ul>
      )}
      {published && <p>{t('proof.since.published')}</p>}
    </>
  )
}
