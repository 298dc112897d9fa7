import type { ScimToken } from '@kaiku/contract/scim.ts'
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
import { NewScimToken } from './new-scim-token.tsx'
import { scimTokensQuery } from './scim-token.queries.ts'

/** The tokens with which directories provision users: what there is, a new one, and the end of one. */
export function ScimTokenList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const query = scimTokensQuery(universe)
  const { data, error, refetch } = useQuery(query)
  const [asking, setAsking] = useState<'new' | ScimToken | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const readAgain = () => client.invalidateQueries(query)
  const revoke = ({ tokenId, name }: ScimToken) =>
    attempt(async () => {
      await send('scim.revoke', { tokenId })
      setAsking(null)
      say(t('scim.revoked', { name }))
      await readAgain()
      return null
    })
  return (
    <Section title={t('scim.title')} intro={t('scim.why')}>
      {error && <Failed title={t('scim.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={css.hint}>{t('scim.none')}</p>}
      {data && data.length > 0 && (
        <ul className={css.tokens}>
          {data.map((one) => (
            <li key={one.tokenId}>
              <TokenLine token={one} />
              <Button onClick={() => setAsking(one)}>
                {t('scim.revoke')}
                <span className="hidden-text">{one.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setAsking('new')}>
          <IconPlus size={16} aria-hidden /> {t('scim.new')}
        </Button>
      </div>
      {asking === 'new' && <NewScimToken onMade={() => void readAgain()} onClose={() => setAsking(null)} />}
      {asking !== null && asking !== 'new' && (
        <Confirm
          title={t('scim.revokeTitle', { name: asking.name })}
          act={t('scim.revoke')}
          busy={busy}
          fault={fault}
          onConfirm={() => void revoke(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{t('scim.revokeWhy')}</p>
        </Confirm>
      )}
    </Section>
  )
}

function TokenLine({ token: { name, createdAt, usedAt } }: { token: ScimToken }) {
  const { t, i18n } = useTranslation()
  return (
    <div className={css.token}>
      <b>{name}</b>
      <span>
        {t('scim.made', { when: momentDayText(createdAt, i18n.language) })} ·{' '}
        {usedAt === null ? t('scim.unused') : t('scim.used', { when: momentText(usedAt, i18n.language) })}
      </span>
    </div>
  )
}
