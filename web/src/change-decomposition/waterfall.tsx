import type { ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import { type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { formatChange, formatCount, formatPeriod, formatPlusMinus } from '@kaiku/core/format.ts'
import { linear } from '@kaiku/core/scale.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartKind } from './change-decomposition.tsx'
import css from './waterfall.module.css'
import { type Step, stepsOf, waterfallDomain } from './waterfall-shape.ts'

export const partName = (kind: PartKind, { segmentTitle }: ChangeDecomposition, t: TFunction): string =>
  kind === 'segmentMix' ? t('moved.kind.segmentMix', { segment: segmentTitle ?? '' }) : t(`moved.kind.${kind}`)

type Props = {
  answer: ChangeDecomposition
  indicator: ShownIndicator
  chosen: PartKind | null
  onChoose: (kind: PartKind | null) => void
}

/** From the value before to the value now, part by part. A part is a button: it leaves the places it is made of below. */
export function Waterfall({ answer, indicator, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation()
  const [before, now] = [answer.before.value ?? 0, answer.now.value ?? 0]
  const steps = stepsOf(before, answer.parts)
  const x = linear(waterfallDomain(before, now, steps), [0, 100])
  const end = (name: string, value: number, n: number | null) => (
    <li className={css.end}>
      <span className={css.label}>
        {name}
        <small>
          {t('n')} {formatCount(n, i18n.language)}
        </small>
      </span>
      <span className={css.track} aria-hidden>
        <i className={css.dot} style={{ left: `${x(value)}%` }} />
      </span>
      <span className={css.value}>{valueText(indicator, value, i18n.language)}</span>
    </li>
  )
  return (
    <ol className={css.steps} aria-label={t('moved.steps')}>
      {end(formatPeriod(answer.compared, i18n.language), before, answer.before.n)}
      {steps.map((step) => (
        <li key={step.part.kind}>
          <button
            type="button"
            className={css.step}
            aria-pressed={chosen === step.part.kind}
            onClick={() => onChoose(chosen === step.part.kind ? null : step.part.kind)}
          >
            <OneStep step={step} x={x} answer={answer} indicator={indicator} />
          </button>
        </li>
      ))}
      {end(formatPeriod(answer.period, i18n.language), now, answer.now.n)}
    </ol>
  )
}

type StepProps = { step: Step; x: (value: number) => number; answer: ChangeDecomposition; indicator: ShownIndicator }

function OneStep({ step: { part, from, to, low, high }, x, answer, indicator }: StepProps): ReactNode {
  const { t, i18n } = useTranslation()
  const tone = part.significant ? welcome(indicator, part.value) : 0
  const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))]
  const interval = part.low === null || part.high === null ? null : { low: part.low, high: part.high }
  const facts = [
    t('moved.places', { count: part.units, n: formatCount(part.units, i18n.language) }),
    part.significant ? '' : t('moved.chance'),
  ]
  return (
    <>
      <span className={css.label}>
        {partName(part.kind, answer, t)}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.track} aria-hidden>
        <i className={css.from} style={{ left: `${x(from)}%` }} />
        <i className={css.bar} data-tone={tone} style={{ left: `${left}%`, width: `${right - left}%` }} />
        {low !== null && high !== null && (
          <i className={css.whisker} style={{ left: `${x(low)}%`, width: `${x(high) - x(low)}%` }} />
        )}
      </span>
      <span className={css.value} data-tone={tone}>
        {formatChange(part.value, indicator.decimals, i18n.language)}
        <small>{interval ? formatPlusMinus(interval, indicator.decimals, i18n.language) : ''}</small>
      </span>
    </>
  )
}
