import type { TargetsAnswer } from '@kaiku/contract/target.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatDay, formatUnit } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { TargetRows } from './target-rows.tsx'
import { standingText, type TargetReading, takesTexts } from './target-words.ts'
import css from './targets.module.css'

/** Where a place and those right below stand against their targets, and how likely each is to be met in time. */
export function Targets({ asked, answer, indicators, title }: ComponentProps<'Targets'>) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const fileOf = useTableFile(asked)
  const locale = i18n.language
  const period = formatUnit(answer.by, answer.from, locale, survey.calendar)
  const heading = title ?? t('targets.title', { period })
  const shown = answer.indicators.flatMap((id, at) => {
    const indicator = indicators.get(id)
    const hasTarget = answer.rows.some(({ cells }) => cells[at]?.target)
    return indicator && hasTarget ? [{ indicator, at }] : []
  })
  if (shown.length === 0)
    return (
      <Card title={heading}>
        <Notice title={t('targets.none', { period })}>{t('targets.noneWhy')}</Notice>
      </Card>
    )
  const reading = { t, locale }
  return (
    <Card
      title={heading}
      count={answer.isOver ? t('targets.over') : t('targets.until', { day: formatDay(answer.to, locale) })}
      table={plainTable(answer, shown, reading)}
      fetchFile={fileOf(heading)}
    >
      <div className={css.all}>
        {shown.map(({ indicator, at }) => (
          <section key={indicator.id} aria-label={indicator.title}>
            <h3 className={css.title}>{indicator.title}</h3>
            <TargetRows answer={answer} indicator={indicator} at={at} reading={reading} />
          </section>
        ))}
      </div>
      {!answer.isOver && <p className={css.note}>{t('targets.legend')}</p>}
    </Card>
  )
}

type Shown = { readonly indicator: ShownIndicator; readonly at: number }

function plainTable(answer: TargetsAnswer, shown: readonly Shown[], reading: TargetReading): DataTable {
  const { t, locale } = reading
  return {
    head: [
      answer.rowTitle || t('targets.place'),
      t('indicator'),
      t('value'),
      t('interval'),
      t('n'),
      t('target'),
      t('targets.chance'),
      t('targets.needs'),
    ],
    rows: answer.rows.flatMap(({ name, cells }) =>
      shown.flatMap(({ indicator, at }) => {
        const cell = cells[at]
        if (!cell) return []
        return [
          [
            name,
            indicator.title,
            valueText(indicator, cell.figure.value, locale),
            plusMinus(indicator, cell.figure, locale),
            cell.figure.n,
            valueText(indicator, cell.target?.value ?? null, locale),
            standingText(cell, reading),
            takesTexts(cell, indicator, reading).join(' '),
          ],
        ]
      }),
    ),
  }
}
