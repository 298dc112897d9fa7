import type { AnswerOf } from '@kaiku/contract/result.ts'
import { plusMinus, type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { InPlace } from '../card/in-place.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { countText } from '../figure/count-text.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Spark } from '../indicator/spark.tsx'
import { ExplainedChange } from '../insight/explained-change.tsx'
import { usePeek } from '../insight/insight.tsx'
import { Proven } from '../insight/proven.tsx'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import css from './indicator-tiles.module.css'

type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]

/** Measures whose scale has a meaningful full: their bar is shown without a target, too. */
const filling: ReadonlySet<ShownIndicator['measure']> = new Set([
  'nps',
  'topBox',
  'bottomBox',
  'share',
  'rate',
  'index',
])

/** The figures of a place, each with how sure it is, on how many answers it rests, how it moved and how far the target is. */
export function IndicatorTiles({ asked, answer, indicators, title }: ComponentProps<'IndicatorTiles'>) {
  const { t, i18n } = useTranslation()
  const fileOf = useTableFile(asked)
  const shown = answer.tiles.flatMap((tile) => {
    const indicator = indicators.get(tile.indicator)
    return indicator ? [{ tile, indicator }] : []
  })
  const heading = title ?? t('tiles.title')
  const table: DataTable = {
    head: [t('indicator'), t('value'), t('interval'), t('n'), t('change'), t('target')],
    rows: shown.map(({ tile, indicator }) => [
      indicator.title,
      valueText(indicator, tile.figure.value, i18n.language),
      plusMinus(indicator, tile.figure, i18n.language),
      tile.figure.n,
      tile.change?.significant ? tile.change.value : tile.change ? t('change.none') : null,
      valueText(indicator, indicator.target, i18n.language),
    ]),
  }
  if (shown.length === 0)
    return (
      <Card title={heading}>
        <Notice title={t('tiles.empty')}>{t('tiles.emptyWhy')}</Notice>
      </Card>
    )
  return (
    <Card title={heading} table={table} fetchFile={fileOf(heading)} bare>
      {title !== undefined && (
        <p className={css.heading} aria-hidden>
          {title}
        </p>
      )}
      <ul className={css.tiles} data-count={shown.length}>
        {shown.map(({ tile, indicator }) => (
          <OneTile key={tile.indicator} tile={tile} indicator={indicator} />
        ))}
      </ul>
    </Card>
  )
}

function OneTile({ tile, indicator }: { tile: Tile; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const { data: place } = usePlace()
  const { figure, change, spark } = tile
  const peek = usePeek()
  const open =
    peek && figure.n
      ? () => peek({ title: indicator.title, groups: [], n: place?.nInterviews ?? figure.n, indicator: indicator.id })
      : undefined
  const openToo = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('button, a') && window.getSelection()?.toString() === '') open?.()
  }
  const few = figure.state === 'few'
  const words = {
    shown: null,
    few: t('few'),
    hidden: t('hidden', { minimum: place?.minimumN ?? '' }),
    none: t('noAnswers'),
  }[figure.state]
  const decimals = few ? Math.max(0, indicator.decimals - 1) : indicator.decimals
  // A percent sign belongs to its number; a word beside it is quieter.
  const unit = figure.value === null || indicator.unit === '%' ? '' : indicator.unit
  const number = valueText(unit === '' ? indicator : { ...indicator, unit: '' }, figure.value, i18n.language, decimals)
  const bad = change?.significant && welcome(indicator, change.value) < 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button over the title does the same
    <li className={css.tile} data-state={figure.state} data-opens={open !== undefined || undefined} onClick={openToo}>
      <h3 className={css.head}>
        {open ? (
          <button type="button" className={css.title} aria-haspopup="dialog" onClick={open}>
            {indicator.title}
          </button>
        ) : (
          <span className={css.title}>{indicator.title}</span>
        )}
        <InPlace className={css.n} text={countText(figure.n, indicator.weighted, t, i18n.language)} />
      </h3>
      <p className={css.value}>
        {number}
        {unit !== '' && <span className={css.unit}>{unit}</span>}
        <small key={number}>{few ? '' : plusMinus(indicator, figure, i18n.language)}</small>
      </p>
      <div className={css.row}>
        {words === null ? (
          <ExplainedChange indicator={indicator} change={change} unclear={t('change.none')} />
        ) : (
          <span className={css.words}>
            {open ? (
              words
            ) : (
              <Proven indicator={indicator.id} path={null}>
                {words}
              </Proven>
            )}
          </span>
        )}
        {figure.state === 'shown' && <Spark values={spark} width={96} height={28} tone={bad ? 'bad' : 'plain'} />}
      </div>
      {indicator.bounds && (indicator.target !== null || filling.has(indicator.measure)) && (
        <TargetBar indicator={indicator} bounds={indicator.bounds} value={figure.value} dim={few} />
      )}
    </li>
  )
}

type BarProps = { indicator: ShownIndicator; bounds: { low: number; high: number }; value: number | null; dim: boolean }

function TargetBar({ indicator, bounds, value, dim }: BarProps) {
  const { t, i18n } = useTranslation()
  const percent = (of: number) =>
    `${Math.max(0, Math.min(100, (100 * (of - bounds.low)) / (bounds.high - bounds.low)))}%`
  const words =
    indicator.target === null
      ? undefined
      : t('targetIs', { target: valueText(indicator, indicator.target, i18n.language) })
  return (
    <div className={css.bar} title={words}>
      {value !== null && <span className={dim ? css.dim : undefined} style={{ width: percent(value) }} />}
      {indicator.target !== null && <i style={{ left: percent(indicator.target) }} />}
      {words && <span className="hidden-text">{words}</span>}
    </div>
  )
}
