import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { AlertsLink } from '../alert/alerts-link.tsx'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { PlaceLink } from '../place/place-link.tsx'
import table from '../place/place-table.module.css'
import css from './alert-loop.module.css'
import { hoursText, type Loop, percentText } from './loop-words.ts'

/** The loop of each place right below: its name leads there, its number to its alerts. */
export function LoopPlaces({ places, at }: { places: Loop['places']; at: At }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={[table.places, css.places].join(' ')} aria-label={t('loop.byPlace')} tabIndex={0}>
      <table>
        <caption className="hidden-text">{t('loop.byPlace')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('place')}</th>
            {(['alerts', 'inTime', 'firstAction', 'close', 'reopened'] as const).map((one) => (
              <th key={one} scope="col">
                {t(`loop.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ path, title, alerts, inTime, firstAction, close, reopened }) => {
            const place = parsePath(path)
            return (
              <tr key={path}>
                <th scope="row">
                  {place.ok ? <PlaceLink to={{ ...at, path: place.value }}>{title}</PlaceLink> : title}
                </th>
                <td>
                  <AlertsLink
                    survey={at.survey}
                    path={place.ok ? writePath(place.value, at.selection) : path}
                    chosen={{ state: 'all' }}
                    aria-label={`${formatCount(alerts, locale)} · ${t('loop.seeOf', { title })}`}
                  >
                    {formatCount(alerts, locale)}
                  </AlertsLink>
                </td>
                <td>{percentText(inTime, locale)}</td>
                <td>{hoursText(firstAction.median, locale)}</td>
                <td>{hoursText(close.median, locale)}</td>
                <td>{percentText(reopened, locale)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
