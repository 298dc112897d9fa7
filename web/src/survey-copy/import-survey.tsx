import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { CopyList } from './copy-list.tsx'
import css from './survey-copy.module.css'
import { surveyCopiesQuery } from './survey-copy.queries.ts'

/** Makes a survey of an archive that this or another universe has written. */
export function ImportSurvey() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [as, setAs] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    void attempt(async () => {
      await upload('surveyCopy.importSurvey', as === '' ? {} : { as }, file)
      await client.invalidateQueries({ queryKey: surveyCopiesQuery.queryKey })
      say(t('surveyCopy.importBegan'))
      return null
    })
  }
  return (
    <>
      <Section title={t('surveyCopy.import')} intro={t('surveyCopy.importWhy')}>
        <form className={css.form} onSubmit={submit}>
          <label className={css.file}>
            <span>{t('surveyCopy.file')}</span>
            <input type="file" accept=".zip" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
          </label>
          <Field
            label={t('surveyCopy.as')}
            value={as}
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setAs(target.value)}
          />
          <FormFault text={fault} />
          <Button type="submit" disabled={busy || !file}>
            {t('surveyCopy.importAct')}
          </Button>
        </form>
      </Section>
      <CopyList />
    </>
  )
}
