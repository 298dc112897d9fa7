import type { HeatMap as Answer } from '@kaiku/contract/heat-map.ts'
import { type HeatMapSort, orderOf } from '@kaiku/contract/heat-map-order.ts'
import { writeSort } from '@kaiku/contract/ranking-order.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import { IconButton, LinkButton, Select } from '../control/control.tsx'
import { useChosen, useSwitched } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { distinctTitles } from '../indicator/distinct-titles.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './heat-map.module.css'
import { HeatMapCellDialog } from './heat-map-cell-dialog.tsx'
import { type HeatMapContents, plainTable } from './heat-map-shape.ts'
import { type HeatMapSpot, HeatMapTable } from './heat-map-table.tsx'

const shownFirst = 60
const cellContents = ['value', 'difference'] as const satisfies HeatMapContents[]

/** Measures by places, answers or periods: where the colours gather is where to look. */
export function HeatMap({ asked, answer: told, title }: ComponentProps<'HeatMap'>) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const answer = useMemo(
    () => ({ ...told, measures: distinctTitles(told.measures, t, survey.indicators) }),
    [told, t, survey.indicators],
  )
  const fileOf = useTableFile(asked)
  const { data: place } = usePlace()
  const [contents, setContents] = useChosen('cells', 'value', cellContents)
  // Time runs from left to right; of other groups there may be many, so they stand below each other.
  const [isTurned, toggleTurned] = useSwitched('turned', answer.by !== null)
  const [sort, setSort] = useState<HeatMapSort>(null)
  const [isAll, setAll] = useState(false)
  const [open, setOpen] = useState<HeatMapSpot | null>(null)
  const order = useMemo(() => orderOf(answer, sort), [answer, sort])
  const reading = { contents, t, locale: i18n.language, calendar: survey.calendar }
  const groups = answer.by === null ? answer.groupTitle : t(`unit.by.${answer.by}`)
  const heading = title ?? t(answer.by === null ? 'heatMap.of' : 'heatMap.over', { groups })
  if (answer.state === 'hidden')
    return (
      <Card title={heading}>
        <Notice title={t('hidden', { minimum: place?.minimumN ?? '' })}>{t('hiddenWhy')}</Notice>
      </Card>
    )
  if (answer.state === 'none' || answer.groups.length === 0)
    return (
      <Card title={heading}>
        <Notice title={t(answer.state === 'none' ? 'noAnswers' : 'ranking.empty')}>
          {t(answer.state === 'none' ? 'noAnswersWhy' : 'ranking.leaf')}
        </Notice>
      </Card>
    )
  const against = answer.by === null ? 'rest' : 'before'
  const contentTitles = { value: t('value'), difference: t(`heatMap.difference.${against}`) }
  const actions = (
    <>
      <Select
        label={t('crosstab.contents.label')}
        value={contents}
        choices={cellContents.map((value) => ({ value, title: contentTitles[value] }))}
        onChange={setContents}
      />
      <IconButton label={t('crosstab.turn')} small aria-pressed={isTurned} onClick={toggleTurned}>
        <IconArrowsExchange size={16} />
      </IconButton>
    </>
  )
  const shown = isAll ? order : order.slice(0, shownFirst)
  return (
    <Card
      title={heading}
      count={`${t('n')} ${formatCount(answer.n, i18n.language)}`}
      actions={actions}
      table={plainTable(answer, order, reading)}
      fetchFile={fileOf(heading, sortShown(answer, sort))}
      flush
    >
      <HeatMapTable
        key={String(isTurned)}
        answer={answer}
        order={shown}
        isTurned={isTurned}
        reading={reading}
        caption={heading}
        sort={sort}
        onSort={setSort}
        onOpen={setOpen}
      />
      {order.length > shownFirst && (
        <LinkButton className={css.more} onClick={() => setAll(!isAll)}>
          {t(isAll ? 'showLess' : 'showAll', { n: formatCount(order.length, i18n.language) })}
        </LinkButton>
      )}
      <Legend answer={answer} minimum={place?.minimumN} />
      {open && <HeatMapCellDialog answer={answer} spot={open} reading={reading} onClose={() => setOpen(null)} />}
    </Card>
  )
}

const sortShown = ({ measures }: Answer, sort: HeatMapSort) => {
  const id = sort && measures[sort.measure]?.id
  return sort && id ? { sort: writeSort({ id, desc: sort.desc }) } : {}
}

function Legend({ answer, minimum }: { answer: Answer; minimum: number | undefined }) {
  const { t } = useTranslation()
  const figures = answer.cells.flat().map(({ figure }) => figure.state)
  return (
    <p className={css.legend}>
      <span>{t(answer.by === null ? 'heatMap.legend.rest' : 'heatMap.legend.before')}</span>
      {figures.includes('few') && <span>{t('fewWhy', { minimum: minimum ?? '' })}</span>}
      {figures.includes('hidden') && <span>{t('crosstab.hidden')}</span>}
    </p>
  )
}
