import type { AnswerOf } from '@kaiku/contract/result.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { type HistoryState, Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Tick } from '../control/control.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './interview-list.module.css'
import type { WrittenRow } from './written-rows.ts'

type Props = {
  row: WrittenRow
  index: number
  /** The keyboard comes to this row first. */
  isStop: boolean
  onFocus: () => void
  list: AnswerOf<'InterviewList'>
  isPicked: boolean
  onPick: (() => void) | undefined
  /** The interviews around it. */
  among: () => Pick<HistoryState, 'among' | 'goesOn'>
  measure: (row: HTMLTableRowElement | null) => void
}

/** One interview of a list; its day opens it. */
export function InterviewRow({ row, index, isStop, onFocus, list, isPicked, onPick, among, measure }: Props) {
  const { id, day, place, scores, answers } = row
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} data-picked={isPicked || undefined}>
      {onPick && (
        <td className={css.pick} data-screen-only>
          <Tick
            aria-label={t('interviews.pick', { day })}
            checked={isPicked}
            tabIndex={isStop ? 0 : -1}
            onChange={onPick}
          />
        </td>
      )}
      <th scope="row">
        <Link
          to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId: id }))}
          state={{ ...among(), cameFrom: href }}
          preload={false}
          tabIndex={isStop ? 0 : -1}
          onFocus={onFocus}
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
  )
}
