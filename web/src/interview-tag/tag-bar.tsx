import { mostTagged } from '@kaiku/contract/interview-tag.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './interview-tags.module.css'
import { showTags } from './show-tags.ts'
import { knownTagsQuery } from './tag.queries.ts'
import { TagField } from './tag-field.tsx'

type Props = { survey: string; interviews: readonly string[]; onDone: () => void }

/** Gives the chosen interviews a tag or takes it from them, all at once; it can be taken back. */
export function TagBar({ survey, interviews, onDone }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  const counted = (count: number) => ({ count, n: formatCount(count, i18n.language) })
  const takeBack = (bulks: readonly string[]) =>
    void attempt(async () => {
      for (const bulkId of bulks) showTags(client, (await send('interviewTag.undo', { survey, bulkId })).changed)
      return null
    })
  const change = (how: 'add' | 'remove') => {
    const tag = form.current ? entered(form.current, 'tag').trim() : ''
    if (tag === '') return form.current?.reportValidity()
    void attempt(async () => {
      const bulks: string[] = []
      let changed = 0
      for (let from = 0; from < interviews.length; from += mostTagged) {
        const some = interviews.slice(from, from + mostTagged)
        const done = await send('interviewTag.change', { survey, interviews: some, [how]: [tag] })
        if (done.bulkId !== null) bulks.push(done.bulkId)
        changed += done.changed.length
        showTags(client, done.changed)
      }
      const undo = bulks.length === 0 ? undefined : { title: t('undo'), run: () => takeBack(bulks) }
      say(t('interviews.tagged', counted(changed)), undo)
      void client.invalidateQueries({ queryKey: knownTagsQuery(survey).queryKey })
      onDone()
      return null
    })
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    change('add')
  }
  return (
    <section className={css.bar} aria-label={t('interviews.bulk')} data-screen-only>
      <b>{t('interviews.picked', counted(interviews.length))}</b>
      <form ref={form} className={css.form} onSubmit={add}>
        <TagField survey={survey} label={t('interview.newTag')} />
        <Button type="submit" disabled={busy}>
          {t('interviews.addTag')}
        </Button>
        <Button disabled={busy} onClick={() => change('remove')}>
          {t('interviews.removeTag')}
        </Button>
      </form>
      <Button onClick={onDone}>{t('close')}</Button>
      {fault !== '' && <p role="alert">{fault}</p>}
    </section>
  )
}
