import type { Crosstab as Answer } from '@kaiku/contract/crosstab.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Card } from '../card/card.tsx'
import { IconButton, Select } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { useChosen, useSwitched } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import css from './crosstab.module.css'
import { CrosstabTable } from './crosstab-table.tsx'
import { type CrosstabContents, plainTable } from './crosstab-words.ts'

type CrosstabComponent = Component & { type: 'Crosstab' }
const cellContents = ['n', 'ofRow', 'ofColumn', 'ofAll', 'figure'] as const satisfies CrosstabContents[]
const isCrosstab = (answer: { type: string }): answer is Answer => answer.type === 'Crosstab'

/** The page's own answer, or the one with rows and columns changed over once that is there. */
function useTurned(asked: CrosstabComponent, answer: Answer, isTurned: boolean) {
  const query = useQuery({
    ...figuresQuery([{ ...asked, rows: asked.columns, columns: asked.rows }], useScope()),
    enabled: isTurned,
    placeholderData: keepPreviousData,
  })
  if (!isTurned) return { shown: answer, stale: false, failed: null }
  const [found] = query.data?.answers ?? []
  const failed = query.error ?? (found?.type === 'Failed' ? found : null)
  return { shown: query.data?.answers.find(isCrosstab) ?? answer, stale: query.isFetching, failed }
}

/** Two variables against each other; the reader chooses what the cells show and which variable stands above. */
export function Crosstab({ asked, answer, indicators, title }: ComponentProps<'Crosstab'>) {
  const { t, i18n } = useTranslation()
  const { data: place } = usePlace()
  const [isTurned, toggleTurned] = useSwitched('turned')
  const { shown, stale, failed } = useTurned(asked, answer, isTurned)
  const indicator = indicators.get(shown.indicator ?? '')
  const possible = cellContents.filter((one) => one !== 'figure' || indicator)
  const [contents, setContents] = useChosen('cells', possible.includes(asked.show) ? asked.show : 'ofColumn', possible)
  const fileOf = useTableFile({
    ...asked,
    show: contents,
    ...(isTurned && { rows: asked.columns, columns: asked.rows }),
  })
  const heading = title ?? t('crosstab.of', { rows: shown.rows.title, columns: shown.columns.title })
  const reading = { contents, indicator, t, locale: i18n.language }
  const titleOf = (one: CrosstabContents) =>
    one === 'figure' ? (indicator?.title ?? '') : t(`crosstab.contents.${one}`)
  const actions = (
    <>
      <Select
        label={t('crosstab.contents.label')}
        value={contents}
        choices={possible.map((value) => ({ value, title: titleOf(value) }))}
        onChange={setContents}
      />
      <IconButton label={t('crosstab.turn')} small aria-pressed={isTurned} onClick={toggleTurned}>
        <IconArrowsExchange size={16} />
      </IconButton>
    </>
  )
  const isEmpty = shown.state === 'none' || shown.rows.groups.length === 0 || shown.columns.groups.length === 0
  if (shown.state === 'hidden')
    return (
      <Card title={heading}>
        <Notice title={t('hidden', { minimum: place?.minimumN ?? '' })}>{t('hiddenWhy')}</Notice>
      </Card>
    )
  const count = `${t('n')} ${formatCount(shown.total.n, i18n.language)}`
  return (
    <Card
      title={heading}
      count={count}
      actions={actions}
      {...(isEmpty || failed ? {} : { table: plainTable(shown, reading), fetchFile: fileOf(heading) })}
      flush
    >
      {failed ? (
        <Notice alert title={t('fault.component')}>
          {faultText(failed, t)}
        </Notice>
      ) : isEmpty ? (
        <Notice title={t('noAnswers')}>{t('noAnswersWhy')}</Notice>
      ) : (
        <CrosstabTable answer={shown} reading={reading} caption={heading} stale={stale} />
      )}
      {!isEmpty && !failed && <Legend answer={shown} contents={contents} minimum={place?.minimumN} />}
    </Card>
  )
}

function Legend({
  answer,
  contents,
  minimum,
}: {
  answer: Answer
  contents: CrosstabContents
  minimum: number | undefined
}) {
  const { t } = useTranslation()
  const { columns, rows, cells } = answer
  const hasLetters = contents === 'ofColumn' || contents === 'figure'
  const all = [...cells.flat(), ...[...rows.groups, ...columns.groups].map(({ total }) => total)]
  const isFew = answer.state === 'few' || [...rows.groups, ...columns.groups].some(({ few }) => few)
  return (
    <p className={css.legend}>
      {hasLetters && <span>{t(columns.overlaps ? 'crosstab.overlap' : 'crosstab.legend')}</span>}
      {isFew && <span>{t('fewWhy', { minimum: minimum ?? '' })}</span>}
      {all.some(({ hidden }) => hidden) && <span>{t('crosstab.hidden')}</span>}
    </p>
  )
}
