import type { Interview } from '@kaiku/contract/interview.ts'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, IconButton } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { interviewQuery } from '../interview/interview.queries.ts'
import { useIdentity } from '../session/identity.ts'
import css from './interview-tags.module.css'
import { showTags } from './show-tags.ts'
import { knownTagsQuery } from './tag.queries.ts'
import { TagField } from './tag-field.tsx'

/** The tags of an interview; who may change something gives and takes them. */
export function InterviewTags({ interview: { survey, interviewId, tags } }: { interview: Interview }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const change = (made: { add?: string[]; remove?: string[] }) =>
    attempt(async () => {
      const { changed } = await send('interviewTag.change', { survey, interviews: [interviewId], ...made })
      const { queryKey } = interviewQuery(survey, interviewId, i18n.language)
      client.setQueryData(queryKey, (kept) => kept && { ...kept, tags: changed[0]?.tags ?? kept.tags })
      showTags(client, changed)
      void client.invalidateQueries({ queryKey: knownTagsQuery(survey).queryKey })
      return null
    })
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const tag = entered(form, 'tag').trim()
    if (tag !== '') void change({ add: [tag] }).then(() => form.reset())
  }
  return (
    <section className={detail.box} aria-label={t('interview.tags')}>
      <h2>{t('interview.tags')}</h2>
      {tags.length > 0 && (
        <ul className={css.tags}>
          {tags.map((tag) => (
            <li key={tag} className={css.tag}>
              <bdi>{tag}</bdi>
              {!isReadOnly && (
                <IconButton
                  label={t('interview.removeTag', { tag })}
                  small
                  className={css.remove}
                  disabled={busy}
                  onClick={() => void change({ remove: [tag] })}
                >
                  <IconX size={13} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {tags.length === 0 && isReadOnly && <p className={css.none}>{t('interview.noTags')}</p>}
      {!isReadOnly && (
        <form className={css.form} onSubmit={add} data-screen-only>
          <TagField survey={survey} label={t('interview.newTag')} without={tags} />
          <Button type="submit" disabled={busy}>
            {t('interview.addTag')}
          </Button>
        </form>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </section>
  )
}
