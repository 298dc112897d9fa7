import { smsCalls } from '@kaiku/contract/sms.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { atMost } from '../connection/at-most.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { gatewayAtDoor, readGateway, removeGateway, saveGateway, settingsOf, showGateway } from './gateway.ts'
import { takeReport } from './sms-report.ts'

/** Bytes of what a gateway tells at once. */
const largest = 256 * 1024
/** What one address may tell in a minute. */
const most = { tries: 3_000, within: 60_000 }

export const smsRoutes = (app: FastifyInstance, stores: Stores, { publicUrl, webhookHosts }: Configuration) => {
  const settings = async (universe: string) => {
    const found = await inUniverse(stores.pool, universe, (client) => readGateway(client, universe))
    return found && settingsOf(found)
  }
  mount(app, smsCalls, {
    gateway: ({ universe }) => showGateway(stores, universe, publicUrl),
    async saveGateway(who, asked, { ip }) {
      const before = await settings(who.universe)
      await saveGateway(stores, who.universe, asked, webhookHosts)
      const after = { gateway: await settings(who.universe), secret: asked.secret === undefined ? 'kept' : 'new' }
      await record(stores, actorOf(who, ip), { action: 'universe.change', subject: 'SMS', before, after })
      return showGateway(stores, who.universe, publicUrl)
    },
    async removeGateway(who, _asked, { ip }) {
      const before = await settings(who.universe)
      await removeGateway(stores, who.universe)
      await record(stores, actorOf(who, ip), { action: 'universe.change', subject: 'SMS', before, after: null })
      return { removed: true } as const
    },
  })
  const mayTell = atMost(stores, 'SMS report', most.tries, most.within)
  void app.register(async (open) => {
    open.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    open.post(
      '/api/sms/report/:door',
      { config: { callers: 'guests', takesRoom: false }, schema: { hide: true }, bodyLimit: largest },
      async (request: FastifyRequest<{ Params: { door: string } }>, reply) => {
        const gateway = (await mayTell(request.ip)) ? await gatewayAtDoor(stores, request.params.door) : null
        if (!gateway) return reply.code(404).send({ message: 'Nobody is told anything here.' })
        await takeReport(stores, gateway, request.body)
        return reply.code(204).send()
      },
    )
  })
}
