import { cellOf, orderValue, rankText } from '@kaiku/contract/ranking-order.ts'
import { plusMinus, type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { ChangeMark } from '../indicator/change-mark.tsx'
import { ExplainedChange } from '../insight/explained-change.tsx'
import { Proven } from '../insight/proven.tsx'
import { DotPlot } from './dot-plot.tsx'
import { type Cell, nameText, type Row } from './ranking-order.ts'
import css from './ranking-table.module.css'

const fewDecimals = (indicator: ShownIndicator) => Math.max(0, indicator.decimals - 1)

/** The places a row may hold, and how many it climbed or fell. */
export function RankCell({ cell }: { cell: Cell | undefined }) {
  const { t } = useTranslation()
  const moved = cell?.rankChange ?? 0
  const words = t(moved > 0 ? 'rank.up' : 'rank.down', { count: Math.abs(moved) })
  return (
    <span className={css.rank} title={cell?.rank == null ? t('rank.none') : t('rank.is', { rank: cell.rank })}>
      {rankText(cell)}
      {moved !== 0 && (
        <small title={words}>
          <span aria-hidden>
            {moved > 0 ? '↑' : '↓'}
            {Math.abs(moved)}
          </span>
          <span className="hidden-text">{words}</span>
        </small>
      )}
    </span>
  )
}

type ProvenProps = { row: Row; indicator: ShownIndicator; quiet?: boolean; children: string }

/** A value of a place, which leads to where it comes from; a group of answers has no address of its own. */
function ProvenCell({ row, indicator, quiet = false, children }: ProvenProps) {
  if (row.path === null) return children
  return (
    <Proven indicator={indicator.id} path={row.path} quiet={quiet}>
      {children}
    </Proven>
  )
}

type LeadProps = {
  row: Row
  indicator: ShownIndicator
  domain: readonly [number, number]
  parent: number | null
  width: number
  /** It stands in a link that leads elsewhere. */
  inLink?: boolean
}

/** The indicator that is ranked: dot, whisker and number. */
export function LeadCell({ row, indicator, domain, parent, width, inLink = false }: LeadProps) {
  const { t, i18n } = useTranslation()
  const figure = cellOf(row, indicator.id)?.figure
  if (!figure || figure.state === 'none') return <span className={css.words}>{t('noAnswersShort')}</span>
  if (figure.state === 'hidden') return <span className={css.words}>{t('hiddenShort')}</span>
  const few = figure.state === 'few' || row.few
  const value = valueText(indicator, figure.value, i18n.language, few ? fewDecimals(indicator) : indicator.decimals)
  return (
    <span className={css.lead} title={plusMinus(indicator, figure, i18n.language)}>
      <DotPlot figure={figure} domain={domain} parent={parent} target={indicator.target} width={width} few={few} />
      <b className={few ? css.few : undefined}>
        {inLink ? (
          value
        ) : (
          <ProvenCell row={row} indicator={indicator}>
            {value}
          </ProvenCell>
        )}
      </b>
    </span>
  )
}

/** What the ranked indicator is wanted to be, and whether the row is there. */
export function TargetCell({ row, indicator }: { row: Row; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const value = orderValue(row, indicator.id)
  if (indicator.target === null) return null
  const isMet = value !== undefined && welcome(indicator, value - indicator.target) >= 0
  return (
    <span className={css.target} data-met={value === undefined ? undefined : isMet}>
      {value !== undefined && (
        <>
          <span aria-hidden>{isMet ? '✓' : '✗'}</span>
          <span className="hidden-text">{t(isMet ? 'target.met' : 'target.missed')}</span>{' '}
        </>
      )}
      {valueText(indicator, indicator.target, i18n.language)}
    </span>
  )
}

/** The change of the ranked indicator, or why there is none to speak of. */
export function ChangeCell({ row, indicator }: { row: Row; indicator: ShownIndicator }) {
  const { t } = useTranslation()
  const cell = cellOf(row, indicator.id)
  if (cell?.figure.state === 'hidden') return <span className={css.words}>{t('hiddenFew')}</span>
  if (row.few || cell?.figure.state === 'few') return <span className={css.words}>{t('few')}</span>
  const change = cell?.change ?? null
  // A group of an answer is no place at which its change could be taken apart.
  if (row.path === null) return <ChangeMark indicator={indicator} change={change} />
  return <ExplainedChange indicator={indicator} change={change} place={{ path: row.path, name: nameText(row, t) }} />
}

/** Another indicator: coloured where it clearly differs from the rest of the parent, with a mark beside the colour. */
export function HeatCell({ row, indicator }: { row: Row; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const cell = cellOf(row, indicator.id)
  const figure = cell?.figure
  if (!figure || figure.state === 'none' || figure.state === 'hidden') {
    const why = t(figure?.state === 'hidden' ? 'hiddenShort' : 'noAnswersShort')
    return (
      <span className={css.words} title={why}>
        –<span className="hidden-text">{why}</span>
      </span>
    )
  }
  const few = figure.state === 'few' || row.few
  const side = few ? 0 : cell.versusRest
  const tone = welcome(indicator, side)
  const words = side === 0 ? undefined : t(side > 0 ? 'rest.above' : 'rest.below')
  const facts = [
    plusMinus(indicator, figure, i18n.language),
    `${t('n')} ${formatCount(figure.n, i18n.language)}`,
    words,
  ]
  return (
    <span className={css.heat} data-tone={tone} data-few={few || undefined} title={facts.filter(Boolean).join(' · ')}>
      {words && (
        <>
          <span aria-hidden className={css.mark}>
            {side > 0 ? '▴' : '▾'}
          </span>
          <span className="hidden-text">{words} </span>
        </>
      )}
      <ProvenCell row={row} indicator={indicator} quiet>
        {valueText(indicator, figure.value, i18n.language, few ? fewDecimals(indicator) : indicator.decimals)}
      </ProvenCell>
    </span>
  )
}
