import type { AnswerOf } from '@kaiku/contract/result.ts'
import { formatValue } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import css from '../big-screen-surface/surface.module.css'
import { Surface } from '../big-screen-surface/surface.tsx'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { roomy, useCapacity } from '../big-screen-surface/use-capacity.ts'

type Props = Pick<SurfaceContext, 'indicators'> & { answer: AnswerOf<'KeyDrivers'>; title: string | undefined }

/** What goes with an outcome, the most important first. */
export function SlideDrivers({ answer, title, indicators }: Props) {
  const { t, i18n } = useTranslation()
  const [ref, capacity] = useCapacity<HTMLDivElement>()
  const outcome = indicators.get(answer.outcome)?.title ?? ''
  const drivers = answer.drivers.filter(({ importance }) => importance !== null)
  const total = drivers.reduce((sum, { importance }) => sum + (importance?.value ?? 0), 0)
  const shareOf = ({ importance }: (typeof drivers)[number]) =>
    total > 0 ? (100 * (importance?.value ?? 0)) / total : 0
  const top = Math.max(1, ...drivers.map(shareOf))
  return (
    <Surface title={[title ?? t('component.KeyDrivers'), outcome].filter(Boolean).join(' · ')}>
      <div ref={ref} className={css.list}>
        <ul className={css.bars} data-roomy={drivers.length * roomy <= capacity}>
          {drivers.slice(0, capacity).map((driver) => (
            <li key={driver.question}>
              <span className={css.label}>{driver.title}</span>
              <span className={css.track} aria-hidden>
                <span style={{ width: `${(100 * shareOf(driver)) / top}%` }} />
              </span>
              <b>{formatValue('share', shareOf(driver), 0, i18n.language)}</b>
            </li>
          ))}
        </ul>
      </div>
    </Surface>
  )
}
