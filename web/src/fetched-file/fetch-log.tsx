import type { FetchRun, FileAddress } from '@kaiku/contract/fetched-file.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../token-list/token-list.module.css'
import { fetchRunsQuery } from './fetched-file.queries.ts'
import { fileText, toldText, toneOfOutcome } from './fetched-words.ts'

type Props = { survey: string; of: FileAddress; onClose: () => void }

/** What became of each time that an address was asked. */
export function FetchLog({ survey, of: { addressId, title }, onClose }: Props) {
  const { t } = useTranslation()
  const name = t('fetched.logTitle', { name: title })
  const { data, error, refetch } = useQuery(fetchRunsQuery(survey, addressId))
  return (
    <Dialog title={name} onClose={onClose}>
      {error && <Failed title={t('fetched.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && <p className={listCss.hint}>{t('fetched.logNone')}</p>}
      {data && data.length > 0 && (
        <ul className={listCss.tokens} aria-label={name}>
          {data.map((one) => (
            <RunLine key={one.runId} of={one} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function RunLine({ of: { at, isByHand, outcome, fault, files } }: { of: FetchRun }) {
  const { t, i18n } = useTranslation()
  const told = toldText(fault, t)
  return (
    <li>
      <div className={listCss.token}>
        <b>{[momentText(at, i18n.language), ...(isByHand ? [t('fetched.byHand')] : [])].join(' · ')}</b>
        {told !== '' && !files.some((file) => toldText(file.fault, t) === told) && <span>{told}</span>}
        {files.map((file) => (
          <span key={file.name}>
            {file.name}: {fileText(file, t, i18n.language)}
            {file.fault !== null && ` · ${toldText(file.fault, t)}`}
          </span>
        ))}
      </div>
      <Badge tone={toneOfOutcome(outcome)}>{t(`fetched.outcome.${outcome}`)}</Badge>
    </li>
  )
}
