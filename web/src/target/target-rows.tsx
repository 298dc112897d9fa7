import type { TargetCell, TargetsAnswer } from '@kaiku/contract/target.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useState } from 'react'
import { LinkButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { Proven } from '../insight/proven.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { standingText, type TargetReading, takesTexts, targetText } from './target-words.ts'
import css from './targets.module.css'

type Props = { answer: TargetsAnswer; indicator: ShownIndicator; at: number; reading: TargetReading }

const shownFirst = 30

declare module 'react' {
  interface CSSProperties {
    /** How likely a target is met, in percent. */
    '--chance'?: string
  }
}

/** An indicator’s places: the figure so far, its target, the chance of it, and what it takes. */
export function TargetRows({ answer, indicator, at, reading }: Props) {
  const { t } = reading
  const [isAll, setAll] = useState(false)
  const rows = isAll ? answer.rows : answer.rows.slice(0, shownFirst)
  return (
    <>
      <p className={css.head} aria-hidden>
        <span>{answer.rowTitle || t('targets.place')}</span>
        <span>{t(answer.isOver ? 'value' : 'targets.soFar')}</span>
        <span>{t(answer.isOver ? 'targets.outcome' : 'targets.chance')}</span>
        <span>{answer.isOver ? '' : t('targets.needs')}</span>
      </p>
      <ul className={css.rows}>
        {rows.map((row) => {
          const cell = row.cells[at]
          return (
            cell && (
              <li key={row.path} className={css.row} data-whole={row.isWhole || undefined}>
                <span className={css.name}>
                  {row.isWhole ? row.name : <PlaceName path={row.path}>{row.name}</PlaceName>}
                  <small>{targetText(cell, indicator, reading)}</small>
                </span>
                <Value cell={cell} indicator={indicator} path={row.isWhole ? null : row.path} reading={reading} />
                <Standing cell={cell} reading={reading} />
                <span className={css.takes}>
                  {takesTexts(cell, indicator, reading).map((text) => (
                    <span key={text}>{text} </span>
                  ))}
                </span>
              </li>
            )
          )
        })}
      </ul>
      {rows.length < answer.rows.length && (
        <p className={css.more}>
          <LinkButton onClick={() => setAll(true)}>
            {t('targets.all', { n: formatCount(answer.rows.length, reading.locale) })}
          </LinkButton>
        </p>
      )}
    </>
  )
}

function PlaceName({ path, children }: { path: string; children: string }) {
  const here = useAt()
  const place = parsePath(path)
  return place.ok ? <PlaceLink to={Object.assign({}, here, { path: place.value })}>{children}</PlaceLink> : children
}

type ValueProps = { cell: TargetCell; indicator: ShownIndicator; path: string | null; reading: TargetReading }

function Value({ cell: { figure }, indicator, path, reading: { t, locale } }: ValueProps) {
  const facts = [plusMinus(indicator, figure, locale), `${t('n')} ${formatCount(figure.n, locale)}`]
  if (figure.state === 'few') facts.push(t('few'))
  return (
    <span className={css.value} data-state={figure.state}>
      <b>
        {figure.value === null ? (
          t(figure.state === 'hidden' ? 'hiddenShort' : 'noAnswersShort')
        ) : (
          <Proven indicator={indicator.id} path={path} quiet>
            {valueText(indicator, figure.value, locale)}
          </Proven>
        )}
      </b>
      {figure.value !== null && <small>{facts.filter(Boolean).join(' · ')}</small>}
    </span>
  )
}

function Standing({ cell, reading }: { cell: TargetCell; reading: TargetReading }) {
  const { t } = reading
  const { odds, state } = cell
  const text = standingText(cell, reading)
  if (!odds)
    return (
      <span className={css.standing} data-state={state}>
        {state === 'reached' ? '✓ ' : state === 'missed' ? '✗ ' : ''}
        {text}
      </span>
    )
  return (
    <span className={css.standing} data-state="odds">
      <span className="hidden-text">{t('targets.chance')} </span>
      <small className={css.label} aria-hidden>
        {t('targets.chance')}
      </small>
      <b>{text}</b>
      <span className={css.bar} aria-hidden>
        <span style={{ '--chance': `${100 * odds.chance}%` }} />
      </span>
    </span>
  )
}
