import type { SampleSummary } from '@kaiku/contract/sample.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentDayText, momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import listCss from '../pick-list/pick-list.module.css'
import { PickCell, type Picking, PickTable } from '../pick-list/pick-table.tsx'
import { personText, placeText, toneOf } from '../sample/sample-words.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './sample-list.module.css'

/** Samples, each a link. */
export function SampleTable({ rows, ...picking }: Picking & { rows: readonly SampleSummary[] }) {
  const { t } = useTranslation()
  return (
    <PickTable
      {...picking}
      caption={t('samples.title')}
      pickAll={t('samples.pickAll')}
      ids={rows.map(({ sampleId }) => sampleId)}
      headings={[t('sample.person'), t('place'), t('sample.field.state'), t('sample.changedAt')]}
      className={css.samples}
    >
      {rows.map((sample) => (
        <OneRow key={sample.sampleId} sample={sample} picking={picking} />
      ))}
    </PickTable>
  )
}

function OneRow({ sample, picking }: { sample: SampleSummary; picking: Picking }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const { person, state, reason, changedAt, sampleId } = sample
  const name = personText(sample, t)
  const reach = [person?.email, person?.phone, person?.externalId].filter((one) => one && one !== name)
  return (
    <tr data-state={state}>
      <PickCell {...picking} id={sampleId} label={t('samples.pick', { name })} />
      <th scope="row">
        <Link
          to={ownAddress(pathTo('sample', { survey: survey.extName, fromPage: 'sample', sampleId }))}
          state={{ cameFrom: href }}
          preload={false}
          className={listCss.open}
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
