import type { Change } from '@kaiku/contract/figure.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { useTranslation } from 'react-i18next'
import { ChangeMark } from '../indicator/change-mark.tsx'
import css from './explained-change.module.css'
import { useExplain } from './insight.tsx'

type Props = {
  indicator: ShownIndicator
  change: Change | null
  unclear?: string
  /** The place below that it is of; absent: here. */
  place?: { readonly path: string; readonly name: string }
}

/** What has no parts that add up to it. */
const whole: ReadonlySet<ShownIndicator['measure']> = new Set(['sum', 'median', 'count'])

/** A change that opens where it comes from. */
export function ExplainedChange({ indicator, change, unclear, place }: Props) {
  const { t } = useTranslation()
  const explain = useExplain()
  const mark = <ChangeMark indicator={indicator} change={change} {...(unclear === undefined ? {} : { unclear })} />
  if (!change || !explain || whole.has(indicator.measure) || (!change.significant && unclear === undefined)) return mark
  const title = place ? `${indicator.title} · ${place.name}` : indicator.title
  return (
    <button
      type="button"
      className={css.explain}
      aria-haspopup="dialog"
      onClick={() => explain({ title, indicator: indicator.id, path: place?.path ?? null })}
    >
      {mark}
      <span className="hidden-text"> {t('explain.open')}</span>
    </button>
  )
}
