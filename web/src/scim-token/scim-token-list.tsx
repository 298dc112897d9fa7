import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentDayText, momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Field } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import { MakeSecret } from '../token-list/make-secret.tsx'
import { RevocableList } from '../token-list/revocable-list.tsx'
import { scimTokensQuery } from './scim-token.queries.ts'

/** The tokens with which directories provision users: what there is, a new one, and the end of one. */
export function ScimTokenList() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const list = useQuery(scimTokensQuery(universe))
  return (
    <RevocableList
      words="scim"
      list={list}
      describe={({ tokenId, name, createdAt, usedAt }) => {
        const made = t('scim.made', { when: momentDayText(createdAt, i18n.language) })
        const used = usedAt === null ? t('scim.unused') : t('scim.used', { when: momentText(usedAt, i18n.language) })
        return { id: tokenId, name, facts: [`${made} · ${used}`] }
      }}
      revoke={(tokenId) => send('scim.revoke', { tokenId })}
      dialog={(onMade, onClose) => <NewScimToken onMade={onMade} onClose={onClose} />}
    />
  )
}

function NewScimToken({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const make = async (form: HTMLFormElement) => {
    const { address, token } = await send('scim.create', { name: entered(form, 'name') })
    return [
      { title: t('scim.address'), value: address },
      { title: t('scim.token'), value: token },
    ]
  }
  return (
    <MakeSecret
      title={t('scim.new')}
      hint={t('scim.nameWhy')}
      act={t('scim.create')}
      once={t('scim.once')}
      make={make}
      onMade={onMade}
      onClose={onClose}
    >
      <Field label={t('scim.name')} name="name" required maxLength={100} autoComplete="off" />
    </MakeSecret>
  )
}
