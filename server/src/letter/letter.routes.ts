import { letterCalls } from '@kaiku/contract/letter.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { anyTask } from '../task/task.ts'
import { asFile } from '../upload/file-reply.ts'
import { fetchableBatch, lettersArchive } from './letter-archive.ts'
import { beginBatch } from './letter-batch.ts'
import { fetchBatch, fetchLetter, ticketForBatch, ticketForLetter } from './letter-download.ts'

export const letterRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'sendCampaigns')
  mount(app, letterCalls, {
    async archive(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const found = await lettersArchive(stores, who, dictionary, asked, Date.now())
      const recipients = found.letters.filter(({ address }) => address !== null).length
      if (recipients > 0)
        await record(stores, actorOf(who, ip), {
          action: 'contact.view',
          subject: dictionary.extName,
          after: { recipients },
        })
      return found
    },
    letterTicket: async (who, { survey, letterId }) => ({
      address: await ticketForLetter(stores, who, await open(who, survey), letterId),
    }),
    async render(_, { survey, letterId: id, ticket }, { ip }, reply) {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      return asFile(reply, await fetchLetter(stores, { survey, id, ticket }, ip, gone.signal))
    },
    batchTicket: async (who, { survey, batchId }) => ({
      address: await ticketForBatch(stores, who, await open(who, survey), batchId),
    }),
    batchFile: async (_, { survey, batchId: id, ticket }, { ip }, reply) =>
      asFile(reply, await fetchBatch(stores, { survey, id, ticket }, ip)),
    async makeAgain(who, { survey, batchId }) {
      const dictionary = await open(who, survey)
      const seen = await inUniverse(stores.pool, dictionary.universe, (client) =>
        fetchableBatch(client, who, dictionary, batchId),
      )
      const task = seen.task === null ? null : await anyTask(stores, seen.task)
      const goesOn = task !== null && (task.endedAt === null || (task.state === 'done' && task.fileName !== null))
      if (goesOn) throw refuse('conflict', 'task.ended')
      await inTransaction(stores.service, async (client) => {
        // Locked: of two that ask for it one has it made, and no letter comes to it meanwhile.
        const batch = await fetchableBatch(client, who, dictionary, batchId, 'lock')
        if (batch.task !== seen.task) throw refuse('conflict', 'task.ended')
        await beginBatch(client, batch, who.userId)
      })
      return {}
    },
  })
}
