import type { UniverseKey } from '@kaiku/contract/universe-key.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentDayText, momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useIdentity } from '../session/identity.ts'
import { RevocableList } from '../token-list/revocable-list.tsx'
import { NewUniverseKey } from './new-universe-key.tsx'
import { universeKeysQuery } from './universe-key.queries.ts'

/** The keys with which programs use the public API: what there is, a new one, and the end of one. */
export function UniverseKeyList() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const list = useQuery(universeKeysQuery(universe))
  const describe = ({ keyId, label, scopes, createdAt, usedAt, expiresOn, isExpired }: UniverseKey) => {
    const day = formatDay(expiresOn, i18n.language)
    const facts = [
      t('program.made', { when: momentDayText(createdAt, i18n.language) }),
      usedAt === null ? t('program.unused') : t('program.used', { when: momentText(usedAt, i18n.language) }),
      ...(expiresOn === null ? [] : [t(isExpired ? 'program.ended' : 'program.until', { day })]),
    ]
    const may = scopes.map((scope) => t(`program.may.${scope}`))
    return { id: keyId, name: label, facts: [may.join(' · '), facts.join(' · ')] }
  }
  return (
    <RevocableList
      words="program"
      list={list}
      describe={describe}
      revoke={(keyId) => send('universeKey.revoke', { keyId })}
      dialog={(onMade, onClose) => <NewUniverseKey onMade={onMade} onClose={onClose} />}
    />
  )
}
