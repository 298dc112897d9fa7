import type { FastifyInstance } from 'fastify'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { sendPart } from '../campaign/send-part.ts'
import type { Stores } from '../db/stores.ts'
import { letterWorker } from '../letter/letter-work.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { ownerMail, writtenMessage } from './tenant-matrix.rows.ts'

type Headers = Record<string, string>
type Place = { readonly path: string; readonly title: string }

/** A template that was published, and a campaign that sends it to the people of a place; a message to all of the universe. */
export async function makeCampaign(app: FastifyInstance, stores: Stores, owner: Headers, at: Place) {
  const { service } = stores
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/api/vuejs/${url}`, headers: owner, payload })).json()
  // Tests of templates go to who asks for them.
  const { userId } = (await app.inject({ url: '/api/account', headers: owner })).json()
  await service.query('update person set email = $2 where id = $1', [userId, ownerMail])
  const { templateId: template } = await post('templates/create/retail', { kind: 'mail', title: at.title })
  await post(`templates/publish/retail/${template}`, { revision: 1 })
  const { templateId: smsTemplate } = await post('templates/create/retail', { kind: 'sms', title: at.title })
  const { campaignId: campaign } = await post('campaigns/create/retail', {
    ...{ action: 'new', path: at.path, name: at.title, templateId: template, rules: {} },
  })
  const message = await app.inject({
    ...{ method: 'POST', url: '/api/systemmessage/create', headers: owner },
    payload: { ...writtenMessage, text: at.title, audience: { to: 'everybody' } },
  })
  const systemMessage: string = message.json().messageId
  return { template, smsTemplate, campaign, systemMessage, ...(await makeLetters(stores, post, at)) }
}

type Post = (url: string, payload: object) => Promise<{ templateId: string; campaignId: string }>

/** A letter that was made, to one of them. */
async function makeLetters(stores: Stores, post: Post, { path, title }: Place) {
  const { service } = stores
  const { templateId } = await post('templates/create/retail', { kind: 'letter', title })
  await post(`templates/publish/retail/${templateId}`, { revision: 1 })
  const made = { action: 'new', path, name: title, templateId, rules: { restDays: 0 } }
  const { campaignId } = await post('campaigns/create/retail', made)
  await sendPart(stores, campaignId, { publicUrl: 'https://kaiku.example', now: Date.now(), bounces: null })
  const lanes = new WorkLanes(taskQueue.limits, (error) => {
    throw error
  })
  await runTasks(stores, [letterWorker], () => {}, lanes, new AbortController().signal)
  await lanes.allEnd()
  const { rows } = await service.query(
    'select id, batch from letter where id in (select id from campaign_recipient where campaign = $1)',
    [campaignId],
  )
  return { letter: String(rows[0]?.id), letterBatch: String(rows[0]?.batch) }
}
