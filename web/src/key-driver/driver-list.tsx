import type { KeyDrivers } from '@kaiku/contract/key-driver.ts'
import { formatCount, formatPlusMinus } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { DotPlot } from '../ranking/dot-plot.tsx'
import css from './driver-list.module.css'
import { type Driver, explainedText, indexText, type Standings } from './driver-standing.ts'

type Props = {
  answer: KeyDrivers
  standing: Standings
  chosen: string | null
  onChoose: (question: string) => void
}

/** The drivers, most important first, in words and with whiskers. Each is a button that opens its answers. */
export function DriverList({ answer, standing, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <div>
      <p className={css.head} aria-hidden>
        <span>{t('driver.importance')}</span>
        <span>{t('driver.performance')}</span>
      </p>
      <ol aria-label={t('driver.list')}>
        {answer.drivers.map((driver) => (
          <li key={driver.question}>
            <button
              type="button"
              className={css.row}
              data-standing={standing.of(driver)}
              aria-expanded={chosen === driver.question}
              onClick={() => onChoose(driver.question)}
            >
              <OneDriver driver={driver} standing={standing} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function OneDriver({ driver, standing }: { driver: Driver; standing: Standings }) {
  const { t, i18n } = useTranslation()
  const { importance, performance, correlation } = driver
  const own = standing.of(driver)
  const reach = (low: number | null, high: number | null, decimals: number) =>
    low === null || high === null ? '' : formatPlusMinus({ low, high }, decimals, i18n.language)
  const facts = [
    t(`driver.standing.${own}`),
    correlation !== null && correlation < 0 && own !== 'weak' ? t('driver.against') : '',
    performance.state === 'few' ? t('few') : '',
  ]
  return (
    <>
      <span className={css.name}>
        {driver.title}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.weight}>
        {importance && (
          <>
            <DotPlot
              figure={{ state: 'shown', n: null, ...importance }}
              domain={standing.importance.domain}
              parent={null}
              width={110}
              few={driver.isWeak}
            />
            <b>
              <span className="hidden-text">{t('driver.importance')} </span>
              {explainedText(importance.value, i18n.language)}
              <small>{reach(importance.low, importance.high, 1)}</small>
            </b>
          </>
        )}
      </span>
      <span className={css.value}>
        <b>
          <span className="hidden-text">{t('driver.performance')} </span>
          {performance.value === null ? t('hiddenShort') : indexText(performance.value, i18n.language)}
          <small>
            {[reach(performance.low, performance.high, 1), `${t('n')} ${formatCount(performance.n, i18n.language)}`]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </b>
      </span>
    </>
  )
}
