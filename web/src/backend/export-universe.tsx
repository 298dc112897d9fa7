import type { OperatedUniverse } from '@kaiku/contract/backend.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './backend.module.css'
import { universeCopiesQuery } from './backend.queries.ts'
import { nameOf } from './new-universe.tsx'

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

/** As many as the server makes up, and the largest seed. */
const most = { answers: 20_000, seed: 2 ** 31 - 1 }

/** Asks what a copy of a universe with made-up answers is called; the copy is made in the background. */
export function CopyUniverse({ one, onClose }: { one: OperatedUniverse; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [answers, setAnswers] = useState('')
  const [seed, setSeed] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await send('universeCopy.copyUniverse', {
        universe: one.name,
        name: name ?? nameOf(title),
        title,
        answers: answers === '' ? null : Number(answers),
        seed: seed === '' ? undefined : Number(seed),
      })
      await client.invalidateQueries({ queryKey: universeCopiesQuery.queryKey })
      say(t('backend.madeUpBegan', { universe: one.title }))
      onClose()
      return null
    })
  }
  return (
    <Dialog title={t('backend.madeUpTitle', { universe: one.title })} onClose={onClose}>
      <form className={css.newUniverse} onSubmit={submit}>
        <p>{t('backend.madeUpWhy')}</p>
        <p>{t('backend.madeUpProtected')}</p>
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
          label={t('backend.madeUpCount', { most: formatCount(most.answers, i18n.language) })}
          type="number"
          min={0}
          max={most.answers}
          value={answers}
          onChange={({ target }) => setAnswers(target.value)}
        />
        <Field
          label={t('backend.madeUpSeed')}
          type="number"
          min={0}
          max={most.seed}
          value={seed}
          onChange={({ target }) => setSeed(target.value)}
        />
        <p>{t('backend.madeUpMarked')}</p>
        <FormFault text={fault} />
        <Button type="submit" primary disabled={busy}>
          {t('backend.madeUpAct')}
        </Button>
      </form>
    </Dialog>
  )
}
