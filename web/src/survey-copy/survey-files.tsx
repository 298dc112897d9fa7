import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { CopyList } from './copy-list.tsx'
import css from './survey-copy.module.css'
import { surveyCopiesQuery } from './survey-copy.queries.ts'

const choices = ['definition', 'answers', 'contacts'] as const
type Choice = (typeof choices)[number]

/** A survey as one archive, made in the background, and the archives that one has made. */
export function SurveyFiles() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isReadOnly } = useIdentity()
  const client = useQueryClient()
  const name = useId()
  const [choice, setChoice] = useState<Choice>('definition')
  const { busy, fault, attempt } = useAttempt()
  const mayTakeAnswers = (['export', 'seeInterviews', 'seeComments'] as const).every((one) => permissions.includes(one))
  const offered = choices.filter(
    (one) => one === 'definition' || (mayTakeAnswers && (one === 'answers' || permissions.includes('seeContacts'))),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const withAnswers = choice !== 'definition'
      await send('surveyCopy.exportSurvey', {
        survey: survey.extName,
        withAnswers,
        withContacts: choice === 'contacts',
      })
      await client.invalidateQueries({ queryKey: surveyCopiesQuery.queryKey })
      say(t('surveyCopy.began', { survey: survey.title }))
      return null
    })
  }
  return (
    <>
      <Section title={t('surveyCopy.export')} intro={t('surveyCopy.exportWhy')}>
        <form className={css.form} onSubmit={submit}>
          <fieldset className={css.choice}>
            <legend className="hidden-text">{t('surveyCopy.what')}</legend>
            {offered.map((one) => (
              <div key={one}>
                <Ticked type="radio" name={name} checked={choice === one} onChange={() => setChoice(one)}>
                  {t(`surveyCopy.${one}`)}
                </Ticked>
                <p>{t(`surveyCopy.${one}Why`)}</p>
              </div>
            ))}
          </fieldset>
          <FormFault text={fault} />
          <Button type="submit" primary disabled={busy || isReadOnly}>
            {choice === 'contacts' ? t('surveyCopy.exportActPersonal') : t('surveyCopy.exportAct')}
          </Button>
        </form>
      </Section>
      <CopyList />
    </>
  )
}
