import { columnSet, columnSetCalls } from '@kaiku/contract/column-set.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { listKept, removeKept, saveKept } from './kept-text.ts'

/** As many as a menu is good for. */
const most = 50
const shape = columnSet.pick({ columns: true })

export const columnSetRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  mount(app, columnSetCalls, {
    async list(who, { survey, list }) {
      const kept = await listKept(stores, who, await open(who, survey), list, shape)
      return kept.map(({ id, title, content }) => ({ columnSetId: id, list, title, columns: content.columns }))
    },
    async save(who, { survey, list, title, columns }) {
      const kept = { kind: list, shape, title, content: { columns }, most, tooMany: 'columns.savedMost' } as const
      const { id, title: saved } = await saveKept(stores, who, await open(who, survey), kept)
      return { columnSetId: id, list, title: saved, columns }
    },
    async remove(who, { survey, columnSetId }) {
      const dictionary = await open(who, survey)
      const removed = await removeKept(stores, who, dictionary, ['ranking', 'interview'], columnSetId)
      if (!removed) throw new Fault('not_found', 'There are no such columns.')
      return { removed }
    },
  })
}
