import type { HeatMap } from '@kaiku/contract/heat-map.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { commentsPageOf } from '../comment/comments-page.ts'
import { useAt } from '../drill-path/at.tsx'
import { useOwnAt } from '../drill-path/own-at.ts'
import { withGroups } from '../drill-path/with-groups.ts'
import { ProofLink } from '../figure-proof/proof-link.tsx'
import { useOwnFilter } from '../insight/insight.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './heat-map.module.css'
import { cellFacts, groupName, type HeatMapReading } from './heat-map-shape.ts'
import type { HeatMapSpot } from './heat-map-table.tsx'

type Props = { answer: HeatMap; spot: HeatMapSpot; reading: HeatMapReading; onClose: () => void }

/** All of a cell in words, and where it leads: to its place or period, and to what was said there. */
export function HeatMapCellDialog({ answer, spot, reading, onClose }: Props) {
  const at = useAt()
  const own = useOwnAt(useOwnFilter()?.filter)
  const { survey } = useSurvey()
  const { t, locale } = reading
  const group = answer.groups[spot.group]
  const [measure, cell] = [answer.measures[spot.measure], answer.cells[spot.group]?.[spot.measure]]
  if (!group || !measure || !cell) return null
  const name = groupName(group, answer.by, reading)
  const [to, proven] = [withGroups(at, [group]), withGroups(own, [group])]
  const isIndicator = survey.indicators.some(({ id }) => id === measure.id)
  const comments = commentsPageOf(survey)
  const whole = answer.total[spot.measure]
  const facts = [
    ...cellFacts(cell, measure, answer.by, reading),
    { title: t('heatMap.whole'), text: valueText(measure, whole?.value ?? null, locale) },
  ]
  return (
    <Dialog title={`${measure.title} · ${name}`} onClose={onClose}>
      <dl className={css.facts}>
        {facts.map(({ title, text }) => (
          <div key={title + text}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {to && cell.figure.n !== 0 && (
        <p className={css.ways}>
          {isIndicator && proven && <ProofLink indicator={measure.id} at={proven} />}
          <PlaceLink to={to} onClick={onClose}>
            {t(group.path === null ? 'heatMap.only' : 'heatMap.open', { name })}
          </PlaceLink>
          {comments !== null && comments !== at.page && (
            <PlaceLink to={{ ...to, page: comments }} onClick={onClose}>
              {t('heatMap.comments', { name })}
            </PlaceLink>
          )}
        </p>
      )}
    </Dialog>
  )
}
