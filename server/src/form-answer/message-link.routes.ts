import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atMost } from '../connection/at-most.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { decisionPage, endPage, type FormLook } from '../form/form.page.ts'
import { formText } from '../form/form-text.ts'
import { allowStyles } from '../http/protection.ts'
import { isPictureFetcher } from '../recipient/machine.ts'
import { type CampaignRecipient, noteSeen, recipientByCode } from '../recipient/recipient.ts'
import { noteUnsubscribed } from '../sample/message-samples.ts'
import { readAnySample } from '../sample/stored-sample.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { refusalPage, unknownLink } from './refusal-page.ts'

type Asking = FastifyRequest<{ Params: { code: string } }>

/** Links that one address may try in a minute. */
const most = { tries: 300, within: 60_000 }
const hidden = { config: { callers: 'guests', takesRoom: false, refusalPage }, schema: { hide: true } } as const
const pressed = { ...hidden, config: { callers: 'guests', takesRoom: false, crossSite: true, refusalPage } } as const
/** A picture of one transparent dot. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** What a message’s links do beside opening the form: its reader wants no more of them; it was opened. */
export const messageLinkRoutes = (app: FastifyInstance, stores: Stores) => {
  const mayTry = atMost(stores, 'message link', most.tries, most.within)
  const found = async (request: Asking) =>
    (await mayTry(request.ip)) ? recipientByCode(stores, request.params.code) : null
  void app.register(async (links) => {
    // What a page’s button sends, and what mail programs send for their reader (RFC 8058).
    links.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    links.get('/u/:code', hidden, async (request: Asking, reply) => {
      const recipient = await found(request)
      if (!recipient) return unknownLink(request, reply)
      const { look, owner } = await lookFor(stores, recipient, reply)
      const say = (key: Parameters<typeof formText>[0]) => formText(key, recipient.locale, owner)
      const html = decisionPage(look, say('unsubscribeAsk'), say('unsubscribeWhy'), say('unsubscribe'))
      return page(reply, html)
    })
    links.post('/u/:code', pressed, async (request: Asking, reply) => {
      const recipient = await found(request)
      if (!recipient) return unknownLink(request, reply)
      await unsubscribe(stores, recipient)
      const { look } = await lookFor(stores, recipient, reply)
      return page(reply, endPage(look, formText('unsubscribed', recipient.locale), ''))
    })
    links.get('/o/:code', hidden, async (request: Asking, reply) => {
      const recipient = await found(request)
      const isMachine = isPictureFetcher(request.headers['user-agent'])
      if (recipient) await noteSeen(stores, recipient, isMachine ? 'machine_at' : 'opened_at')
      return reply.header('cache-control', 'no-store').type('image/gif').send(dot)
    })
  })
}

async function unsubscribe(stores: Stores, recipient: CampaignRecipient): Promise<void> {
  const sample = await readAnySample(stores.service, recipient.universe, recipient.sample)
  if (!sample) return
  await inTransaction(stores.service, (client) => noteUnsubscribed(client, recipient, sample.id, sample.contact))
  await noteSeen(stores, recipient, 'unsubscribed_at')
}

async function lookFor(stores: Stores, { universe, locale }: CampaignRecipient, reply: FastifyReply) {
  const { title, settings } = await readUniverse(stores.service, universe)
  const look: FormLook = {
    owner: { title, logo: settings.logo, colour: settings.colour },
    locale,
    nonce: allowStyles(reply),
  }
  return { look, owner: title }
}

const page = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
