import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { say } from '@kaiku/core/localised.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../wall-surface/wall.module.css'
import type { WallContext } from '../wall-surface/wall-context.ts'
import type { Panel, Slide } from './slide.ts'
import { WallBars } from './wall-bars.tsx'
import { WallCrosstab } from './wall-crosstab.tsx'
import { WallDrivers } from './wall-drivers.tsx'
import { WallHeatMap } from './wall-heat-map.tsx'
import { WallMoved } from './wall-moved.tsx'
import { WallRanking } from './wall-ranking.tsx'
import { WallText } from './wall-text.tsx'
import { WallTile } from './wall-tile.tsx'
import { WallTrend } from './wall-trend.tsx'

type Props = { slide: Slide; page: ScreenPage; calendar: Calendar; surveyLocale: string }

/** Figures large enough to be read from five metres away. */
export function Picture({ slide: { tiles, panels }, page, calendar, surveyLocale }: Props) {
  const { i18n } = useTranslation()
  const indicators = useMemo(() => new Map(page.indicators.map((one) => [one.id, one])), [page])
  const context: WallContext = { indicators, calendar, minimumN: page.place.minimumN, own: page.own }
  const titleOf = ({ asked }: Panel) =>
    asked.title === undefined ? undefined : say(asked.title, i18n.language, surveyLocale)
  const shown = tiles.flatMap((tile) => {
    const indicator = indicators.get(tile.indicator)
    return indicator ? [{ tile, indicator }] : []
  })
  const [first, ...others] = shown
  return (
    <div className={css.picture} data-tiles={Math.min(2, shown.length)} data-panels={panels.length}>
      {first && <WallTile {...first} minimumN={context.minimumN} isFirst />}
      {others.length > 0 && (
        <div className={css.stack} data-count={others.length}>
          {others.map((one) => (
            <WallTile key={one.indicator.id} {...one} minimumN={context.minimumN} />
          ))}
        </div>
      )}
      {panels.length > 0 && (
        <div className={css.stack} data-count={panels.length}>
          {panels.map((panel, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: surfaces have a place in their picture and no name
            <OnePanel key={index} panel={panel} title={titleOf(panel)} context={context} />
          ))}
        </div>
      )}
    </div>
  )
}

function OnePanel({ panel, title, context }: { panel: Panel; title: string | undefined; context: WallContext }) {
  switch (panel.type) {
    case 'Trend':
      return <WallTrend answer={panel.answer} title={title} {...context} />
    case 'Distribution':
      return <WallBars answer={panel.answer} title={title} />
    case 'RankingTableComponent':
      return <WallRanking answer={panel.answer} title={title} {...context} />
    case 'KeyDrivers':
      return <WallDrivers answer={panel.answer} title={title} {...context} />
    case 'HeatMap':
      return <WallHeatMap answer={panel.answer} title={title} {...context} />
    case 'Crosstab':
      return <WallCrosstab answer={panel.answer} title={title} show={panel.asked.show} {...context} />
    case 'ChangeDecomposition':
      return <WallMoved answer={panel.answer} title={title} {...context} />
    case 'Text':
      return <WallText text={panel.answer.text} title={title} />
  }
}
