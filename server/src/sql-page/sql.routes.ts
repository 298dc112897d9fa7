import type { InputOf } from '@kaiku/contract/call.ts'
import { sqlCalls, sqlQuestion } from '@kaiku/contract/sql.ts'
import { sqlLimits } from '@kaiku/contract/sql-limit.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { toldState } from '../aggregate/data-state.ts'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { mount } from '../http/mount.ts'
import { dataColumns } from '../interview-data/data-column.ts'
import { listKept, removeKept, saveKept } from '../kept-text/kept-text.ts'
import { askedFor, questionFor } from '../result/result.ts'
import { runStatement, statementListing } from '../sql/sql.ts'
import { sharedProcesses } from '../sql/sql-process-pool.ts'
import { sqlColumnsOf } from '../sql/sql-table.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'

type Run = InputOf<(typeof sqlCalls)['run']>
const kind = 'sql'
const shape = sqlQuestion.pick({ statement: true, look: true })

export const sqlRoutes = (app: FastifyInstance, stores: Stores) => {
  app.addHook('onClose', async () => sharedProcesses(stores).end())
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'export')
  const asking = async (
    who: Viewer,
    dictionary: Dictionary,
    { path, statement, locale = who.locale }: Omit<Run, 'survey'>,
  ) => {
    const at = { path: await wholePath(stores, dictionary, path), compare: 'none', locale } as const
    const question = questionFor(stores, { ...who, takesAlong: true }, dictionary, at, Date.now())
    return askedFor(question, { type: 'Sql', statement, look: 'table' }, await toldState(stores, dictionary))
  }
  mount(app, sqlCalls, {
    async columns(who, { survey, locale }) {
      const dictionary = await open(who, survey)
      const [view] = dictionary.definition.views
      const path = view ? `${view.extName},${view.root.id}` : ''
      const asked = await asking(who, dictionary, { path, statement: 'select 1', locale })
      return sqlColumnsOf(dataColumns(statementListing(asked)))
    },
    async run(who, { survey, ...input }, { ip }) {
      const dictionary = await open(who, survey)
      const result = await runStatement(await asking(who, dictionary, input), input.statement)
      const { interviews, rows } = result
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: { report: 'sql', path: input.path, interviews, rows: rows.length },
      })
      return result
    },
    async questions(who, { survey }) {
      const kept = await listKept(stores, who, await open(who, survey), kind, shape)
      return kept.map(({ id, title, content }) => Object.assign({ questionId: id, title }, content))
    },
    async save(who, { survey, title, statement, look }) {
      const most = { most: sqlLimits.questions, tooMany: 'sql.mostQuestions' } as const
      const keeping = Object.assign({ kind, shape, title, content: { statement, look } } as const, most)
      const kept = await saveKept(stores, who, await open(who, survey), keeping)
      return Object.assign({ questionId: kept.id, title: kept.title }, kept.content)
    },
    async remove(who, { survey, questionId }) {
      const removed = await removeKept(stores, who, await open(who, survey), [kind], questionId)
      if (!removed) throw new Fault('not_found', 'There is no such statement.')
      return { removed }
    },
  })
}
