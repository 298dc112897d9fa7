import { taskCalls } from '@kaiku/contract/task.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { type StoredTask, shownTask, taskOf, tasksOf } from './task.ts'
import { cancelTask, retryTask } from './task-change.ts'

export const taskRoutes = (app: FastifyInstance, stores: Stores) => {
  /** One’s own, and for who looks after the universe anybody’s there. */
  const reached = (who: Viewer, taskId: string) =>
    taskOf(stores, who.universe, may.manageUniverse(who) ? null : who.userId, taskId)
  const note = async (who: Viewer, address: string, { id, person, title }: StoredTask, what: 'cancel' | 'retry') => {
    if (person === who.userId) return
    await record(stores, actorOf(who, address), { action: 'task.change', subject: id, after: { [what]: title } })
  }
  mount(app, taskCalls, {
    async own(who) {
      return (await tasksOf(stores, who.universe, who.userId)).map(shownTask)
    },
    async cancel(who, { taskId }, { ip }) {
      const task = await reached(who, taskId)
      if (await cancelTask(stores, task)) await note(who, ip, task, 'cancel')
      return shownTask(await reached(who, taskId))
    },
    async retry(who, { taskId }, { ip }) {
      const task = await reached(who, taskId)
      await retryTask(stores, task)
      await note(who, ip, task, 'retry')
      return shownTask(await reached(who, taskId))
    },
  })
}
