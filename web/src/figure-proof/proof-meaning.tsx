import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { plusMinus, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import detail from '../control/detail.module.css'
import css from './figure-proof.module.css'
import { exactText, filledFormula, formulaText } from './formula.ts'

/** What the indicator means, its formula, and the formula with the sums put in. */
export function ProofMeaning({ proof }: { proof: FigureProof }) {
  const { t, i18n } = useTranslation()
  const { definition, indicator } = proof
  const filled = filledFormula(proof, t, i18n.language)
  return (
    <section className={detail.box} aria-labelledby="proof-computed">
      <h2 id="proof-computed">{t('proof.computed')}</h2>
      <p>{meaningText(proof, t)}</p>
      {definition.scale?.falling && <p>{t('proof.def.falling')}</p>}
      {indicator.weighted && (
        <p>
          {definition.weight === null ? t('proof.def.weighted') : t('proof.def.weight', { weight: definition.weight })}
        </p>
      )}
      {proof.scripts.map(({ level, version, isStopped }) => (
        <p key={level}>
          {t(`proof.script.${level}`, { version })} {isStopped && t('proof.scriptStopped')}
        </p>
      ))}
      <dl className={css.lines}>
        {indicator.measure === 'nps' && definition.question !== null && (
          <>
            <Line title={t('proof.promoters')}>{definition.counted.join(', ')}</Line>
            <Line title={t('proof.detractors')}>{definition.against.join(', ')}</Line>
          </>
        )}
        <Line title={t('proof.formula')}>{formulaText(proof, t, i18n.language)}</Line>
        {filled !== null && (
          <Line title={t('proof.formula.in')}>
            <b className={css.formula}>{filled}</b>
          </Line>
        )}
        {proof.sums && proof.figure.state !== 'none' && (
          <Line title={t('proof.interval')}>{intervalText(proof, t, i18n.language)}</Line>
        )}
      </dl>
      {definition.parts.length > 0 && <Parts proof={proof} />}
    </section>
  )
}

const Line = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function meaningText({ indicator, definition }: FigureProof, t: TFunction): string {
  const { measure } = indicator
  const question = definition.question ?? t('proof.hiddenQuestion')
  switch (measure) {
    case 'topBox':
    case 'bottomBox':
    case 'share':
      return t('proof.def.share', { question, answers: definition.counted.join(', ') })
    case 'composite':
      return t('proof.def.composite', { minimum: definition.minimumParts ?? 1 })
    case 'pooled':
      return t('proof.def.pooled')
    case 'rate':
      return definition.among.length === 0
        ? t('proof.def.rate', { of: definition.of.join(', ') })
        : t('proof.def.rateAmong', { of: definition.of.join(', '), among: definition.among.join(', ') })
    case 'count':
      return definition.isOfAll ? t('proof.def.countAll') : t('proof.def.count', { question })
    default:
      return t(`proof.def.${measure}`, { question })
  }
}

function intervalText({ sums, figure, indicator }: FigureProof, t: TFunction, locale: string): string {
  if (!sums || figure.low === null || figure.high === null || sums.interval === 'none') return t('proof.interval.none')
  const how = t(`proof.interval.${sums.interval}`, {
    n: exactText(sums.effectiveN, locale, 1),
    deviation: exactText(sums.deviation ?? 0, locale, 2),
  })
  const [low, high] = [figure.low, figure.high].map((end) => valueText(indicator, end, locale))
  return `${low} … ${high}: ${how}`
}

function Parts({ proof: { definition, indicator } }: { proof: FigureProof }) {
  const { t, i18n } = useTranslation()
  const shown = { ...indicator, unit: '', measure: 'mean' } as const
  return (
    <div className={css.scrolls}>
      <table className={css.table}>
        <caption>{t('proof.parts')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('indicator')}</th>
            <th scope="col">{t('proof.parts.weight')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('interval')}</th>
            <th scope="col">{t('n')}</th>
          </tr>
        </thead>
        <tbody>
          {definition.parts.map(({ title, weight, figure }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{weight}</td>
              <td>{valueText(shown, figure.value, i18n.language)}</td>
              <td>{plusMinus(shown, figure, i18n.language)}</td>
              <td>{formatCount(figure.n, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
