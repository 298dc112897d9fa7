import type { Template, TemplateContent } from '@kaiku/contract/template.ts'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { CampaignAccess } from '../campaign/campaign-access.tsx'
import { CampaignBack } from '../campaign/campaign-back.tsx'
import { Button, Field, IconButton, Segments } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { isLocale, locales as ownLocales } from '../text/text.ts'
import { LetterFields } from './letter-fields.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { MailFields } from './mail-fields.tsx'
import { SmsFields } from './sms-fields.tsx'
import { SmsPreview, SmsTest } from './sms-preview.tsx'
import css from './template.module.css'
import { templateQuery, templatesKey } from './template.queries.ts'
import { TemplateChecks } from './template-checks.tsx'
import { TemplateStanding } from './template-list.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { useDraft } from './use-draft.ts'

/** A message as it is being written, with what a recipient would get beside it. */
export const TemplatePage = () => (
  <CampaignAccess>
    <OneTemplate />
  </CampaignAccess>
)

function OneTemplate() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { templateId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(templateQuery(survey.extName, templateId, i18n.language))
  return (
    <>
      {error && <Failed title={t('template.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {data && <TemplateEditor key={templateId} survey={survey.extName} template={data} />}
    </>
  )
}

function TemplateEditor({ survey, template }: { survey: string; template: Template }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { templateId, locales } = template
  const [locale, setLocale] = useState(locales[0] ?? 'en')
  const put = (saved: Template) => {
    client.setQueryData(templateQuery(survey, templateId, i18n.language).queryKey, saved)
    void client.invalidateQueries({ queryKey: [...templatesKey(survey), 'list'] })
  }
  const { draft, standing, keep, takeRevision, change, undo, redo } = useDraft(survey, template, put)
  const { content } = draft
  const set = (next: TemplateContent) => change({ ...draft, content: next })
  const publish = () =>
    attempt(async () => {
      await keep()
      const latest = client.getQueryData(templateQuery(survey, templateId, i18n.language).queryKey) ?? template
      const published = await send('template.publish', {
        survey,
        templateId,
        revision: latest.revision,
        locale: i18n.language,
      })
      takeRevision(published)
      put(published)
      say(t('template.published', { n: published.published ?? 0 }))
      return null
    })
  const test = (number?: string) =>
    attempt(async () => {
      await keep()
      const { to } = await send('template.test', {
        survey,
        templateId,
        locale,
        ...(number === undefined ? {} : { to: number }),
      })
      say(t('template.tested', { to }))
      return null
    })
  const mayPublish = template.published === null || template.isChanged
  const isFaulty = template.checks.some(({ isFault }) => isFault)
  return (
    <>
      <PageHead
        title={draft.title || template.title}
        note={<TemplateStanding template={template} />}
        back={<CampaignBack title={t('template.title')} />}
        actions={
          !isReadOnly && (
            <>
              {template.kind === 'mail' && (
                <Button disabled={busy} onClick={() => void test()}>
                  {t('template.test')}
                </Button>
              )}
              <Button
                primary
                disabled={busy || isFaulty || !mayPublish || standing.is !== 'saved'}
                onClick={() => void publish()}
              >
                {t('template.publish')}
              </Button>
            </>
          )
        }
      />
      <FormFault text={fault} />
      <div className={css.editor}>
        <fieldset className={css.form} disabled={isReadOnly}>
          <div className={`${css.bar} ${css.spread}`}>
            {locales.length > 1 ? (
              <Segments
                label={t('template.language')}
                value={locale}
                choices={locales.map((one) => ({ value: one, title: isLocale(one) ? ownLocales[one] : one }))}
                onChange={setLocale}
              />
            ) : (
              <span />
            )}
            <span className={css.bar}>
              <span className={css.hint} role="status">
                {standing.is === 'failed'
                  ? t('template.notSaved', { why: standing.why })
                  : t(`template.${standing.is}`)}
              </span>
              <IconButton label={t('template.undo')} disabled={undo === null} onClick={() => undo?.()}>
                <IconArrowBackUp size={18} />
              </IconButton>
              <IconButton label={t('template.redo')} disabled={redo === null} onClick={() => redo?.()}>
                <IconArrowForwardUp size={18} />
              </IconButton>
            </span>
          </div>
          <Field
            label={t('template.name')}
            maxLength={200}
            value={draft.title}
            onChange={({ target }) => change({ ...draft, title: target.value })}
          />
          <ContentFields template={template} content={content} locale={locale} onChange={set} />
        </fieldset>
        <div className={css.side}>
          <Preview survey={survey} template={template} locale={locale} />
          <TemplateChecks checks={template.checks} />
          {template.kind === 'sms' && !isReadOnly && <SmsTest busy={busy} onTest={(number) => void test(number)} />}
        </div>
      </div>
    </>
  )
}

type FieldsProps = {
  template: Template
  content: TemplateContent
  locale: string
  onChange: (content: TemplateContent) => void
}

function ContentFields({ content, ...props }: FieldsProps) {
  switch (content.kind) {
    case 'mail':
      return <MailFields content={content} {...props} />
    case 'sms':
      return <SmsFields content={content} {...props} />
    case 'letter':
      return <LetterFields content={content} {...props} />
  }
}

type PreviewProps = { survey: string; template: Template; locale: string }

function Preview(props: PreviewProps) {
  switch (props.template.kind) {
    case 'mail':
      return <TemplatePreview {...props} />
    case 'sms':
      return <SmsPreview {...props} />
    case 'letter':
      return <LetterPreview {...props} />
  }
}
