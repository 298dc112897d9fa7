import { sqlCalls } from '@kaiku/contract/sql.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { listQuestions, removeQuestion, saveQuestion } from './sql.store.ts'
import { runStatement, sqlColumns } from './sql.ts'
import { sqlProcesses } from './sql-process-pool.ts'

export const sqlRoutes = (app: FastifyInstance, stores: Stores) => {
  const processes = sqlProcesses()
  app.addHook('onClose', async () => processes.end())
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'export')
  mount(app, sqlCalls, {
    columns: async (who, { survey, locale }) => sqlColumns(stores, who, await open(who, survey), { locale }),
    async run(who, input, { ip }) {
      const dictionary = await open(who, input.survey)
      const result = await runStatement(stores, processes, who, dictionary, input)
      const { interviews, rows } = result
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: { report: 'sql', path: input.path, interviews, rows: rows.length },
      })
      return result
    },
    questions: async (who, { survey }) => listQuestions(stores, who, await open(who, survey)),
    save: async (who, { survey, ...fields }) => saveQuestion(stores, who, await open(who, survey), fields),
    async remove(who, { survey, questionId }) {
      const removed = await removeQuestion(stores, who, await open(who, survey), questionId)
      if (!removed) throw new Fault('not_found', 'There is no such statement.')
      return { removed }
    },
  })
}
