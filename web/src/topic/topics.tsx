import type { Topics as Answer } from '@kaiku/contract/topic.ts'
import { topicOrders, topicsInOrder } from '@kaiku/contract/topic-order.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import { LinkButton, Select } from '../control/control.tsx'
import { useChosen } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { SentimentBar } from './sentiment-bar.tsx'
import { TopicExamples } from './topic-examples.tsx'
import { TopicRow } from './topic-row.tsx'
import { plainTable } from './topic-text.ts'
import css from './topics.module.css'

const shownAtFirst = 10

/** What comments speak of: how often, how, and how far that moves an indicator. */
export function Topics({ asked, answer, indicators, title }: ComponentProps<'Topics'>) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data: place } = usePlace()
  const fileOf = useTableFile(asked)
  const [order, setOrder] = useChosen('order', 'frequency', topicOrders)
  const [open, setOpen] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  const heading = title ?? t('component.Topics')
  const indicator = indicators.get(answer.indicator ?? '')
  if (answer.state === 'hidden')
    return (
      <Card title={heading}>
        <Notice title={t('comments.hidden')}>{t('comments.hiddenWhy', { minimum: survey.minimumNComments })}</Notice>
      </Card>
    )
  if (answer.state === 'none' || answer.question === null)
    return (
      <Card title={heading}>
        <Notice title={t('comments.empty')}>{t(answer.question === null ? 'topic.noneWhy' : 'noAnswersWhy')}</Notice>
      </Card>
    )
  const all = topicsInOrder(answer, order, indicator)
  const topics = isWhole ? all : all.slice(0, shownAtFirst)
  const most = Math.max(...answer.topics.map(({ share }) => share.value), 1)
  const reach = reachOf(answer)
  return (
    <Card
      title={heading}
      count={`${t('n')} ${formatCount(answer.n, i18n.language)}`}
      table={plainTable(all, indicator, t, i18n.language)}
      fetchFile={fileOf(heading, { sort: order })}
      actions={
        indicator && (
          <Select
            label={t('topic.order')}
            value={order}
            choices={topicOrders.map((value) => ({ value, title: t(`topic.order.${value}`) }))}
            onChange={setOrder}
          />
        )
      }
    >
      <SentimentBar answer={answer} />
      {indicator && (
        <p className={css.lead}>
          {t('topic.lead', {
            indicator: indicator.title,
            value: valueText(indicator, answer.figure.value, i18n.language),
          })}
        </p>
      )}
      <p className={css.head} aria-hidden>
        <span>{t('topic.name')}</span>
        <span>{t('topic.share')}</span>
        {indicator && <span>{indicator.title}</span>}
        {indicator && <span>{t('topic.impact')}</span>}
      </p>
      <ol aria-label={t('topic.list')}>
        {topics.map((topic) => (
          <li key={topic.id}>
            <TopicRow
              {...{ topic, indicator, most, reach }}
              isOpen={open === topic.id}
              onToggle={() => setOpen(open === topic.id ? null : topic.id)}
            />
            {open === topic.id && <TopicExamples answer={answer} topic={topic} asked={asked} />}
          </li>
        ))}
      </ol>
      {all.length > shownAtFirst && (
        <LinkButton data-screen-only className={css.more} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'topic.fewer' : 'topic.more', { n: all.length })}
        </LinkButton>
      )}
      <p className={css.note}>
        {indicator && t('topic.legend', { indicator: indicator.title })} {t('topic.accuracy')}{' '}
        {answer.topics.some(({ few }) => few) && t('fewWhy', { minimum: place?.minimumN ?? '' })}
      </p>
    </Card>
  )
}

/** As far as the widest impact that is told, so that whiskers of few answers do not hide the rest. */
function reachOf({ topics }: Answer): number {
  const ends = topics.flatMap(({ impact }) =>
    impact
      ? [Math.abs(impact.value), impact.significant ? Math.max(Math.abs(impact.low), Math.abs(impact.high)) : 0]
      : [],
  )
  return Math.max(...ends, 0.001) * 1.1
}
