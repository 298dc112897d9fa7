import type { Explanation } from '@kaiku/contract/access.ts'
import { type Permission, permissions } from '@kaiku/core/access.ts'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Select } from '../control/control.tsx'
import css from './access.module.css'
import { type Place, PlaceField } from './place-field.tsx'
import { whereText } from './where-text.ts'

const icons = { all: IconCheck, part: IconMinus, none: IconX } as const

/** Why somebody may or may not do something at a place: an answer, and a sentence for each role. */
export function AccessExplainer({ userId, name, changed }: { userId: string; name: string; changed: boolean }) {
  const { t, i18n } = useTranslation()
  const [place, setPlace] = useState<Place | null>(null)
  const [permission, setPermission] = useState<Permission>('seeIndicators')
  const { survey = '', path = '' } = place ?? {}
  const asked = { survey, path, permission, user: userId, locale: i18n.language }
  const explained = useQuery({
    queryKey: ['people', 'explained', asked],
    queryFn: ({ signal }) => send('access.explain', asked, signal),
    enabled: place !== null,
  })
  return (
    <div className={css.explainer}>
      <Select
        label={t('access.permission')}
        boxed
        value={permission}
        choices={permissions.map((value) => ({ value, title: t(`permission.${value}`) }))}
        onChange={setPermission}
      />
      <PlaceField place={place} onPlace={setPlace} />
      <div aria-live="polite">
        {place === null && <p className={css.muted}>{t('access.explainHint', { name })}</p>}
        {explained.error && <p className={css.muted}>{faultText(explained.error, t)}</p>}
        {explained.data && <Answer explanation={explained.data} />}
        {explained.data && changed && <p className={css.muted}>{t('access.savedOnly')}</p>}
      </div>
    </div>
  )
}

function Answer({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation()
  const { answer, standing, roles, name, permission, place } = explanation
  const Icon = icons[answer]
  const told = {
    name,
    what: t(`permission.${permission}`),
    place: (place.length > 1 ? place.slice(1) : place).join(' › '),
  }
  return (
    <>
      <p className={css.answer} data-answer={answer}>
        <Icon size={18} aria-hidden />
        {t(`access.answer.${answer}`, told)}
      </p>
      {standing !== 'member' && <p className={css.muted}>{t(`access.standing.${standing}`)}</p>}
      {standing === 'member' && roles.length === 0 && <p className={css.muted}>{t('access.noRoles')}</p>}
      <ul className={css.reasons}>
        {[...new Set(roles.map((one) => reasonText(one, permission, t)))].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  )
}

const reasonText = ({ role, reason, where }: Explanation['roles'][number], permission: Permission, t: TFunction) =>
  t(`access.reason.${reason}`, { role, what: t(`permission.${permission}`), where: whereText(where, t) })
