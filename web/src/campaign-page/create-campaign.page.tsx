import { type MailAction, mailActions } from '@kaiku/core/campaign.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import css from '../campaign/campaign.module.css'
import { campaignQuery, campaignsKey } from '../campaign/campaign.queries.ts'
import { CampaignAccess } from '../campaign/campaign-access.tsx'
import { CampaignBack } from '../campaign/campaign-back.tsx'
import { Button, Field, Select } from '../control/control.tsx'
import { FormFault, Labelled } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Section } from '../control/section.tsx'
import { inFull } from '../filter-reference/filter-reference.ts'
import { Notice } from '../overlay/notice.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { templateQuery, templatesQuery } from '../template/template.queries.ts'
import { Audience } from './audience.tsx'
import { ContinuousFields, continuouslyOf, reminderOf, usualContinuous } from './continuous-fields.tsx'
import { type RuleDraft, RuleFields, rulesOf, usualRules } from './rule-fields.tsx'
import { comparable, noSplit, SplitFields, secondOf } from './split-fields.tsx'

/** Makes a campaign: who gets a message, what it says, when it goes. */
export const CreateCampaignPage = () => (
  <CampaignAccess>
    <CreateCampaign />
  </CampaignAccess>
)

function CreateCampaign() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const { mailAction, drillPath = '' } = useParams({ strict: false })
  const { campaignId } = useSearch({ strict: false })
  const action = mailActions.find((one) => one === mailAction) ?? 'new'
  if (isReadOnly) return <Notice title={t('campaign.notYours')} />
  const asked = { action, path: inFull(drillPath), ...(campaignId === undefined ? {} : { parent: campaignId }) }
  return (
    <>
      <PageHead title={t(`campaign.action.${action}`)} back={<CampaignBack title={t('campaign.title')} />} />
      <CampaignForm key={`${action} ${asked.path}`} survey={survey.extName} asked={asked} />
    </>
  )
}

type Asked = { action: MailAction; path: string; parent?: string }

function CampaignForm({ survey, asked }: { survey: string; asked: Asked }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { history } = useRouter()
  const { busy, fault, attempt } = useAttempt()
  const templates = useQuery(templatesQuery(survey))
  const parent = useQuery({
    ...campaignQuery(survey, asked.parent ?? '', i18n.language),
    enabled: asked.parent !== undefined,
  })
  const sendable = templates.data?.filter(({ published, isArchived }) => published !== null && !isArchived) ?? []
  const today = formatDay(dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now()), i18n.language)
  const [name, setName] = useState(t('campaign.nameOf', { action: t(`campaign.action.${asked.action}`), day: today }))
  const [chosen, setChosen] = useState('')
  const [testTo, setTestTo] = useState('')
  const [draft, setDraft] = useState<RuleDraft>(usualRules)
  const [goesOn, setGoesOn] = useState(usualContinuous)
  const templateId = chosen || (parent.data?.template?.templateId ?? sendable[0]?.templateId ?? '')
  const kind = sendable.find((one) => one.templateId === templateId)?.kind ?? 'mail'
  const isTest = asked.action === 'test'
  const [split, setSplit] = useState(noSplit)
  const others = isTest ? [] : comparable(sendable, templateId)
  const isMail = kind === 'mail' && !isTest
  const second = secondOf(split, { others, isMail })
  const written = useQuery({
    ...templateQuery(survey, templateId, i18n.language),
    enabled: second !== undefined && 'subject' in second && templateId !== '',
  })
  const isReminder = asked.action === 'reminder'
  const mayGoOn = (asked.action === 'new' || isReminder) && kind !== 'letter'
  const continuous = mayGoOn ? continuouslyOf(goesOn) : null
  /** Nobody is there yet who gets it. */
  const isLater = continuous !== null && !continuous.withPresent
  const whyNew = isLater ? undefined : t('campaign.whoWhy')
  const why =
    asked.action === 'new' ? whyNew : t(`campaign.actionWhy.${asked.action}`, { name: parent.data?.name ?? '' })
  const rules = { ...rulesOf(draft), continuous }
  const reminder = mayGoOn ? reminderOf(goesOn, t('campaign.reminderOf', { name: name.trim() })) : undefined
  const choices = sendable.map((one) => ({
    value: one.templateId,
    kind: one.kind,
    title: `${one.title} · ${t(`campaign.kind.${one.kind}`)} · ${t('template.version', { n: one.published ?? 0 })}`,
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const made = await send('campaign.create', {
        survey,
        ...asked,
        rules,
        name: name.trim(),
        templateId,
        ...(second ? { second } : {}),
        ...(isTest && kind === 'sms' ? { testTo } : {}),
        ...(reminder === undefined ? {} : { reminder }),
      })
      await client.invalidateQueries({ queryKey: campaignsKey(survey) })
      say(t('campaign.made', { name: made.name }))
      history.push(ownAddress(pathTo('mailcampaign', { survey, campaignId: made.campaignId })))
      return null
    })
  }
  return (
    <form className={css.sections} onSubmit={submit}>
      <Section title={t('campaign.who')} intro={why}>
        {isLater && <p role="status">{t(isReminder ? 'campaign.whoLaterReminder' : 'campaign.whoLater')}</p>}
        {!isTest && !isLater && templates.data && (
          <Audience
            survey={survey}
            asked={
              templateId === '' ? asked : { ...asked, templateId, ...(second && kind === 'sms' ? { second } : {}) }
            }
            kind={kind}
            rules={rules}
          />
        )}
      </Section>
      <Section title={t('campaign.what')}>
        <div className={css.form}>
          <Field
            label={t('campaign.name')}
            required
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          {templates.data && sendable.length === 0 ? (
            <p>
              <Link className={css.link} to={ownAddress(pathTo('campaigns', { survey }))}>
                {t('campaign.noTemplate')}
              </Link>
            </p>
          ) : (
            <Labelled title={t(second ? 'campaign.splitFirst' : 'campaign.template')}>
              <Select
                boxed
                label={t(second ? 'campaign.splitFirst' : 'campaign.template')}
                value={templateId}
                choices={choices}
                onChange={setChosen}
              />
            </Labelled>
          )}
          {!isTest && kind !== 'letter' && sendable.length > 0 && (
            <SplitFields
              draft={split}
              others={others}
              isMail={isMail}
              subjects={written.data?.subjects}
              onChange={setSplit}
            />
          )}
          {isTest && kind === 'sms' && (
            <Field
              label={t('template.testTo')}
              type="tel"
              required
              maxLength={40}
              value={testTo}
              onChange={({ target }) => setTestTo(target.value)}
            />
          )}
        </div>
      </Section>
      {mayGoOn && (
        <ContinuousFields
          draft={goesOn}
          isReminder={isReminder}
          templates={choices.filter((one) => one.kind !== 'letter')}
          onChange={setGoesOn}
        />
      )}
      {!isTest && (
        <RuleFields
          draft={draft}
          isPaper={kind === 'letter'}
          isMail={kind === 'mail'}
          isReminder={isReminder}
          onChange={setDraft}
        />
      )}
      <FormFault text={fault} />
      <div className={css.acts}>
        <Button type="submit" primary disabled={busy || templateId === '' || name.trim() === ''}>
          {t(draft.sendAt !== '' ? 'campaign.schedule' : continuous ? 'campaign.begin' : 'campaign.send')}
        </Button>
      </div>
    </form>
  )
}
