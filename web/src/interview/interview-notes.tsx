import type { Interview, InterviewNote } from '@kaiku/contract/interview.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../send.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { entered, useAttempt } from '../session/use-attempt.ts'
import { Button } from '../ui/control.tsx'
import css from './interview.module.css'
import { interviewQuery } from './interview.queries.ts'

const longest = 4000

/** What colleagues noted about an interview, the oldest first, and a field for the next note. */
export function InterviewNotes({ interview }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { survey, interviewId, notes } = interview
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const message = entered(form, 'message').trim()
    if (message === '') return
    void attempt(async () => {
      const note = await send('addInterviewNote', { survey, interviewId, message })
      const { queryKey } = interviewQuery(survey, interviewId, i18n.language)
      client.setQueryData(queryKey, (kept) => kept && { ...kept, notes: [...kept.notes, note] })
      form.reset()
      return null
    })
  }
  return (
    <section className={css.box} aria-label={t('interview.notes')}>
      <h2>{t('interview.notes')}</h2>
      {notes.length === 0 && <p className={css.none}>{t('interview.noNotes')}</p>}
      <ol className={css.notes}>
        {notes.map((note) => (
          <Note key={note.noteId} note={note} />
        ))}
      </ol>
      {!isReadOnly && (
        <form onSubmit={add} className={css.newNote}>
          <label>
            <span>{t('interview.newNote')}</span>
            <textarea name="message" rows={3} maxLength={longest} required />
          </label>
          {fault !== '' && <p role="alert">{fault}</p>}
          <Button type="submit" disabled={busy}>
            {t('interview.addNote')}
          </Button>
        </form>
      )}
    </section>
  )
}

function Note({ note: { by, at, message } }: { note: InterviewNote }) {
  const { t, i18n } = useTranslation()
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  return (
    <li>
      <p className={css.by}>
        <b>{by === '' ? t('interview.formerUser') : by}</b> <time dateTime={at}>{when}</time>
      </p>
      <p className={css.message} dir="auto">
        {message}
      </p>
    </li>
  )
}
