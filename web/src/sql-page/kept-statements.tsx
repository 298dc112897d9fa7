import type { SqlQuestion } from '@kaiku/contract/sql.ts'
import type { SqlLook } from '@kaiku/contract/sql-limit.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Button, Field, IconButton, LinkButton } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import { sqlQuestionsQuery } from '../sql/sql.queries.ts'
import css from './sql-page.module.css'

type Kept = Pick<SqlQuestion, 'title' | 'statement' | 'look'>
type Props = {
  survey: string
  /** What is written now. */
  statement: string
  look: SqlLook
  /** Null: whoever looks may keep nothing. */
  mayKeep: boolean
  onChoose: (question: Kept) => void
}

/** The statements that somebody kept: to choose, to replace by keeping under the same name, to remove with a way back. */
export function KeptStatements({ survey, statement, look, mayKeep, onChoose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = sqlQuestionsQuery(survey)
  const questions = useQuery(query).data ?? []
  const again = () => client.invalidateQueries({ queryKey: query.queryKey })
  const onError = (error: Error) => say(faultText(error, t))
  const save = useMutation({
    mutationFn: (question: Kept) => send('sql.save', { survey, ...question }),
    onError,
    onSettled: again,
  })
  const remove = useMutation({
    mutationFn: ({ questionId }: SqlQuestion) => send('sql.remove', { survey, questionId }),
    onSuccess: (_, { title, statement: kept, look: shown }) =>
      say(t('sql.removed', { title }), {
        title: t('undo'),
        run: () => save.mutate({ title, statement: kept, look: shown }),
      }),
    onError,
    onSettled: again,
  })
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const title = entered(form, 'title').trim()
    if (title !== '') save.mutate({ title, statement, look }, { onSuccess: () => form.reset() })
  }
  return (
    <section aria-label={t('sql.kept')}>
      <h2>{t('sql.kept')}</h2>
      {questions.length === 0 && <p className={css.quiet}>{t('sql.none')}</p>}
      <ul className={css.kept}>
        {questions.map((one) => (
          <li key={one.questionId}>
            <LinkButton onClick={() => onChoose(one)}>{one.title}</LinkButton>
            {mayKeep && (
              <IconButton label={t('sql.remove', { title: one.title })} small onClick={() => remove.mutate(one)}>
                <IconTrash size={15} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {mayKeep && (
        <form className={css.keep} onSubmit={keep}>
          <Field label={t('sql.name')} name="title" maxLength={80} required />
          <Button type="submit" disabled={save.isPending || statement.trim() === ''}>
            {t('sql.keep')}
          </Button>
        </form>
      )}
    </section>
  )
}
