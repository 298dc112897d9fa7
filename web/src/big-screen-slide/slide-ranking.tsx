import { cellOf } from '@kaiku/contract/ranking-order.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { type Picked, pickRows } from '../big-screen-surface/picked-rows.ts'
import css from '../big-screen-surface/surface.module.css'
import { Surface } from '../big-screen-surface/surface.tsx'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { roomy, useCapacity } from '../big-screen-surface/use-capacity.ts'
import { nameText, type Row } from '../ranking/ranking-order.ts'

type Props = Pick<SurfaceContext, 'indicators' | 'own'> & {
  answer: AnswerOf<'RankingTableComponent'>
  title: string | undefined
}

/** Pixels of a wall of 1920 × 1080 from which the rows stand in two lists. */
const wide = 1_300

/** The first indicator of a ranking, best first: as many rows as have room, the best and the last of them. */
export function SlideRanking({ answer, title, indicators, own }: Props) {
  const { t } = useTranslation()
  const [ref, lines, width] = useCapacity<HTMLDivElement>()
  const indicator = indicators.get(answer.indicators[0] ?? '')
  if (!indicator) return null
  const rows = rankingRows(answer)
  const rankOf = (row: Row) => cellOf(row, indicator.id)?.rank ?? null
  const isOwn = (row: Row) => own !== null && row.path === own
  const ranked = rows.filter((row) => rankOf(row) !== null).sort((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))
  // Without a rank the own place stands at the end: it has too few answers.
  const shown = [...ranked, ...rows.filter((row) => rankOf(row) === null && isOwn(row))]
  const picked = pickRows(shown, width >= wide ? 2 * lines : lines, shown.findIndex(isOwn))
  const lists = picked.length > lines ? [picked.slice(0, lines), picked.slice(lines)] : [picked]
  const best = Math.max(0, ...ranked.map((row) => Math.abs(cellOf(row, indicator.id)?.figure.value ?? 0)))
  return (
    <Surface title={[title ?? answer.rowTitle, indicator.title].join(' · ')}>
      <div ref={ref} className={css.list}>
        {shown.length === 0 && <p className={css.facts}>{t('few')}</p>}
        {lists.map((list, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the left list and the right one
          <ol key={index} className={css.rows} data-roomy={list.length * roomy <= lines}>
            {list.map((one) => (
              <OneRow
                key={'row' in one ? (one.row.path ?? one.row.id) : 'skipped'}
                one={one}
                isOwn={'row' in one && isOwn(one.row)}
                indicator={indicator}
                best={best}
              />
            ))}
          </ol>
        ))}
      </div>
    </Surface>
  )
}

type RowProps = { one: Picked<Row>; isOwn: boolean; indicator: Parameters<typeof valueText>[0]; best: number }

function OneRow({ one, isOwn, indicator, best }: RowProps) {
  const { t, i18n } = useTranslation()
  if ('skipped' in one) return <li className={css.skipped}>{t('screen.skipped', { count: one.skipped })}</li>
  const cell = cellOf(one.row, indicator.id)
  const value = cell?.figure.value ?? null
  return (
    <li data-own={isOwn}>
      <span className={css.rank}>{cell?.rank ?? '–'}</span>
      <span className={css.named}>
        <span className={css.label}>{nameText(one.row, t)}</span>
        <small>
          {t('n')} {formatCount(cell?.figure.n ?? null, i18n.language)}
        </small>
      </span>
      <span className={css.track} aria-hidden>
        {value !== null && value > 0 && best > 0 && <span style={{ width: `${(100 * value) / best}%` }} />}
      </span>
      <b>{cell?.rank == null ? t('few') : valueText(indicator, value, i18n.language)}</b>
    </li>
  )
}
