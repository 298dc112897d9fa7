import type { Interview, InterviewNote } from '@kaiku/contract/interview.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownNote } from '../mention/use-shown-note.ts'
import { send } from '../send.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { useAttempt } from '../session/use-attempt.ts'
import { LinkButton } from '../ui/control.tsx'
import detail from '../ui/detail.module.css'
import { momentText } from '../ui/moment.ts'
import css from './interview.module.css'
import { interviewPeopleQuery, interviewQuery } from './interview.queries.ts'
import type { Mentionable } from './mention-field.tsx'
import { NoteForm } from './note-form.tsx'

/** What colleagues noted about an interview, the oldest first, and a field for the next note. */
export function InterviewNotes({ interview }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { survey, interviewId, notes } = interview
  const { data: people = [] } = useQuery({ ...interviewPeopleQuery(survey, interviewId), enabled: !isReadOnly })
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
          hint={t('interview.mention')}
          people={people}
          onAdd={async (message) => {
            const mentions = mentionedIn(message, people)
            keep(await send('addInterviewNote', { survey, interviewId, message, mentions }))
          }}
        />
      )}
    </section>
  )
}

const mentionedIn = (message: string, people: readonly Mentionable[]) =>
  people.filter(({ name }) => message.includes(`@${name}`)).map(({ userId }) => userId)

type Props = {
  note: InterviewNote
  /** Who may be mentioned. */
  people: readonly Mentionable[]
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
      onChanged(await send('removeInterviewNote', { ...of, noteId }))
      return null
    })
  const save = async (text: string) => {
    onChanged(await send('editInterviewNote', { ...of, noteId, message: text, mentions: mentionedIn(text, people) }))
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
          <LinkButton onClick={() => setOpen(!isOpen)}>{t(isOpen ? 'close' : 'interview.editNote')}</LinkButton>
          <LinkButton disabled={busy} onClick={remove}>
            {t('interview.removeNote')}
          </LinkButton>
        </p>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </li>
  )
}

/** A note in which those who were told of it stand out. */
function WithMentions({ text, people }: { text: string; people: InterviewNote['mentions'] }) {
  const names = people.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: ReactNode[] = []
  for (let rest = text; rest !== ''; ) {
    const found = names
      .map((name) => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
    const end = found?.at ?? rest.length
    parts.push(rest.slice(0, end))
    if (found) parts.push(<b key={rest.length}>{found.name}</b>)
    rest = rest.slice(end + (found?.name.length ?? 0))
  }
  return parts
}
