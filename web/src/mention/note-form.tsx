import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import css from '../control/detail.module.css'
import type { PeopleQuery } from './mention.queries.ts'
import { MentionField } from './mention-field.tsx'
import { useMentions } from './use-mentions.tsx'

type Props = {
  label: string
  act: string
  /** What it says already. */
  text?: string
  people: PeopleQuery
  onAdd: (message: string, mentions: string[]) => Promise<void>
}

/** A field for what a colleague shall read, and its button; it is emptied when the note was taken. */
export function NoteForm({ label, act, text, people, onAdd }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const { onPick, toTell, warning, named } = useMentions(people)
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const message = entered(form, 'message').trim()
    if (message === '') return
    void attempt(async () => {
      const told = await toTell(message)
      if (told === null) return null
      await onAdd(message, told)
      form.reset()
      return null
    })
  }
  return (
    <form onSubmit={add} className={css.noteForm}>
      <MentionField {...{ label, text, people, onPick }} hint={t('mention.hint')} rows={3} required />
      {warning}
      {fault !== '' && <p role="alert">{fault}</p>}
      <Button type="submit" disabled={busy}>
        {named(act)}
      </Button>
    </form>
  )
}
