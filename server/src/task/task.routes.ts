import { taskCalls } from '@kaiku/contract/task.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { cancelTask, retryTask, shownTask, taskOf, tasksOf } from './task.ts'

export const taskRoutes = (app: FastifyInstance, stores: Stores) => {
  const own = ({ universe, userId }: Viewer, taskId: string) => taskOf(stores, universe, userId, taskId)
  mount(app, taskCalls, {
    async own(who) {
      return (await tasksOf(stores, who.universe, who.userId)).map(shownTask)
    },
    async cancel(who, { taskId }) {
      await cancelTask(stores, await own(who, taskId))
      return shownTask(await own(who, taskId))
    },
    async retry(who, { taskId }) {
      await retryTask(stores, await own(who, taskId))
      return shownTask(await own(who, taskId))
    },
  })
}
