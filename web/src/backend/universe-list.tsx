import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { changeUniverse } from '../sign-in/sign-in.ts'
import css from './backend.module.css'
import { operatedUniversesQuery } from './backend.queries.ts'
import { NewUniverse } from './new-universe.tsx'
import { UniverseRow } from './universe-row.tsx'

/** Every universe, the way into it, and a new one. */
export function UniverseList() {
  const { t } = useTranslation()
  const { universe: own } = useIdentity()
  const { data, error } = useQuery(operatedUniversesQuery)
  const { busy, fault, attempt } = useAttempt()
  const [isNew, setNew] = useState(false)
  const open = (name: string) => void attempt(async () => changeUniverse(name).then(() => null))
  if (error) return <Notice alert title={faultText(error, t)} />
  return (
    <Section title={t('backend.universes')} intro={t('backend.newUniverseWhy')}>
      <FormFault text={fault} />
      <ul className={css.universes}>
        {data?.map((one) => (
          <UniverseRow key={one.name} one={one} isOwn={one.name === own} busy={busy} onOpen={() => open(one.name)} />
        ))}
      </ul>
      <div>
        <Button onClick={() => setNew(true)}>{t('backend.newUniverse')}</Button>
      </div>
      {isNew && <NewUniverse onClose={() => setNew(false)} />}
    </Section>
  )
}
