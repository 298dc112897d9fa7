import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Button, Field, Ticked } from '../control/control.tsx'
import own from './saved-filters.module.css'

type Named = { title: string; isShared: boolean }
type Saved = Named & { holdsPage: boolean }
type Props = {
  known?: Named
  mayShare: boolean
  /** The page as it is shown can be kept with the filters. */
  mayHoldPage?: boolean
  busy: boolean
  error: Error | null
  onSave: (saved: Saved) => void
  onClose: () => void
}

/** The name of filters, and whether everybody of the survey is to have them. */
export function SavedFilterForm({ known, mayShare, mayHoldPage = false, busy, error, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [title, setTitle] = useState(known?.title ?? '')
  const [isShared, setShared] = useState(known?.isShared ?? false)
  const [holdsPage, setHoldsPage] = useState(mayHoldPage)
  const [tried, setTried] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const missing = tried && title.trim() === '' ? t('VALIDATE_ERROR_MANDATORY') : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (title.trim() !== '') onSave({ title: title.trim(), isShared, holdsPage })
  }
  return (
    <form
      ref={form}
      className={own.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Field
        label={t('saved.name')}
        maxLength={80}
        autoComplete="off"
        value={title}
        fault={missing ?? (error ? faultText(error, t) : undefined)}
        onChange={(event) => setTitle(event.target.value)}
      />
      {mayHoldPage && (
        <Ticked checked={holdsPage} onChange={(event) => setHoldsPage(event.target.checked)}>
          {t('saved.withPage')}
        </Ticked>
      )}
      {mayShare && (
        <Ticked checked={isShared} onChange={(event) => setShared(event.target.checked)}>
          {t('saved.forAll')}
        </Ticked>
      )}
      <div className={own.acts}>
        <Button onClick={onClose}>{t('saved.cancel')}</Button>
        <Button primary type="submit" disabled={busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
