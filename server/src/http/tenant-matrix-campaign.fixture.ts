import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { ownerMail } from './tenant-matrix.rows.ts'

type Headers = Record<string, string>
type Place = { readonly path: string; readonly title: string }

/** A template that was published, and a campaign that sends it to the people of a place. */
export async function makeCampaign(app: FastifyInstance, { service }: Stores, owner: Headers, at: Place) {
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
  return { template, smsTemplate, campaign }
}
