import type { MailBlock, MailContent, Template } from '@kaiku/contract/template.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { CampaignAccess } from '../campaign/campaign-access.tsx'
import { Button, Field, IconButton, LongField, Segments, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { isLocale, locales as ownLocales } from '../text/text.ts'
import { BlockList, textIn, withText } from './block-editor.tsx'
import css from './template.module.css'
import { templateQuery, templatesKey } from './template.queries.ts'
import { TemplateStanding } from './template-list.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { useDraft } from './use-draft.ts'

/** A mail as it is being written, with what a recipient would get beside it. */
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

const kinds: readonly MailBlock['kind'][] = ['text', 'button', 'scale', 'picture', 'divider', 'columns']

function TemplateEditor({ survey, template }: { survey: string; template: Template }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const { templateId, locales, fields } = template
  const [locale, setLocale] = useState(locales[0] ?? 'en')
  const put = (saved: Template) => {
    client.setQueryData(templateQuery(survey, templateId, i18n.language).queryKey, saved)
    void client.invalidateQueries({ queryKey: [...templatesKey(survey), 'list'] })
  }
  const { draft, standing, keep, takeRevision, change, undo, redo } = useDraft(survey, template, put)
  const { content } = draft
  const set = (next: Partial<MailContent>) => change({ ...draft, content: { ...content, ...next } })
  const said = (name: 'subject' | 'preheader' | 'plain') => ({
    value: textIn(content[name], locale),
    onChange: ({ target }: { target: { value: string } }) =>
      set({ [name]: withText(content[name], locale, locales, target.value) }),
  })
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
  const test = () =>
    attempt(async () => {
      await keep()
      const { to } = await send('template.test', { survey, templateId, locale })
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
        back={<Back survey={survey} />}
        actions={
          !isReadOnly && (
            <>
              <Button disabled={busy} onClick={() => void test()}>
                {t('template.test')}
              </Button>
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
          <Field label={t('template.subject')} {...said('subject')} />
          <Field label={t('template.preheader')} {...said('preheader')} />
          <Field
            label={t('template.sender')}
            maxLength={100}
            value={content.sender}
            onChange={({ target }) => set({ sender: target.value })}
          />
          <Field
            label={t('template.replyTo')}
            type="email"
            value={content.replyTo}
            onChange={({ target }) => set({ replyTo: target.value })}
          />
          <details>
            <summary>{t('template.fields')}</summary>
            <p className={css.hint}>{fields.map((one) => `{{ ${one} }}`).join(' ')}</p>
          </details>
          <Ticked
            checked={content.source !== ''}
            onChange={({ target }) => set({ source: target.checked ? emptyMjml : '' })}
          >
            {t('template.source')} <span className={css.hint}>{t('template.sourceWhy')}</span>
          </Ticked>
          {content.source === '' ? (
            <BlockList<MailBlock>
              blocks={content.blocks}
              kinds={kinds}
              known={{ locale, locales, questions: template.questions }}
              label={t('template.blocks')}
              onChange={(blocks) => set({ blocks })}
            />
          ) : (
            <div className={css.source}>
              <LongField
                label={t('template.source')}
                rows={20}
                value={content.source}
                onChange={({ target }) => set({ source: target.value })}
              />
              <LongField label={t('template.plain')} {...said('plain')} />
            </div>
          )}
        </fieldset>
        <div className={css.side}>
          <TemplatePreview survey={survey} template={template} locale={locale} />
        </div>
      </div>
    </>
  )
}

const emptyMjml = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hello {{ name }}</mj-text>
        <mj-button href="{{ link }}">Answer</mj-button>
        <mj-text><a href="{{ unsubscribe }}">No more of these mails</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`

/** Back to where the address says one came from, else to the templates. */
function Back({ survey }: { survey: string }) {
  const { t } = useTranslation()
  return <Link to={ownAddress(pathTo('campaigns', { survey }))}>{t('template.title')}</Link>
}
