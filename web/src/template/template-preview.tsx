import type { Template } from '@kaiku/contract/template.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, send } from '../call/send.ts'
import { Segments } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './template.module.css'
import { templatesKey } from './template.queries.ts'

/** A mail as somebody would get it, as it was kept last. */
export function TemplatePreview({ survey, template, locale }: { survey: string; template: Template; locale: string }) {
  const { t } = useTranslation()
  const [width, setWidth] = useState<'desk' | 'phone'>('desk')
  const [look, setLook] = useState<'light' | 'dark'>('light')
  const { templateId, revision, subjects } = template
  const { data, error, refetch } = useQuery({
    queryKey: [...templatesKey(survey), 'render', templateId, revision, locale, look],
    queryFn: async () => {
      const { url } = addressOf('template.render', { survey, templateId, locale, look })
      return (await send('session.fileTicket', { address: url })).address
    },
    // An address opens once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <div className={`${css.bar} ${css.spread}`}>
        <p className={css.subject}>{subjects[locale]}</p>
        <span className={css.bar}>
          <Segments
            label={t('template.colours')}
            value={look}
            choices={[
              { value: 'light', title: t('template.light') },
              { value: 'dark', title: t('template.dark') },
            ]}
            onChange={setLook}
          />
          <Segments
            label={t('template.preview')}
            value={width}
            choices={[
              { value: 'desk', title: t('template.desk') },
              { value: 'phone', title: t('template.phone') },
            ]}
            onChange={setWidth}
          />
        </span>
      </div>
      {error && <Failed title={t('template.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={640} />}
      {data && (
        <iframe
          key={data}
          title={t('template.preview')}
          src={data}
          sandbox="allow-popups"
          className={css.frame}
          data-phone={width === 'phone' || undefined}
          data-dark={look === 'dark' || undefined}
        />
      )}
    </>
  )
}
