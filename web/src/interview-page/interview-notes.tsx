import type { Interview, InterviewNote } from '@kaiku/contract/interview.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { LinkButton } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import css from '../interview/interview.module.css'
import { interviewPeopleQuery, interviewQuery } from '../interview/interview.queries.ts'
import type { PeopleQuery } from '../mention/mention.queries.ts'
import { NoteForm } from '../mention/note-form.tsx'
import { useShownNote } from '../mention/use-shown-note.ts'
import { WithMentions } from '../mention/with-mentions.tsx'
import { useIdentity } from '../session/identity.ts'

/** What colleagues noted about an interview, the oldest first, and a field for the next note. */
export function InterviewNotes({ interview }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { survey, interviewId, notes } = interview
  const people: PeopleQuery = (search) => interviewPeopleQuery(survey, interviewId, search)
  const keep = (note: InterviewNote) => {
    const put = (kept: readonly InterviewNote[]) =>
      kept.some(({ noteId }) => noteId === note.noteId)
        ? kept.map((one) => (one.noteId === note.noteId ? note : one))
        : [...kept, note]
    const { queryKey } = interviewQuery(survey, interviewId, i18n.language)
    client.setQueryData(queryKey, (kept) => kept && { ...kept, notes: put(kept.notes) })
  }
  return (
    <section className={detail.box} aria-label={t('interview.notes')}>
      <h2>{t('interview.notes')}</h2>
      {notes.length === 0 && <p className={css.none}>{t('interview.noNotes')}</p>}
      <ol className={detail.happened}>
        {notes.map((note) => (
          <Note key={note.noteId} {...{ note, people }} of={{ survey, interviewId }} onChanged={keep} />
        ))}
      </ol>
      {!isReadOnly && (
        <NoteForm
          label={t('interview.newNote')}
          act={t('interview.addNote')}
          people={people}
          onAdd={async (message, mentions) => {
            keep(await send('interview.addComment', { survey, interviewId, message, mentions }))
          }}
        />
      )}
    </section>
  )
}

type Props = {
  note: InterviewNote
  /** Who may be mentioned. */
  people: PeopleQuery
  of: Pick<Interview, 'survey' | 'interviewId'>
  onChanged: (note: InterviewNote) => void
}

/** A note; its writer may change it or take it back. */
function Note({ note: { noteId, by, at, message, own, editedAt, isRemoved, mentions }, people, of, onChanged }: Props) {
  const { t, i18n } = useTranslation()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [isOpen, setOpen] = useState(false)
  const shown = useShownNote(noteId)
  const remove = () =>
    void attempt(async () => {
      onChanged(await send('interview.removeComment', { ...of, noteId }))
      return null
    })
  const save = async (text: string, told: string[]) => {
    onChanged(await send('interview.editComment', { ...of, noteId, message: text, mentions: told }))
    setOpen(false)
  }
  return (
    <li {...shown}>
      <p className={detail.by}>
        <b>{by === '' ? t('interview.formerUser') : by}</b> <time dateTime={at}>{momentText(at, i18n.language)}</time>
        {editedAt !== null &&
          !isRemoved &&
          ` · ${t('interview.noteEdited', { when: momentText(editedAt, i18n.language) })}`}
      </p>
      {isRemoved ? (
        <p className={css.none}>{t('interview.noteRemoved')}</p>
      ) : isOpen ? (
        <NoteForm
          label={t('interview.editNote')}
          act={t('interview.saveNote')}
          text={message}
          people={people}
          onAdd={save}
        />
      ) : (
        <p className={detail.message} dir="auto">
          <WithMentions text={message} people={mentions} />
        </p>
      )}
      {own && !isRemoved && !isReadOnly && (
        <p className={css.noteActs}>
          <LinkButton onClick={() => setOpen(!isOpen)}>{t(isOpen ? 'saved.cancel' : 'interview.editNote')}</LinkButton>
          <LinkButton disabled={busy} onClick={remove}>
            {t('interview.removeNote')}
          </LinkButton>
        </p>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </li>
  )
}
