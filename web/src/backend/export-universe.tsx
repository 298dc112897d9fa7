import type { OperatedUniverse } from '@kaiku/contract/backend.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './backend.module.css'
import { universeCopiesQuery } from './backend.queries.ts'

/** Asks what of a universe goes into a file; the file is made in the background. */
export function ExportUniverse({ one, onClose }: { one: OperatedUniverse; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = useId()
  const [withAnswers, setWithAnswers] = useState(false)
  const { busy, fault, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await send('universeCopy.exportUniverse', { universe: one.name, withAnswers })
      await client.invalidateQueries({ queryKey: universeCopiesQuery.queryKey })
      say(t('backend.exportBegan', { universe: one.title }))
      onClose()
      return null
    })
  }
  return (
    <Dialog title={t('backend.exportTitle', { universe: one.title })} onClose={onClose}>
      <form className={css.newUniverse} onSubmit={submit}>
        <fieldset className={css.copyChoice}>
          <legend className="hidden-text">{t('backend.exportWhat')}</legend>
          <Ticked type="radio" name={name} checked={!withAnswers} onChange={() => setWithAnswers(false)}>
            {t('backend.exportConfiguration')}
          </Ticked>
          <p>{t('backend.exportConfigurationWhy')}</p>
          <Ticked type="radio" name={name} checked={withAnswers} onChange={() => setWithAnswers(true)}>
            {t('backend.exportAnswers')}
          </Ticked>
          <p>{t('backend.exportAnswersWhy')}</p>
        </fieldset>
        <p>{t('backend.exportNever')}</p>
        <FormFault text={fault} />
        <Button type="submit" primary disabled={busy}>
          {withAnswers ? t('backend.exportActPersonal') : t('backend.exportAct')}
        </Button>
      </form>
    </Dialog>
  )
}
