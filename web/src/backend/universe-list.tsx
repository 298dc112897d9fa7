import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { changeUniverse } from '../sign-in/sign-in.ts'
import css from './backend.module.css'
import { operatedUniversesQuery } from './backend.queries.ts'
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

/** What a title may be called in addresses. */
const nameOf = (title: string): string =>
  fold(title)
    .replace(/[åä]/g, 'a')
    .replace(/ö/g, 'o')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

function NewUniverse({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const zones = useId()
  const [title, setTitle] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [timeZone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { busy, fault, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const made = await send('backend.createUniverse', { name: name ?? nameOf(title), title, timeZone })
      await changeUniverse(made.name)
      return null
    })
  }
  return (
    <Dialog title={t('backend.newUniverse')} onClose={onClose}>
      <form className={css.newUniverse} onSubmit={submit}>
        <Field
          label={t('backend.universeTitle')}
          value={title}
          required
          maxLength={120}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Field
          label={t('backend.universeName')}
          value={name ?? nameOf(title)}
          required
          maxLength={80}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={t('backend.universeZone')}
          list={zones}
          value={timeZone}
          required
          onChange={({ target }) => setZone(target.value)}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <FormFault text={fault} />
        <Button type="submit" primary disabled={busy}>
          {t('backend.createUniverse')}
        </Button>
      </form>
    </Dialog>
  )
}
