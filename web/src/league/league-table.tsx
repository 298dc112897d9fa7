import type { League } from '@kaiku/contract/league.ts'
import { dash, formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { Spark } from '../indicator/spark.tsx'
import css from './league.module.css'
import { pointsText, rangeText } from './league-words.ts'

type Props = {
  league: League
  /** The row whose deeds are told beside. */
  looked: string | null
  onLook: (id: string) => void
}

/** All places of a league in order. A name tells what its place did. */
export function LeagueTable({ league, looked, onLook }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const { rows, disciplines, here, placeTitle } = league
  const hasCourse = league.rounds.length > 1 && rows.some(({ course }) => course.length > 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.standings} aria-label={t('league.standings')} tabIndex={0}>
      <table>
        <caption className="hidden-text">{t('league.standings')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('league.rank')}</th>
            <th scope="col">{placeTitle || t('place')}</th>
            <th scope="col">{t('league.points')}</th>
            {disciplines.map(({ discipline, weight }) => (
              <th key={discipline} scope="col" className={css.part}>
                {t(`league.${discipline}`)} <small>{t('league.weight', { weight: Math.round(weight) })}</small>
              </th>
            ))}
            {hasCourse && (
              <th scope="col" className={css.course}>
                {t('league.course')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, own, rank, rankFrom, rankTo, points, course, deeds }) => (
            <tr key={id} data-here={id === here || undefined} data-looked={id === looked || undefined}>
              <td>
                {rank === null ? dash : formatCount(rank, locale)}
                {rank !== null && rankFrom !== rankTo && (
                  <small className={css.reach} title={t('league.rangeWhy')}>
                    {rangeText({ rankFrom, rankTo }, locale)}
                  </small>
                )}
              </td>
              <th scope="row">
                {deeds === null ? (
                  <span className={css.other}>{name || t('league.other')}</span>
                ) : (
                  <LinkButton aria-pressed={id === looked} onClick={() => onLook(id)}>
                    {name}
                  </LinkButton>
                )}
                {own && id === here && <small>{t('league.yours')}</small>}
              </th>
              <td className={css.points}>
                <i aria-hidden>
                  <b style={{ width: `${points ?? 0}%` }} />
                </i>
                {pointsText(points, locale)}
              </td>
              {disciplines.map(({ discipline }) => (
                <td key={discipline} className={css.part}>
                  {pointsText(deeds?.parts[discipline] ?? null, locale)}
                </td>
              ))}
              {hasCourse && (
                <td className={css.course}>{course.length > 0 && <Spark values={course} width={64} height={20} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
