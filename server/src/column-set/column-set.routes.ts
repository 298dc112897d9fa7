import { columnSetCalls } from '@kaiku/contract/column-set.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { listColumnSets, removeColumnSet, saveColumnSet } from './column-set.store.ts'

export const columnSetRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  mount(app, columnSetCalls, {
    list: async (who, { survey, list }) => listColumnSets(stores, who, await open(who, survey), list),
    save: async (who, { survey, ...fields }) => saveColumnSet(stores, who, await open(who, survey), fields),
    async remove(who, { survey, columnSetId }) {
      const removed = await removeColumnSet(stores, who, await open(who, survey), columnSetId)
      if (!removed) throw new Fault('not_found', 'There are no such columns.')
      return { removed }
    },
  })
}
