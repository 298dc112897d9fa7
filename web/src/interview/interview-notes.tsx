import type { Interview, InterviewNote } from '@kaiku/contract/interview.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../send.ts'
import { useIdentity } from '../session/signed-in.tsx'
import detail from '../ui/detail.module.css'
import { momentText } from '../ui/moment.ts'
import css from './interview.module.css'
import { interviewQuery } from './interview.queries.ts'
import { NoteForm } from './note-form.tsx'

/** What colleagues noted about an interview, the oldest first, and a field for the next note. */
export function InterviewNotes({ interview }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { survey, interviewId, notes } = interview
  const add = async (message: string) => {
    const note = await send('addInterviewNote', { survey, interviewId, message })
    const { queryKey } = interviewQuery(survey, interviewId, i18n.language)
    client.setQueryData(queryKey, (kept) => kept && { ...kept, notes: [...kept.notes, note] })
  }
  return (
    <section className={detail.box} aria-label={t('interview.notes')}>
      <h2>{t('interview.notes')}</h2>
      {notes.length === 0 && <p className={css.none}>{t('interview.noNotes')}</p>}
      <ol className={detail.happened}>
        {notes.map((note) => (
          <Note key={note.noteId} note={note} />
        ))}
      </ol>
      {!isReadOnly && <NoteForm label={t('interview.newNote')} act={t('interview.addNote')} onAdd={add} />}
    </section>
  )
}

function Note({ note: { by, at, message } }: { note: InterviewNote }) {
  const { t, i18n } = useTranslation()
  return (
    <li>
      <p className={detail.by}>
        <b>{by === '' ? t('interview.formerUser') : by}</b> <time dateTime={at}>{momentText(at, i18n.language)}</time>
      </p>
      <p className={detail.message} dir="auto">
        {message}
      </p>
    </li>
  )
}
