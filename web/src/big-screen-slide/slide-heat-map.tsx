import { heatsOf } from '@kaiku/contract/heat.ts'
import type { HeatMap } from '@kaiku/contract/heat-map.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { type SurfaceCell, SurfaceGrid } from '../big-screen-surface/surface-grid.tsx'
import { cellText, groupName } from '../heat-map/heat-map-shape.ts'

type Props = Pick<SurfaceContext, 'calendar'> & { answer: HeatMap; title: string | undefined }

/** Places or answers below each other, or the latest periods side by side, coloured around the whole. */
export function SlideHeatMap({ answer, title, calendar }: Props) {
  const { t, i18n } = useTranslation()
  const { groups, measures, by, groupTitle } = answer
  const reading = { contents: 'value', t, locale: i18n.language, calendar } as const
  const heat = heatsOf(answer)
  const cellAt = (group: number, measure: number): SurfaceCell => {
    const [cell, indicator] = [answer.cells[group]?.[measure], measures[measure]]
    if (!cell || !indicator) return { text: '' }
    return {
      text: cellText(cell, indicator, reading),
      heat: heat[group]?.[measure],
      isFew: cell.figure.state !== 'shown',
    }
  }
  const n = (of: number | null) => (of === null ? t('hiddenShort') : `${t('n')} ${formatCount(of, i18n.language)}`)
  const named = groups.map((group) => ({ id: group.id, name: groupName(group, by, reading), n: n(group.n) }))
  const heading = title ?? [t('component.HeatMap'), by === null ? groupTitle : t(`unit.by.${by}`)].join(' · ')
  if (by !== null)
    return (
      <SurfaceGrid
        title={heading}
        lead=""
        heads={named}
        lines={measures.map(({ id, title: name }, at) => ({
          id,
          name,
          cells: groups.map((_, one) => cellAt(one, at)),
        }))}
        keeps="last"
      />
    )
  return (
    <SurfaceGrid
      title={heading}
      lead={groupTitle}
      heads={measures.map(({ id, title: name }) => ({ id, name }))}
      lines={named.map(({ id, name }, at) => ({ id, name, cells: measures.map((_, one) => cellAt(at, one)) }))}
      keeps="first"
    />
  )
}
