import type { Sample } from '@kaiku/contract/sample.ts'
import { postalFields } from '@kaiku/core/postal-address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { say } from '../overlay/snackbar.tsx'
import css from '../sample/sample.module.css'
import { samplesKey } from '../sample/sample.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

const fields = ['name', 'email', 'phone', ...postalFields] as const

/** Who it is, and what was known of them before; both can be put right. */
export function SamplePerson({ sample }: { sample: Sample }) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  const [isEdited, setEdited] = useState(false)
  const { person, background } = sample
  if (person === null)
    return (
      <section className={detail.box} aria-label={t('sample.addresses')}>
        <h2>{t('sample.addresses')}</h2>
        <p className={css.hint}>{t('sample.withheld')}</p>
        <Facts background={background} />
      </section>
    )
  return (
    <section className={detail.box} aria-label={t('sample.addresses')}>
      <h2>{t('sample.addresses')}</h2>
      {isEdited ? (
        <PersonForm sample={sample} onDone={() => setEdited(false)} />
      ) : (
        <>
          <dl className={css.person}>
            {([...fields, 'externalId', 'contact'] as const).map((field) => (
              <div key={field}>
                <dt>{t(`sample.field.${field}`)}</dt>
                <dd dir="auto">{person[field] ?? t('sample.nothing')}</dd>
              </div>
            ))}
            {(['locale', 'timeZone'] as const).map((field) => (
              <div key={field}>
                <dt>{t(`sample.field.${field}`)}</dt>
                <dd>{sample[field] ?? t('sample.nothing')}</dd>
              </div>
            ))}
          </dl>
          {!isReadOnly && <Button onClick={() => setEdited(true)}>{t('sample.edit')}</Button>}
        </>
      )}
      <Facts background={background} />
    </section>
  )
}

function Facts({ background }: Pick<Sample, 'background'>) {
  const { t } = useTranslation()
  if (background.length === 0) return null
  return (
    <>
      <h3 className={css.part}>{t('sample.background')}</h3>
      <dl className={css.person}>
        {background.map(({ id, title, answer }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd dir="auto">{answer.label ?? String(answer.value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function PersonForm({ sample, onDone }: { sample: Sample; onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void attempt(async () => {
      const { sampleId, version } = sample
      const text = (field: string) => entered(form, field).trim() || null
      const said = Object.fromEntries(fields.map((field) => [field, text(field)]))
      try {
        await send('sample.change', { survey: survey.extName, sampleId, version, ...said })
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'conflict') throw error
        await client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
        return t('sample.meanwhile')
      }
      await client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
      say(t('sample.saved'))
      onDone()
      return null
    })
  }
  return (
    <form className={css.form} onSubmit={save} lang={i18n.language}>
      {fields.map((field) => (
        <Field
          key={field}
          name={field}
          label={t(`sample.field.${field}`)}
          type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
          defaultValue={sample.person?.[field] ?? ''}
          maxLength={200}
        />
      ))}
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className={css.acts}>
        <Button type="submit" primary disabled={busy}>
          {t('sample.save')}
        </Button>
        <Button onClick={onDone}>{t('close')}</Button>
      </div>
    </form>
  )
}
