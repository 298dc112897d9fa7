import type { SampleSummary } from '@kaiku/contract/sample.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentDayText, momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Tick } from '../control/control.tsx'
import { personText, placeText, toneOf } from '../sample/sample-words.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './sample-list.module.css'

type Props = {
  rows: readonly SampleSummary[]
  picked: ReadonlySet<string>
  /** Absent: nothing can be done about several at once. */
  onPick: ((ids: readonly string[]) => void) | undefined
}

/** Samples, each a link; on a phone each is a card. */
export function SampleTable({ rows, picked, onPick }: Props) {
  const { t } = useTranslation()
  const all = rows.map(({ sampleId }) => sampleId)
  const isAll = all.every((id) => picked.has(id))
  const toggle = (id: string) => onPick?.(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id])
  return (
    <table className={css.table}>
      <caption className="hidden-text">{t('samples.title')}</caption>
      <thead>
        <tr>
          {onPick && (
            <th scope="col">
              <Tick aria-label={t('samples.pickAll')} checked={isAll} onChange={() => onPick(isAll ? [] : all)} />
            </th>
          )}
          <th scope="col">{t('sample.person')}</th>
          <th scope="col">{t('place')}</th>
          <th scope="col">{t('sample.field.state')}</th>
          <th scope="col">{t('sample.changedAt')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((sample) => (
          <OneRow
            key={sample.sampleId}
            sample={sample}
            isPicked={picked.has(sample.sampleId)}
            onPick={onPick && (() => toggle(sample.sampleId))}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { sample: SampleSummary; isPicked: boolean; onPick: (() => void) | undefined }

function OneRow({ sample, isPicked, onPick }: RowProps) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const { person, state, reason, changedAt, sampleId } = sample
  const name = personText(sample, t)
  const reach = [person?.email, person?.phone, person?.externalId].filter((one) => one && one !== name)
  return (
    <tr data-state={state}>
      {onPick && (
        <td>
          <Tick aria-label={t('samples.pick', { name })} checked={isPicked} onChange={onPick} />
        </td>
      )}
      <th scope="row">
        <Link
          to={ownAddress(pathTo('sample', { survey: survey.extName, fromPage: 'sample', sampleId }))}
          state={{ cameFrom: href }}
          preload={false}
          className={css.open}
          dir="auto"
        >
          {name}
        </Link>
        {reach.length > 0 && (
          <span className={css.reach} dir="auto">
            {reach.join(' · ')}
          </span>
        )}
      </th>
      <td data-label={t('place')}>{placeText(sample)}</td>
      <td data-label={t('sample.field.state')}>
        <span>
          <Badge tone={toneOf(state)}>{t(`sample.state.${state}`)}</Badge>
          {reason !== null && <span className={css.reason}>{t(`sample.reason.${reason}`)}</span>}
        </span>
      </td>
      <td data-label={t('sample.changedAt')}>
        <time dateTime={changedAt} title={momentText(changedAt, i18n.language)}>
          {momentDayText(changedAt, i18n.language)}
        </time>
      </td>
    </tr>
  )
}
