import { universeDeletionCalls } from '@kaiku/contract/universe-deletion.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { forgetRights } from '../session/who.ts'
import { resumeUniverse, suspendUniverse } from '../universe/suspension.ts'
import { certificateFile } from '../universe-deletion/certificate.ts'
import { askDeletion, findDeletion, listDeletions, shownDeletion } from '../universe-deletion/deletion.ts'
import { asFile } from '../upload/file-reply.ts'

/** How a universe rests, goes on and ends. */
export const universeLifeRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, universeDeletionCalls, {
    async suspend(who, { universe }, { ip }) {
      const id = await suspendUniverse(stores, universe, actorOf(who, ip).name)
      forgetRights(stores)
      await record(stores, within(id, who, ip), { action: 'universe.suspend', subject: universe })
      return { suspended: true } as const
    },

    async resume(who, { universe }, { ip }) {
      const id = await resumeUniverse(stores, universe)
      forgetRights(stores)
      await record(stores, within(id, who, ip), { action: 'universe.resume', subject: universe })
      return { suspended: false } as const
    },

    async remove(who, { universe, name }, { ip }) {
      const actor = actorOf(who, ip)
      const asked = await askDeletion(stores, universe, name, actor.name)
      // What is told in the universe itself goes with it.
      await record(stores, within(who.universe === asked.former ? null : who.universe, who, ip), {
        action: 'universe.delete',
        subject: asked.name,
        after: { certificate: asked.id },
      })
      return shownDeletion(asked)
    },

    list: async () => (await listDeletions(stores)).map(shownDeletion),

    async certificate(who, { deletionId, format, locale = who.locale }, _request, reply) {
      const deletion = await findDeletion(stores, deletionId)
      return asFile(reply, await certificateFile(stores, deletion, { format, locale, publicUrl }))
    },
  })

const within = (universe: string | null, who: Viewer, ip: string): Actor =>
  Object.assign(actorOf(who, ip), { universe })
