import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type SurveyCopy, surveyCopyCalls } from '@kaiku/contract/survey-copy.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { createTask, type StoredTask, shownTask, taskOf, tasksOf } from '../task/task.ts'
import { pieces } from '../task/task-file.ts'
import { keepArchive, removeArchive } from '../universe-copy/kept-archive.ts'
import { asFile } from '../upload/file-reply.ts'
import { withUpload } from '../upload/upload.ts'
import { exportInput, importOutput, refuseExport } from './survey-copy-work.ts'

const isCopy = ({ type }: StoredTask) => type === 'surveyExport' || type === 'surveyImport'

export const surveyCopyRoutes = (app: FastifyInstance, stores: Stores) => {
  const find = async (who: Viewer, id: string) => {
    const task = await taskOf(stores, who.universe, who.userId, id)
    if (!isCopy(task)) throw new Fault('not_found', 'There is no such export.')
    return task
  }

  mount(app, surveyCopyCalls, {
    async exportSurvey(who, { survey, withAnswers, withContacts }, { ip }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'editConfiguration')
      const choice = { withAnswers, withContacts: withAnswers && withContacts }
      refuseExport(who, dictionary, choice)
      await stores.disk.refuseWhenFull()
      const { settings } = dictionary.definition
      const id = await createTask(stores, {
        type: 'surveyExport',
        person: who.userId,
        survey: dictionary,
        title: localise(settings.title, who.locale, settings.locale),
        tellsPeople: withAnswers,
        input: choice,
      })
      await record(stores, actorOf(who, ip), { action: 'survey.export', subject: dictionary.extName, after: choice })
      return shownCopy(await find(who, id))
    },

    async importSurvey(who, { as }, request) {
      await stores.disk.refuseWhenFull()
      const archive = randomUUID()
      try {
        let title = ''
        await withUpload(stores, request, async (uploaded) => {
          title = basename(uploaded)
          await keepArchive(stores, archive, uploaded)
        })
        const id = await createTask(stores, {
          type: 'surveyImport',
          person: who.userId,
          survey: { universe: who.universe, survey: null },
          title,
          tellsPeople: false,
          input: { archive, as: as ?? null },
        })
        return shownCopy(await find(who, id))
      } catch (error) {
        await removeArchive(stores, archive)
        throw error
      }
    },

    list: async (who) => (await tasksOf(stores, who.universe, who.userId)).filter(isCopy).map(shownCopy),

    async file(who, { taskId }, { ip }, reply) {
      const task = await find(who, taskId)
      const { fileName, fileType, survey } = task
      if (fileName === null || fileType === null) throw refuse('not_found', 'universeCopy.gone')
      if (survey !== null) {
        // Rights may be others than when it was made.
        const dictionary = await surveyByNumber(stores, survey)
        refuseExport(who, dictionary, exportInput.parse(task.input))
        const after = { fetched: fileName }
        await record(stores, actorOf(who, ip), { action: 'survey.export', subject: dictionary.extName, after })
      }
      return asFile(reply, {
        name: fileName,
        type: fileType,
        content: pieces(stores.service, task.universe, task.id),
      })
    },
  })
}

function shownCopy(task: StoredTask): SurveyCopy {
  const { taskId, title, survey, state, progress, createdAt, endedAt, refusal, file } = shownTask(task)
  const isExport = task.type === 'surveyExport'
  const output = importOutput.safeParse(task.output)
  return {
    taskId,
    title,
    survey,
    state,
    progress,
    createdAt,
    endedAt,
    refusal,
    file,
    kind: isExport ? 'export' : 'import',
    withAnswers: isExport ? exportInput.parse(task.input).withAnswers : null,
    made: output.success ? output.data : null,
  }
}
