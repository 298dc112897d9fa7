import type { CampaignSummary } from '@kaiku/contract/campaign.ts'
import type { Role } from '@kaiku/contract/role.ts'
import type { Survey } from '@kaiku/contract/survey.ts'
import type { Template } from '@kaiku/contract/template.ts'
import type { User } from '@kaiku/contract/user.ts'
import { call, enterAs, type Reached } from './kaiku.ts'

export type Chrome = 'tabs' | 'menu' | 'filters'
const detail = ['menu'] as const
const screen = ['tabs', 'menu'] as const
const results = ['tabs', 'menu', 'filters'] as const

type Kind = 'user' | 'administrator' | 'root'
type Row = { path: string; chrome: readonly Chrome[]; title: RegExp; of: readonly Kind[] }
const everybody: readonly Kind[] = ['user', 'administrator', 'root']
const administrators: readonly Kind[] = ['administrator', 'root']
const row = (path: string, chrome: readonly Chrome[], title: RegExp, of = everybody): Row => ({
  ...{ path, chrome, title, of },
})

/** The route table of the specification: what stands around a screen that is signed in to, its title, whose it is. */
export const routeTable: readonly Row[] = [
  row('/ranking/store-visits/$path', results, /./),
  row('/page/overview/store-visits/$path', results, /./),
  row('/alertlist/store-visits/$path', results, /./),
  row('/samplelist/store-visits/$path', results, /./),
  row('/card/store-visits/$path', results, /./),
  row('/proof/store-visits/$path/nps', detail, /^Where this figure comes from: NPS$/),
  row('/interview/store-visits/$interview', detail, /^Interview of/, administrators),
  row('/alert/store-visits/$alert', detail, /./, administrators),
  row('/sample/store-visits/sample/$sample', detail, /./, administrators),
  row('/reportdownload/store-visits/7', screen, /^Report/),
  row('/schedules/store-visits', screen, /^Scheduled emails$/),
  row('/links/store-visits', screen, /^Share links$/),
  row('/script/store-visits/store-visits/draft', screen, /^Script of /, administrators),
  row('/script/store-visits/draft', screen, /^Global script$/, ['root']),
  row('/script/store-visits', screen, /^Universe script$/, administrators),
  row('/campaigns/store-visits', screen, /^Campaigns$/, administrators),
  row('/effects/store-visits', detail, /^Effects$/, administrators),
  row('/mapping/store-visits/file', screen, /^Later files$/, administrators),
  row('/places/store-visits/region', screen, /^Places$/, administrators),
  row('/formeditor/store-visits/form', screen, /^Form/, administrators),
  row('/mailtemplate/store-visits/$template', screen, /^Invitation$/, administrators),
  row('/smstemplate/store-visits/$sms', screen, /^Invitation$/, administrators),
  row('/lettertemplate/store-visits/$letter', screen, /^Invitation$/, administrators),
  row('/mailcampaign/store-visits/$campaign', screen, /^Autumn$/, administrators),
  row('/createmailcampaign/store-visits/new/$path', detail, /^Invitation$/, administrators),
  row('/sql/store-visits/$path', detail, /^SQL$/, administrators),
  row('/integrity/store-visits', screen, /^Response checks$/, administrators),
  row('/userlist/store-visits', screen, /^Users$/, administrators),
  row('/usereditor/store-visits/$user', detail, /^Outi Ordinary$/, administrators),
  row('/role/store-visits/$role', screen, /^Reader$/, administrators),
  row('/administration/store-visits', screen, /^Administration$/, administrators),
  row('/settings/store-visits', screen, /^Universe settings$/, administrators),
  row('/messages/store-visits', screen, /^System messages$/, administrators),
  row('/usage/store-visits', screen, /^Usage$/, administrators),
  row('/audit/store-visits', screen, /^Audit log$/, administrators),
  row('/work/store-visits', screen, /^Background work$/, administrators),
  row('/health/store-visits', screen, /^Health of Kaiku$/, ['root']),
  row('/surveylist/store-visits', screen, /^Surveys$/, ['root']),
  row('/sl', screen, /^Surveys$/, ['root']),
]

/** Makes what the addresses name, and says how an address reads with what stands for each `$name` of it. */
export async function addressesIn(running: Reached): Promise<(path: string) => string> {
  const aino = await enterAs(running, 'aino', 'sample')
  const { startPath } = await call<Survey>(running, aino, 'vuejs/surveys/one/store-visits')
  const { roleId } = await call<Role>(running, aino, 'role/create', {
    ...{ name: 'Reader', description: '', permissions: ['seeIndicators'], surveys: null },
    ...{ rows: {}, figures: null, rules: [] },
  })
  const person = { username: 'outi', email: null, givenName: 'Outi', familyName: 'Ordinary', locale: 'en' }
  const { userId } = await call<User>(running, aino, 'user/create', {
    ...person,
    roles: [{ roleId, rows: {} }],
    invite: false,
  })
  const listed = await call<{ answers: { rows: { interviewId: string }[] }[] }>(
    ...([running, aino, `result/query/store-visits/${startPath}`] as const),
    { components: [{ type: 'InterviewList', limit: 1 }] },
  )
  const interview = listed.answers[0]?.rows[0]?.interviewId ?? ''
  const alerts = await call<{ rows: { alertId: string }[] }>(
    ...([running, aino, `vuejs/alerts/list/store-visits/${startPath}`] as const),
  )
  const alert = alerts.rows[0]?.alertId ?? ''
  const samples = await call<{ rows: { sampleId: string }[] }>(
    ...([running, aino, `vuejs/samples/list/store-visits/${startPath}`] as const),
  )
  const asked = samples.rows[0]?.sampleId ?? ''
  const { templateId: template } = await call<Template>(
    ...([running, aino, 'vuejs/templates/create/store-visits'] as const),
    { kind: 'mail', title: 'Invitation' },
  )
  const { templateId: sms } = await call<Template>(
    ...([running, aino, 'vuejs/templates/create/store-visits'] as const),
    { kind: 'sms', title: 'Invitation' },
  )
  const { templateId: letter } = await call<Template>(
    ...([running, aino, 'vuejs/templates/create/store-visits'] as const),
    { kind: 'letter', title: 'Invitation' },
  )
  await call(running, aino, `vuejs/templates/publish/store-visits/${template}`, { revision: 1 })
  // Nobody is written to: it is to begin in a year, and not before.
  const sendAt = new Date(Date.now() + 365 * 86_400_000).toISOString()
  const { campaignId: campaign } = await call<CampaignSummary>(
    ...([running, aino, 'vuejs/campaigns/create/store-visits'] as const),
    { action: 'new', path: startPath, name: 'Autumn', templateId: template, rules: { sendAt, restDays: 0 } },
  )
  const params: Readonly<Record<string, string>> = {
    path: startPath,
    role: roleId,
    user: userId,
    interview,
    alert,
    sample: asked,
    template,
    sms,
    letter,
    campaign,
  }
  return (path) => running.address + path.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? name)
}
