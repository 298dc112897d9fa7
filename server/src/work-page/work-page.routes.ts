import { backgroundWorkCalls } from '@kaiku/contract/background-work.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { tryAgain } from '../background-work/queue-state.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import type { StoredTask } from '../task/task.ts'
import { assignState, deleteTask, deleteTasks } from '../task/task-change.ts'
import { asFile } from '../upload/file-reply.ts'
import { backgroundWork } from './standing.ts'
import { listedTask, listedTasks, taskReport } from './task-report.ts'
import { waitingTables } from './waiting-table.ts'

export const workPageRoutes = (app: FastifyInstance, stores: Stores) => {
  const note = (who: Viewer, address: string, { id, title }: Pick<StoredTask, 'id' | 'title'>, what: string) =>
    record(stores, actorOf(who, address), { action: 'task.change', subject: id, after: { [what]: title } })
  const bring = async (who: Viewer, address: string, ids: readonly string[], state: 'ready' | 'cancelled') => {
    const tasks = await assignState(stores, who.universe, ids, state)
    for (const task of tasks) await note(who, address, task, state === 'ready' ? 'retry' : 'cancel')
    const changed = tasks.map(({ id }) => id)
    return { changed, left: ids.filter((id) => !changed.includes(id)) }
  }
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
    async process(who, { taskIds }, { ip }) {
      return bring(who, ip, taskIds, 'ready')
    },
    async assignState(who, { taskIds, newstate }, { ip }) {
      return bring(who, ip, taskIds, newstate)
    },
    async deleteSingle(who, { taskId }, { ip }) {
      await note(who, ip, await deleteTask(stores, who.universe, taskId), 'delete')
      return {}
    },
    async deleteAll(who, { count, state, type }, { ip }) {
      await deleteTasks(stores, { universe: who.universe, count, state, type })
      await record(stores, actorOf(who, ip), {
        action: 'task.change',
        subject: 'all',
        after: { delete: count, state, type },
      })
      return {}
    },
    async taskReport(who, { locale = who.locale, ...wanted }, { ip }, reply) {
      const file = await taskReport(stores, who, wanted, locale)
      await record(stores, actorOf(who, ip), { action: 'data.export', subject: file.name })
      return asFile(reply, file)
    },
  })
}
