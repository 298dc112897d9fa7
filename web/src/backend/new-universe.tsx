import { fold } from '@kaiku/core/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send, upload } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import { changeUniverse } from '../sign-in/sign-in.ts'
import css from './backend.module.css'
import { universeCopiesQuery } from './backend.queries.ts'

/** What a title may be called in addresses. */
export const nameOf = (title: string): string =>
  fold(title)
    .replace(/[åä]/g, 'a')
    .replace(/ö/g, 'o')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

/** An empty universe, or one that is made of an export. */
export function NewUniverse({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const zones = useId()
  const [title, setTitle] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [timeZone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [file, setFile] = useState<File | null>(null)
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (file) {
        await upload('universeCopy.importUniverse', { name: name ?? nameOf(title), title }, file)
        await client.invalidateQueries({ queryKey: universeCopiesQuery.queryKey })
        say(t('backend.importBegan', { universe: title }))
        onClose()
        return null
      }
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
        {!file && (
          <>
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
          </>
        )}
        <label className={css.copyFile}>
          <span>{t('backend.fromExport')}</span>
          <input type="file" accept=".zip" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
        </label>
        {file && <p>{t('backend.fromExportWhy')}</p>}
        <FormFault text={fault} />
        <Button type="submit" primary disabled={busy}>
          {file ? t('backend.importAct') : t('backend.createUniverse')}
        </Button>
      </form>
    </Dialog>
  )
}
