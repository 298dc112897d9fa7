import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import type { PanelType } from '@kaiku/contract/component-type.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { localise } from '@kaiku/core/localised.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../big-screen-surface/surface.module.css'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import type { Panel, Slide } from './slide.ts'
import { type PanelProps, wallPanels } from './slide-panels.ts'
import { SlideTile } from './slide-tile.tsx'

type Props = { slide: Slide; page: ScreenPage; calendar: Calendar; surveyLocale: string }

/** Figures large enough to be read from five metres away. */
export function Picture({ slide: { tiles, panels }, page, calendar, surveyLocale }: Props) {
  const { i18n } = useTranslation()
  const indicators = useMemo(() => new Map(page.indicators.map((one) => [one.id, one])), [page])
  const context: SurfaceContext = { indicators, calendar, minimumN: page.place.minimumN, own: page.own }
  const titleOf = ({ asked }: Panel) =>
    asked.title === undefined ? undefined : localise(asked.title, i18n.language, surveyLocale)
  const shown = tiles.flatMap((tile) => {
    const indicator = indicators.get(tile.indicator)
    return indicator ? [{ tile, indicator }] : []
  })
  const [first, ...others] = shown
  return (
    <div className={css.picture} data-tiles={Math.min(2, shown.length)} data-panels={panels.length}>
      {first && <SlideTile {...first} minimumN={context.minimumN} isFirst />}
      {others.length > 0 && (
        <div className={css.stack} data-count={others.length}>
          {others.map((one) => (
            <SlideTile key={one.indicator.id} {...one} minimumN={context.minimumN} />
          ))}
        </div>
      )}
      {panels.length > 0 && (
        <div className={css.stack} data-count={panels.length}>
          {panels.map((panel, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: surfaces have a place in their picture and no name
            <OnePanel key={index} type={panel.type} shown={{ ...panel, ...context, title: titleOf(panel) }} />
          ))}
        </div>
      )}
    </div>
  )
}

function OnePanel<T extends PanelType>({ type, shown }: { type: T; shown: PanelProps<T> }) {
  const { Shown } = wallPanels[type]
  return <Shown {...shown} />
}
