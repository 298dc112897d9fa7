import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { ChangeMark } from '../indicator/change-mark.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import table from '../place/place-table.module.css'
import { SamplesLink } from '../sample/samples-link.tsx'
import css from './response-funnel.module.css'
import { chosenStep, type Funnel, rateAsIndicator, rateReach, rateText } from './response-words.ts'

const shownFirst = 20
const counted = ['invited', 'reached', 'completed'] as const

/** The response of each place right below: its name leads there, its numbers to its people. */
export function ResponsePlaces({ places, at }: { places: Funnel['places']; at: At }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const [isWhole, setWhole] = useState(false)
  const isCompared = places.some(({ change }) => change !== null)
  const see = (title: string, step: (typeof counted)[number]) =>
    t('funnel.see', { title: `${title}, ${t(`sample.step.${step}`)}` })
  const shown = isWhole ? places : places.slice(0, shownFirst)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={[table.places, css.places].join(' ')} aria-label={t('funnel.byPlace')} tabIndex={0}>
        <table>
          <caption className="hidden-text">{t('funnel.byPlace')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('funnel.rate')}</th>
              {isCompared && <th scope="col">{t('change')}</th>}
              {counted.map((step) => (
                <th key={step} scope="col">
                  {t(`sample.step.${step}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ path, title, counts, rate, change }) => {
              const place = parsePath(path)
              return (
                <tr key={path}>
                  <th scope="row">
                    {place.ok ? <PlaceLink to={{ ...at, path: place.value }}>{title}</PlaceLink> : title}
                  </th>
                  <td data-state={rate.state} title={rate.state === 'few' ? t('few') : undefined}>
                    {rateText(rate, locale)} <small>{rateReach(rate, locale)}</small>
                    {rate.state === 'few' && <span className="hidden-text">{t('few')}</span>}
                  </td>
                  {isCompared && (
                    <td>
                      <ChangeMark indicator={rateAsIndicator} change={change} unclear={t('change.none')} />
                    </td>
                  )}
                  {counted.map((step) => (
                    <td key={step}>
                      <SamplesLink
                        survey={at.survey}
                        path={place.ok ? writePath(place.value, at.selection) : path}
                        chosen={chosenStep(step)}
                        aria-label={`${formatCount(counts[step], locale)} · ${see(title, step)}`}
                      >
                        {formatCount(counts[step], locale)}
                      </SamplesLink>
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {shown.length < places.length && (
        <Button data-screen-only onClick={() => setWhole(true)}>
          {t('funnel.allPlaces', { n: formatCount(places.length, locale) })}
        </Button>
      )}
    </>
  )
}
