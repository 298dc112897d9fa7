import type { InterviewShare } from '@kaiku/contract/interview-share.ts'
import { IconShare } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { say } from '../overlay/snackbar.tsx'
import { MakeSecret } from '../token-list/make-secret.tsx'
import css from './interview-share.module.css'
import { interviewSharesQuery } from './interview-share.queries.ts'

type Of = { survey: string; interviewId: string }

/** With whom without an account an interview was shared: a new link, what there is, and the end of one. */
export function InterviewShares({ survey, interviewId }: Of) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = interviewSharesQuery(survey, interviewId)
  const shares = useQuery(query).data ?? []
  const [isNew, setNew] = useState(false)
  const { busy, fault, attempt } = useAttempt()
  const readAgain = () => client.invalidateQueries(query)
  const revoke = ({ shareId }: InterviewShare) =>
    void attempt(async () => {
      await send('interviewShare.revoke', { survey, interviewId, shareId })
      say(t('share.revoked'))
      await readAgain()
      return null
    })
  return (
    <section className={detail.box} aria-label={t('share.title')}>
      <h2>{t('share.title')}</h2>
      <p className={css.hint}>{t('share.why')}</p>
      {shares.length > 0 && (
        <ul className={css.shares}>
          {shares.map((share) => (
            <li key={share.shareId}>
              <ShareLine share={share} />
              <Button disabled={busy} onClick={() => revoke(share)}>
                {t(share.isExpired ? 'share.forget' : 'share.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
      <Button onClick={() => setNew(true)}>
        <IconShare size={16} aria-hidden /> {t('share.new')}
      </Button>
      {isNew && (
        <NewShare
          survey={survey}
          interviewId={interviewId}
          onMade={() => void readAgain()}
          onClose={() => setNew(false)}
        />
      )}
    </section>
  )
}

function ShareLine({ share: { by, createdAt, expiresAt, readAt, isExpired } }: { share: InterviewShare }) {
  const { t, i18n } = useTranslation()
  const when = (moment: string) => momentText(moment, i18n.language)
  return (
    <div className={css.share}>
      <span>{t(isExpired ? 'share.ended' : 'share.until', { when: when(expiresAt) })}</span>
      <small>
        {t('share.made', { when: when(createdAt), who: by === '' ? t('interview.formerUser') : by })} ·{' '}
        {readAt === null ? t('share.unread') : t('share.read', { when: when(readAt) })}
      </small>
    </div>
  )
}

const offered = ['1', '7', '14', '30', '90'] as const

function NewShare({ onMade, onClose, ...of }: Of & { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<(typeof offered)[number]>('14')
  const make = async () => {
    const { address } = await send('interviewShare.create', { ...of, days: Number(days) })
    return [{ title: t('share.address'), value: address }]
  }
  return (
    <MakeSecret
      title={t('share.new')}
      hint={t('share.what')}
      act={t('share.make')}
      once={t('share.once')}
      make={make}
      onMade={onMade}
      onClose={onClose}
    >
      <Select
        boxed
        label={t('share.days')}
        value={days}
        choices={offered.map((value) => ({ value, title: t('share.dayCount', { count: Number(value) }) }))}
        onChange={setDays}
      />
    </MakeSecret>
  )
}
