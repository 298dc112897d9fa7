import { randomUUID } from 'node:crypto'
import type { Campaign, CampaignSummary } from '@kaiku/contract/campaign.ts'
import type { Template } from '@kaiku/contract/template.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import type { MessageKind } from '@kaiku/core/campaign.ts'
import type { PostalField } from '@kaiku/core/postal-address.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { inTransaction } from '../db/postgres.ts'
import { letterWorker } from '../letter/letter-work.ts'
import { openTransport, sendWaiting } from '../mail/outbox.ts'
import type { smtp } from '../mail/smtp.fixture.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { noteDeliveries } from '../recipient/recipient.ts'
import type { SampleWorld } from '../sample/sample.fixture.ts'
import { sendWaitingSms, smsQueue } from '../sms/send-sms.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { campaignQueue, checkCampaignMail, runCampaigns } from './campaign-work.ts'

type Headers = { authorization: string }
type Server = Awaited<ReturnType<typeof smtp>>
export type NewContact = {
  readonly email?: string
  readonly phone?: string
  readonly name?: string
  readonly store?: string
  readonly locale?: string
  readonly timeZone?: string
} & { readonly [field in PostalField]?: string }

const rethrow = (error: unknown) => {
  throw error
}
export const publicUrl = 'https://kaiku.example.com'
/** Where messages come back to. */
export const bounces = { address: 'bounces@feedback.example.com', port: null, host: '127.0.0.1' }
const from = { name: 'Kaiku', address: 'kaiku@example.com' }
const mail = { smtpUrl: null, from, bounces, dkim: null }
/** Where gateways for SMS run in tests. */
export const gatewayHosts = ['127.0.0.1']
/** At any hour. */
export const always = { fromHour: 0, toHour: 24 }

/** What goes on with campaigns in a world of samples, step by step. */
export function campaignSteps(world: SampleWorld, server: Server, name = 'visits') {
  const { stores } = world
  const json = async (reply: ReturnType<SampleWorld['post']>) => {
    const { statusCode, body, json: read } = await reply
    if (statusCode !== 200) throw new Error(body)
    return read()
  }
  const hand = async () => {
    const lanes = new WorkLanes(campaignQueue.limits, rethrow)
    const { signal } = new AbortController()
    await stores.service.query(`update campaign set next_at = now() where state = 'waiting' and next_at > now()`)
    while ((await runCampaigns(stores, { publicUrl, mail }, rethrow, lanes, signal)) > 0) await lanes.allEnd()
  }
  const deliver = async () => {
    const transport = openTransport(server.url)
    await sendWaiting(stores, transport, from, checkCampaignMail)
    transport.close()
    await inTransaction(stores.service, noteDeliveries)
  }
  return {
    /** People to be asked; their ids. */
    async people(people: readonly NewContact[], survey = name): Promise<string[]> {
      const settings = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
      const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
      const { token } = await createUniverseKey(stores, world.acme, settings, by)
      const samples = people.map(({ store = 'kamppi', ...one }) => ({
        externalId: randomUUID(),
        background: { store },
        ...one,
      }))
      const sent = await world.post({ authorization: `Bearer ${token}` }, `v1/surveys/${survey}/samples`, {
        mode: 'merge',
        samples,
      })
      const { stored } = sent.json() as { stored: { sampleId: string }[] }
      return stored.map(({ sampleId }) => sampleId)
    },
    /** A published template. */
    async template(headers: Headers, content: object = {}, kind: MessageKind = 'mail'): Promise<Template> {
      const made: Template = await json(
        world.post(headers, `vuejs/templates/create/${name}`, { kind, title: 'Invitation' }),
      )
      const changed: Template = await json(
        world.post(headers, `vuejs/templates/change/${name}/${made.templateId}`, {
          ...{ revision: made.revision, title: 'Invitation', content: { ...made.content, ...content } },
        }),
      )
      return json(
        world.post(headers, `vuejs/templates/publish/${name}/${made.templateId}`, { revision: changed.revision }),
      )
    },
    create: (headers: Headers, wanted: object) =>
      world.post(headers, `vuejs/campaigns/create/${name}`, {
        ...{ action: 'new', path: 'region,all', rules: always, name: 'Autumn' },
        ...wanted,
      }),
    async created(headers: Headers, wanted: object): Promise<CampaignSummary> {
      return json(this.create(headers, wanted))
    },
    one: async (headers: Headers, id: string): Promise<Campaign> =>
      json(world.get(headers, `vuejs/campaigns/one/${name}/${id}`)),
    /** Hands to the mail queue what is due. */
    hand,
    /** Makes the letters that wait. */
    async print() {
      const lanes = new WorkLanes(taskQueue.limits, rethrow)
      const { signal } = new AbortController()
      while ((await runTasks(stores, [letterWorker], rethrow, lanes, signal)) > 0) await lanes.allEnd()
    },
    /** Lets the mail server take what waits. */
    deliver,
    /** Lets the gateways for SMS take what is due; again and again what waits to be tried again. */
    async deliverSms(hosts: OwnHosts = gatewayHosts) {
      const lanes = new WorkLanes(smsQueue.limits, rethrow)
      const { signal } = new AbortController()
      await stores.service.query(`update sms set next_at = now() where state = 'waiting'`)
      const started = await sendWaitingSms(stores, { hosts, check: checkCampaignMail }, lanes, signal)
      await lanes.allEnd()
      await inTransaction(stores.service, noteDeliveries)
      return started
    },
    /** All of it, until nothing is to be done. */
    async send() {
      await hand()
      await deliver()
      await hand()
    },
    mailsTo: (address: string) => server.taken.filter(({ to }) => to.includes(address)).map(({ mail }) => mail),
  }
}

/** The personal link in a mail. */
export const linkIn = (text: string | undefined): string =>
  /https:\/\/kaiku\.example\.com(\/a\/\w+)/.exec(text ?? '')?.[1] ?? ''
