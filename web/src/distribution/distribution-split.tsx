import type { Crosstab } from '@kaiku/contract/crosstab.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import { Segments } from '../control/control.tsx'
import { plainTable } from '../crosstab/crosstab-words.ts'
import { useChosen } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import css from './distribution-split.module.css'
import { SideBars } from './side-bars.tsx'
import { StackedBars } from './stacked-bars.tsx'

type Props = {
  asked: ComponentProps<'Distribution'>['asked']
  question: AnswerOf<'Distribution'>['question']
  split: Crosstab
  title: string | undefined
}
const shapes = ['stacked', 'side'] as const

/** How the answers are spread in each group of another question: beside each other, or as parts of one bar per group. */
export function DistributionSplit({ asked, question, split, title }: Props) {
  const { t, i18n } = useTranslation()
  const fileOf = useTableFile(asked)
  const { data: place } = usePlace()
  // Who gave several answers is in several parts: they do not add up to a bar.
  const isStackable = !split.rows.overlaps
  const [shape, setShape] = useChosen(
    'shape',
    isStackable && question.type === 'scale' ? 'stacked' : 'side',
    isStackable ? shapes : ['side'],
  )
  const heading = title ?? t('distribution.by', { question: question.title, split: split.columns.title })
  const reading = { contents: 'ofColumn', indicator: undefined, t, locale: i18n.language } as const
  if (split.state === 'hidden' || split.state === 'none')
    return (
      <Card title={heading}>
        <Notice title={t(split.state === 'none' ? 'noAnswers' : 'hiddenAll')}>
          {t(split.state === 'none' ? 'noAnswersWhy' : 'hiddenWhy')}
        </Notice>
      </Card>
    )
  const actions = isStackable && (
    <Segments
      label={t('distribution.shape')}
      value={shape}
      choices={shapes.map((value) => ({ value, title: t(`distribution.shape.${value}`) }))}
      onChange={setShape}
    />
  )
  const hides = split.cells.flat().some(({ hidden }) => hidden)
  return (
    <Card
      title={heading}
      count={`${t('n')} ${formatCount(split.total.n, i18n.language)}`}
      actions={actions}
      table={plainTable(split, reading)}
      fetchFile={fileOf(heading)}
    >
      {shape === 'stacked' ? (
        <StackedBars split={split} reading={reading} />
      ) : (
        <SideBars split={split} reading={reading} caption={heading} />
      )}
      <p className={css.legend}>
        <span>{t(split.columns.overlaps ? 'crosstab.overlap' : 'crosstab.legend')}</span>
        {split.columns.groups.some(({ few }) => few) && <span>{t('fewWhy', { minimum: place?.minimumN ?? '' })}</span>}
        {hides && <span>{t('crosstab.hidden')}</span>}
      </p>
    </Card>
  )
}
