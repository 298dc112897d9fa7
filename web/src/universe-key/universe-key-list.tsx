import type { UniverseKey } from '@kaiku/contract/universe-key.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../account/section.tsx'
import { momentDayText, momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import css from '../control/token-list.module.css'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { NewUniverseKey } from './new-universe-key.tsx'
import { universeKeysQuery } from './universe-key.queries.ts'

/** The keys with which programs use the public API: what there is, a new one, and the end of one. */
export function UniverseKeyList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const query = universeKeysQuery(universe)
  const { data, error, refetch } = useQuery(query)
  const [asking, setAsking] = useState<'new' | UniverseKey | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const readAgain = () => client.invalidateQueries(query)
  const revoke = ({ keyId, label }: UniverseKey) =>
    attempt(async () => {
      await send('universeKey.revoke', { keyId })
      setAsking(null)
      say(t('program.revoked', { name: label }))
      await readAgain()
      return null
    })
  return (
    <Section title={t('program.title')} intro={t('program.why')}>
      {error && <Failed title={t('program.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={css.hint}>{t('program.none')}</p>}
      {data && data.length > 0 && (
        <ul className={css.tokens}>
          {data.map((one) => (
            <li key={one.keyId}>
              <KeyLine of={one} />
              <Button onClick={() => setAsking(one)}>
                {t('program.revoke')}
                <span className="hidden-text">{one.label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setAsking('new')}>
          <IconPlus size={16} aria-hidden /> {t('program.new')}
        </Button>
      </div>
      {asking === 'new' && <NewUniverseKey onMade={() => void readAgain()} onClose={() => setAsking(null)} />}
      {asking !== null && asking !== 'new' && (
        <Confirm
          title={t('program.revokeTitle', { name: asking.label })}
          act={t('program.revoke')}
          busy={busy}
          fault={fault}
          onConfirm={() => void revoke(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{t('program.revokeWhy')}</p>
        </Confirm>
      )}
    </Section>
  )
}

function KeyLine({ of: { label, scopes, createdAt, usedAt, expiresOn, isExpired } }: { of: UniverseKey }) {
  const { t, i18n } = useTranslation()
  const day = formatDay(expiresOn, i18n.language)
  const facts = [
    t('program.made', { when: momentDayText(createdAt, i18n.language) }),
    usedAt === null ? t('program.unused') : t('program.used', { when: momentText(usedAt, i18n.language) }),
    ...(expiresOn === null ? [] : [t(isExpired ? 'program.ended' : 'program.until', { day })]),
  ]
  return (
    <div className={css.token}>
      <b>{label}</b>
      <span>{scopes.map((scope) => t(`program.may.${scope}`)).join(' · ')}</span>
      <span>{facts.join(' · ')}</span>
    </div>
  )
}
