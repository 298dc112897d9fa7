import type { Topic } from '@kaiku/contract/topic.ts'
import { type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { formatValue } from '@kaiku/core/format.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DotPlot } from '../ranking/dot-plot.tsx'
import css from './topic-row.module.css'
import { impactReach, impactText, percentText, topicFacts } from './topic-text.ts'

type Props = {
  topic: Topic
  indicator: ShownIndicator | undefined
  /** The largest share, and the reach of impacts around 0: what the bars and whiskers are drawn against. */
  most: number
  reach: number
  isOpen: boolean
  onToggle: () => void
}

/** A topic: how often, how, and how far it moves the indicator. Its button opens what people said. */
export function TopicRow({ topic, indicator, most, reach, isOpen, onToggle }: Props) {
  const { t, i18n } = useTranslation()
  const { change, impact } = topic
  const judged = (topic.praise ?? 0) + (topic.complaint ?? 0)
  const part = (n: number | null) => ({ width: `${((n ?? 0) / Math.max(topic.n, judged)) * 100}%` })
  const effect = impact && indicator ? welcome(indicator, impact.value) : 0
  return (
    <button
      type="button"
      className={css.row}
      data-few={topic.few || undefined}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <span className={css.name}>
        <IconChevronDown size={14} className={css.chevron} aria-hidden /> {topic.title}
        <small>
          {topicFacts(topic, t, i18n.language)}
          {topic.few && ` · ${t('few')}`}
        </small>
      </span>
      <span className={css.share}>
        <span className={css.track} aria-hidden>
          <span className={css.bar} style={{ width: `${(topic.share.value / most) * 100}%` }}>
            <span data-mood="praise" style={part(topic.praise)} />
            <span data-mood="complaint" style={part(topic.complaint)} />
          </span>
        </span>
        <b aria-hidden>{percentText(topic.share.value, i18n.language)}</b>
        {change?.significant && (
          <small className={css.change} title={t('topic.changeDetails')}>
            {change.value > 0 ? '▲' : '▼'}{' '}
            <span className="hidden-text">{t(change.value > 0 ? 'change.up' : 'change.down')} </span>
            {t('topic.points', { n: formatValue('mean', Math.abs(change.value), 1, i18n.language) })}
          </small>
        )}
      </span>
      {indicator && (
        <span className={css.scores}>
          <span className="hidden-text">{t('topic.with', { indicator: indicator.title })} </span>
          <b>{valueText(indicator, topic.with.value, i18n.language)}</b>
          <small>
            {t('topic.others')} {valueText(indicator, topic.without.value, i18n.language)}
          </small>
        </span>
      )}
      {indicator && (
        <span className={css.impact} data-effect={impact?.significant ? effect : 0}>
          {impact && (
            <>
              <DotPlot
                figure={{ state: 'shown', n: null, ...impact }}
                domain={[-reach, reach]}
                parent={0}
                width={110}
                few={!impact.significant}
              />
              <b>
                <span className="hidden-text">{t('topic.impact')} </span>
                {impactText(indicator, impact, i18n.language)}
                <small>
                  {impactReach(indicator, impact, i18n.language)}
                  {!impact.significant && ` · ${t('topic.chance')}`}
                </small>
              </b>
            </>
          )}
        </span>
      )}
    </button>
  )
}
