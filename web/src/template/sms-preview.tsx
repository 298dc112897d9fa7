import type { Template } from '@kaiku/contract/template.ts'
import { smsSize } from '@kaiku/core/sms.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { Button, Field } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './template.module.css'
import { templatesKey } from './template.queries.ts'

/** An SMS as somebody would get it, as it was kept last, with what it takes. */
export function SmsPreview({ survey, template, locale }: { survey: string; template: Template; locale: string }) {
  const { t } = useTranslation()
  const { templateId, revision } = template
  const { data, error, refetch } = useQuery({
    queryKey: [...templatesKey(survey), 'preview', templateId, revision, locale],
    queryFn: ({ signal }) => send('template.preview', { survey, templateId, locale }, signal),
    placeholderData: keepPreviousData,
  })
  if (error) return <Failed title={t('template.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  return (
    <section aria-label={t('template.preview')} className={css.form}>
      <p className={css.hint}>
        {data.name === null ? t('template.smsForNobody') : t('template.smsFor', { name: data.name })}
      </p>
      <p className={css.sms}>{data.text}</p>
      <SmsCount text={data.text} />
    </section>
  )
}

/** As how many messages a text goes, and why. */
export function SmsCount({ text }: { text: string }) {
  const { t } = useTranslation()
  const { encoding, units, parts, left, unusual } = smsSize(text)
  return (
    <p role="status">
      <b>{t('template.smsParts', { count: parts, n: parts })}</b> · {t('template.smsUnits', { units, left })}
      {' · '}
      {t(`template.smsEncoding.${encoding}`, { unusual })}
    </p>
  )
}

/** Sends what is written to a number. */
export function SmsTest({ busy, onTest }: { busy: boolean; onTest: (number: string) => void }) {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  return (
    <form
      className={css.test}
      onSubmit={(event) => {
        event.preventDefault()
        onTest(number)
      }}
    >
      <Field
        label={t('template.testTo')}
        type="tel"
        required
        maxLength={40}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Button type="submit" disabled={busy}>
        {t('template.testSms')}
      </Button>
    </form>
  )
}
