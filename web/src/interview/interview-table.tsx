import type { AnswerOf } from '@kaiku/contract/result.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Indicator, valueText } from '../indicator/indicator.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { shortWords } from './answer-words.ts'
import css from './interview-list.module.css'

type List = AnswerOf<'InterviewList'>

/** A row of the list in the reader's words. */
type WrittenRow = {
  readonly id: string
  readonly day: string
  readonly place: string
  readonly scores: readonly string[]
  readonly answers: readonly string[]
}

/** Rows of a list, and the titles of their scores and answers. */
export function writeRows(
  { indicators: ids, columns }: List,
  rows: List['rows'],
  known: ReadonlyMap<string, Indicator>,
  locale: string,
): { titles: readonly string[]; rows: readonly WrittenRow[] } {
  const indicators = ids.flatMap((id) => known.get(id) ?? [])
  return {
    titles: [...indicators, ...columns].map(({ title }) => title),
    rows: rows.map(({ interviewId: id, day, place, scores, answers }) => ({
      ...{ id, day: formatDay(day, locale) },
      place: place
        .filter((name) => name !== '')
        .slice(-2)
        .join(' › '),
      scores: indicators.map((indicator) => {
        const score = scores.find((one) => one.indicator === indicator.id)
        return score ? valueText(indicator, score.value, locale, Number.isInteger(score.value) ? 0 : 1) : ''
      }),
      answers: columns.map(({ type }, at) => {
        const given = answers[at]
        return given ? shortWords(given, type, locale) : ''
      }),
    })),
  }
}

type Props = {
  label: string
  head: readonly string[]
  list: List
  rows: readonly WrittenRow[]
  isStale: boolean
}

/** The interviews, each a link; it remembers among which others it stood. */
export function InterviewTable({ label, head, list, rows, isStale }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const state = { among: rows.map(({ id }) => id), cameFrom: href }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0} data-stale={isStale || undefined}>
      <table className={css.table}>
        <thead>
          <tr>
            {head.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be called the same
              <th key={`${name} ${at}`} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, day, place, scores, answers }) => (
            <tr key={id}>
              <th scope="row">
                <Link
                  to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId: id }))}
                  state={state}
                  preload={false}
                  className={css.open}
                >
                  {day === '' ? t('interviews.undated') : day}
                </Link>
              </th>
              <td>{place}</td>
              {scores.map((score, at) => (
                <td key={list.indicators[at]} className={css.number}>
                  {score}
                </td>
              ))}
              {answers.map((words, at) => (
                <td key={list.columns[at]?.id} dir="auto" data-type={list.columns[at]?.type}>
                  <span title={words}>{words}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
