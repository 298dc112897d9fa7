import type { LetterBatch } from '@kaiku/contract/letter.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { sizeText } from '../browser/size-text.ts'
import { send } from '../call/send.ts'
import { takeAddress } from '../call/take-address.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { useIdentity } from '../session/identity.ts'
import { TaskProgress } from '../task/task-progress.tsx'
import listCss from '../token-list/token-list.module.css'
import { lettersKey } from './letter.queries.ts'

type Props = { survey: string; batches: readonly LetterBatch[] }

/** Letters that were made together, each with its file for a printer. */
export function LetterBatches({ survey, batches }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  if (batches.length === 0) return null
  const take = (batchId: string) =>
    attempt(async () => {
      takeAddress((await send('letter.batchTicket', { survey, batchId })).address)
      return null
    })
  const again = (batchId: string) =>
    attempt(async () => {
      await send('letter.makeAgain', { survey, batchId })
      await client.invalidateQueries({ queryKey: lettersKey(survey) })
      return null
    })
  return (
    <>
      <FormFault text={fault} />
      <ul className={listCss.tokens} aria-label={t('letter.batches')}>
        {batches.map((one) => (
          <li key={one.batchId}>
            <Batch batch={one} />
            {one.mayFetch && one.file && (
              <Button disabled={busy} onClick={() => void take(one.batchId)}>
                {t('letter.take')}
              </Button>
            )}
            {one.mayFetch && !isReadOnly && isMissing(one) && (
              <Button disabled={busy} onClick={() => void again(one.batchId)}>
                {t(one.madeAt === null && one.state === null ? 'letter.make' : 'letter.again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether there is no file, and nothing makes one. */
const isMissing = ({ file, state }: LetterBatch) =>
  file === null && (state === null || state === 'done' || state === 'failed' || state === 'cancelled')

function Batch({ batch }: { batch: LetterBatch }) {
  const { t, i18n } = useTranslation()
  const { campaign, campaignId, madeAt, at, letters, pages, state, progress, file, mayFetch } = batch
  const n = (count: number) => formatCount(count, i18n.language)
  const isMaking = state === 'processing' || state === 'ready' || state === 'waiting' || state === 'new'
  const facts = [
    momentText(at, i18n.language),
    t('letter.count', { count: letters, n: n(letters) }),
    campaignId === null && t('letter.ofEffect'),
    campaignId === null && state === null && madeAt === null && t('letter.gathers'),
    pages !== null && t('letter.pageCount', { count: pages, n: n(pages) }),
    file && sizeText(file.size, i18n.language),
    file && t('letter.until', { when: momentText(file.expiresAt, i18n.language) }),
    !mayFetch && t('letter.notAll'),
  ]
  return (
    <div className={listCss.token}>
      <b>{campaign}</b>
      <span>{facts.filter(Boolean).join(' · ')}</span>
      {isMaking && <TaskProgress title={campaign} progress={progress} />}
      {state === 'failed' && <span>{t('task.state.failed')}</span>}
    </div>
  )
}
