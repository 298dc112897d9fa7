import type { FormEvent } from 'react'
import { entered, useAttempt } from '../session/use-attempt.ts'
import { Button } from '../ui/control.tsx'
import css from '../ui/detail.module.css'
import { type Mentionable, MentionField } from './mention-field.tsx'

const longest = 4000

type Props = {
  label: string
  act: string
  hint?: string
  /** What it says already. */
  text?: string
  /** Who may be mentioned; absent: nobody. */
  people?: readonly Mentionable[]
  onAdd: (message: string) => Promise<void>
}

/** A field for what a colleague shall read, and its button; it is emptied when the note was taken. */
export function NoteForm({ label, act, hint, text, people, onAdd }: Props) {
  const { busy, fault, attempt } = useAttempt()
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const message = entered(form, 'message').trim()
    if (message === '') return
    void attempt(async () => {
      await onAdd(message)
      form.reset()
      return null
    })
  }
  return (
    <form onSubmit={add} className={css.noteForm}>
      {people ? (
        <MentionField {...{ label, text, hint, longest, people }} />
      ) : (
        <label>
          <span>{label}</span>
          <textarea name="message" rows={3} maxLength={longest} required placeholder={hint} defaultValue={text} />
        </label>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
      <Button type="submit" disabled={busy}>
        {act}
      </Button>
    </form>
  )
}
