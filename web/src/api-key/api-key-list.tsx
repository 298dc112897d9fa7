import type { ApiKey } from '@kaiku/contract/api-key.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText, momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { ShownOnce } from '../token-list/shown-once.tsx'
import css from './api-key.module.css'
import { apiKeysQuery } from './api-key.queries.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import type { KeyStart } from './api-key-form.tsx'

type OpenDialog =
  | { what: 'new' }
  | { what: 'change' | 'revoke'; key: ApiKey }
  | { what: 'address'; label: string; address: string }

/** The keys with which big screens show this survey: what there is, a new one, a change, and the end of one. */
export function ApiKeyList({ start = null }: { start?: KeyStart | null }) {
  const { t } = useTranslation()
  const { data, error, refetch, readAgain, asking, setAsking, busy, fault, revoke, showAddress } = useApiKeys()
  const close = () => setAsking(null)
  return (
    <section className={css.keys} aria-label={t('apiKey.title')}>
      <div className={css.head}>
        <p>{t('apiKey.why')}</p>
        <Button primary onClick={() => setAsking({ what: 'new' })}>
          <IconPlus size={16} aria-hidden /> {t('apiKey.new')}
        </Button>
      </div>
      {error && <Failed title={t('apiKey.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} />}
      {data?.length === 0 && <Notice title={t('apiKey.none')}>{t('apiKey.noneWhy')}</Notice>}
      {data && data.length > 0 && (
        <ul>
          {data.map((key) => (
            <li key={key.keyId}>
              <KeyLine apiKey={key} />
              <div className={css.acts}>
                {key.isShowable && (
                  <Act of={key} title={t('apiKey.showAddress')} disabled={busy} onClick={() => void showAddress(key)} />
                )}
                <Act of={key} title={t('apiKey.change')} onClick={() => setAsking({ what: 'change', key })} />
                <Act of={key} title={t('apiKey.revoke')} onClick={() => setAsking({ what: 'revoke', key })} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {fault !== '' && asking === null && <p role="alert">{fault}</p>}
      {(asking?.what === 'new' || asking?.what === 'change') && (
        <ApiKeyDialog
          kept={asking.what === 'change' ? asking.key : null}
          start={start}
          onSaved={() => void readAgain()}
          onClose={close}
        />
      )}
      {asking?.what === 'address' && <AddressDialog label={asking.label} address={asking.address} onClose={close} />}
      {asking?.what === 'revoke' && (
        <Confirm
          title={t('apiKey.revokeTitle', { label: asking.key.label })}
          act={t('apiKey.revoke')}
          busy={busy}
          fault={fault}
          onConfirm={() => void revoke(asking.key)}
          onClose={close}
        >
          <p>{t('apiKey.revokeWhy')}</p>
        </Confirm>
      )}
    </section>
  )
}

function useApiKeys() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const query = apiKeysQuery(survey.extName, i18n.language)
  const { data, error, refetch } = useQuery(query)
  const [asking, setAsking] = useState<OpenDialog | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const readAgain = () => client.invalidateQueries(query)
  const revoke = ({ keyId, label }: ApiKey) =>
    attempt(async () => {
      await send('apiKey.delete', { survey: survey.extName, keyId })
      setAsking(null)
      say(t('apiKey.revoked', { label }))
      await readAgain()
      return null
    })
  const showAddress = ({ keyId, label }: ApiKey) =>
    attempt(async () => {
      const { address } = await send('apiKey.address', { survey: survey.extName, keyId })
      setAsking({ what: 'address', label, address })
      return null
    })
  return { data, error, refetch, readAgain, asking, setAsking, busy, fault, revoke, showAddress }
}

type ActProps = { of: ApiKey; title: string; disabled?: boolean; onClick: () => void }

const Act = ({ of: { label }, title, ...rest }: ActProps) => (
  <Button {...rest}>
    {title}
    <span className="hidden-text">{label}</span>
  </Button>
)

function AddressDialog({ label, address, onClose }: { label: string; address: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={label} onClose={onClose}>
      <ShownOnce why={t('apiKey.once')} texts={[{ title: t('apiKey.address'), value: address }]} onClose={onClose} />
    </Dialog>
  )
}

function KeyLine({ apiKey }: { apiKey: ApiKey }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { label, pages, place, path, isAlone, expiresOn, isExpired, createdAt, createdBy, usedAt } = apiKey
  const titles = pages.map((name) => survey.pages.find(({ extname }) => extname === name)?.title ?? name)
  const where = place === null ? t('apiKey.gone') : (path === null ? place : place.slice(1)).join(' › ')
  const day = formatDay(expiresOn, i18n.language)
  return (
    <div className={css.key}>
      <b>{label}</b>
      <span>
        {titles.join(', ')} · {where}
        {isAlone && ` · ${t('apiKey.alone')}`}
      </span>
      <span>
        {t('apiKey.made', { when: momentDayText(createdAt, i18n.language), who: createdBy })} ·{' '}
        {usedAt === null ? t('apiKey.unused') : t('apiKey.used', { when: momentText(usedAt, i18n.language) })}
      </span>
      {day !== '' && <span data-ended={isExpired}>{t(isExpired ? 'apiKey.expired' : 'apiKey.until', { day })}</span>}
    </div>
  )
}
