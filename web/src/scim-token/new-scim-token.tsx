import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import css from '../control/token-list.module.css'
import { Dialog } from '../overlay/dialog.tsx'
import { ShownOnce } from '../overlay/shown-once.tsx'

/** Asks for a name, then shows the token and the address, this once. */
export function NewScimToken({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [made, setMade] = useState<Reply<'scim.create'> | null>(null)
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = entered(event.currentTarget, 'name')
    void attempt(async () => {
      setMade(await send('scim.create', { name }))
      onMade()
      return null
    })
  }
  return (
    <Dialog title={t('scim.new')} onClose={onClose}>
      {made ? (
        <ShownOnce
          why={t('scim.once')}
          texts={[
            { title: t('scim.address'), value: made.address },
            { title: t('scim.token'), value: made.token },
          ]}
          onClose={onClose}
        />
      ) : (
        <form className={css.stage} onSubmit={create}>
          <p className={css.hint}>{t('scim.nameWhy')}</p>
          <Field label={t('scim.name')} name="name" required maxLength={100} autoComplete="off" />
          {fault !== '' && (
            <p role="alert" className={css.fault}>
              {fault}
            </p>
          )}
          <div className={css.acts}>
            <Button onClick={onClose}>{t('people.cancel')}</Button>
            <Button type="submit" primary disabled={busy}>
              {t('scim.create')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
