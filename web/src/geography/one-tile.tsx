import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { commentsPageOf } from '../comment/comments-page.ts'
import { useAt } from '../drill-path/at.tsx'
import { withGroups } from '../drill-path/with-groups.ts'
import { ExplainedChange } from '../insight/explained-change.tsx'
import { Proven } from '../insight/proven.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import type { Tile } from './geography-tile.ts'
import css from './geography-tiles.module.css'

declare module 'react' {
  interface CSSProperties {
    /** How many columns a grid of tiles has. */
    '--columns'?: string
  }
}

/** A place: its value, answers and change. All of it leads there, its corner to what was said there. */
export function OneTile({ tile, indicator }: { tile: Tile; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  const { row, spot, heat, isFew } = tile
  const [cell] = row.cells
  const to = withGroups(at, [{ path: row.path, select: null }])
  const comments = commentsPageOf(survey)
  const figure = cell?.figure
  const isHidden = figure?.state === 'hidden'
  const isNone = !figure || figure.state === 'none'
  const side = heat?.side ?? 0
  const value = isHidden
    ? t('hiddenShort')
    : isNone
      ? t('noAnswersShort')
      : valueText(indicator, figure.value, i18n.language)
  const reach = figure && !isHidden ? plusMinus(indicator, figure, i18n.language) : ''
  return (
    <li
      className={css.tile}
      data-tone={heat?.tone || undefined}
      data-few={isFew || isHidden || isNone || undefined}
      style={{
        '--heat': `${heat?.strength ?? 0}%`,
        ...(spot ? { gridColumn: spot.column, gridRow: spot.row } : {}),
      }}
    >
      {to ? (
        <PlaceLink to={to} className={css.name}>
          {row.name}
        </PlaceLink>
      ) : (
        <span className={css.name}>{row.name}</span>
      )}
      <span className={css.value}>
        {side !== 0 && (
          <>
            <span aria-hidden>{side > 0 ? '▴' : '▾'} </span>
            <span className="hidden-text">{t(side > 0 ? 'heatMap.above.rest' : 'heatMap.below.rest')} </span>
          </>
        )}
        {isNone || row.path === null ? (
          value
        ) : (
          <Proven indicator={indicator.id} path={row.path} quiet>
            {value}
          </Proven>
        )}
        {reach !== '' && <small> {reach}</small>}
      </span>
      <span className={css.facts}>
        {!isHidden && !isNone && `${t('n')} ${formatCount(figure.n, i18n.language)}`}
        {isFew && !isHidden && ` · ${t('few')}`}
        {!isFew && cell?.change?.significant && (
          <span className={css.change}>
            <ExplainedChange
              indicator={indicator}
              change={cell.change}
              {...(row.path !== null && { place: { path: row.path, name: row.name } })}
            />
          </span>
        )}
      </span>
      {to && comments !== null && row.n !== 0 && row.n !== null && (
        <PlaceLink
          to={{ ...to, page: comments }}
          className={css.comments}
          aria-label={t('geography.comments', { name: row.name })}
          title={t('geography.comments', { name: row.name })}
        >
          <IconMessage size={14} aria-hidden />
        </PlaceLink>
      )}
    </li>
  )
}
