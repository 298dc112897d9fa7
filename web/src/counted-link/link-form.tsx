import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, DayField, Field, LongField } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import css from '../token-list/token-list.module.css'

type Wanted = Pick<CountedLink, 'title' | 'note' | 'until'>
type Props = { start: Wanted; act: string; onSend: (wanted: Wanted) => Promise<void> }

/** What a link is called and for, and until when it counts. */
export function LinkForm({ start, act, onSend }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [until, setUntil] = useState(start.until ?? '')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [title, note] = [entered(event.currentTarget, 'title'), entered(event.currentTarget, 'note')]
    void attempt(async () => {
      await onSend({ title, note, until: until === '' ? null : until })
      return null
    })
  }
  return (
    <form className={css.stage} onSubmit={submit}>
      <Field
        label={t('link.name')}
        name="title"
        required
        maxLength={80}
        defaultValue={start.title}
        autoComplete="off"
      />
      <LongField label={t('link.note')} name="note" rows={2} maxLength={500} defaultValue={start.note} />
      <DayField label={t('link.until')} value={until} onChange={({ target }) => setUntil(target.value)} />
      <FormFault text={fault} />
      <div className={css.acts}>
        <Button type="submit" primary disabled={busy}>
          {act}
        </Button>
      </div>
    </form>
  )
}
