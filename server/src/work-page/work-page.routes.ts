import { backgroundWorkCalls } from '@kaiku/contract/background-work.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { tryAgain } from '../background-work/queue-state.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { asFile } from '../upload/file-reply.ts'
import { backgroundWork } from './standing.ts'
import { listedTask, listedTasks, taskReport } from './task-report.ts'
import { waitingTables } from './waiting-table.ts'

export const workPageRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, backgroundWorkCalls, {
    async standing(who) {
      return backgroundWork(stores, who)
    },
    async retry(who, { queue }, { ip }) {
      const again = await tryAgain(stores, waitingTables[queue], who.universe)
      await record(stores, actorOf(who, ip), { action: 'task.change', subject: queue, after: { retry: again } })
      return { again }
    },
    async tasks(who, wanted) {
      return (await listedTasks(stores, who, wanted)).map(listedTask)
    },
    async taskReport(who, { locale = who.locale, ...wanted }, { ip }, reply) {
      const file = await taskReport(stores, who, wanted, locale)
      await record(stores, actorOf(who, ip), { action: 'data.export', subject: file.name })
      return asFile(reply, file)
    },
  })
