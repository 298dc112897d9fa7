import { apiScopes } from '@kaiku/core/api-scope.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import css from '../control/token-list.module.css'
import { Dialog } from '../overlay/dialog.tsx'
import { ShownOnce } from '../overlay/shown-once.tsx'

type Made = Reply<'universeKey.create'>

/** Asks for a name and what the key is for, then shows the key and the address, this once. */
export function NewUniverseKey({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | null>(null)
  const show = (key: Made) => {
    setMade(key)
    onMade()
  }
  return (
    <Dialog title={t('program.new')} onClose={onClose}>
      {made ? (
        <ShownOnce
          why={t('program.once')}
          texts={[
            { title: t('program.address'), value: made.address },
            { title: t('program.key'), value: made.token },
          ]}
          onClose={onClose}
        />
      ) : (
        <KeyForm onMade={show} onClose={onClose} />
      )}
    </Dialog>
  )
}

function KeyForm({ onMade, onClose }: { onMade: (key: Made) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const chosen = new FormData(form).getAll('scope')
    const scopes = apiScopes.filter((scope) => chosen.includes(scope))
    void attempt(async () => {
      if (scopes.length === 0) return t('program.noScope')
      const expiresOn = entered(form, 'expiresOn') || null
      onMade(await send('universeKey.create', { label: entered(form, 'label'), scopes, expiresOn }))
      return null
    })
  }
  return (
    <form className={css.stage} onSubmit={create}>
      <p className={css.hint}>{t('program.nameWhy')}</p>
      <Field label={t('program.name')} name="label" required maxLength={100} autoComplete="off" />
      <fieldset className={css.choices}>
        <legend>{t('program.may')}</legend>
        {apiScopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'interviews:write'} />
            {t(`program.may.${scope}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t('program.lastDay')} name="expiresOn" type="date" />
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <div className={css.acts}>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button type="submit" primary disabled={busy}>
          {t('program.create')}
        </Button>
      </div>
    </form>
  )
}
