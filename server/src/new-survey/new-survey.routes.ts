import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { type NewSurvey, newSurveyCalls } from '@kaiku/contract/new-survey.ts'
import type { TaskState } from '@kaiku/contract/task.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { firstPageOf } from '../inference/first-page.ts'
import { readDefinition } from '../publishing/definition.ts'
import { openTable } from '../table-reader/table.ts'
import { taskOf } from '../task/task.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { asFile } from '../upload/file-reply.ts'
import { withUpload } from '../upload/upload.ts'
import { keepFile, keptFile, removeFile } from './kept-file.ts'
import {
  addNewSurvey,
  dropNewSurvey,
  findNewSurvey,
  listNewSurveys,
  type StoredNewSurvey,
  settleNewSurvey,
  type Uploader,
} from './new-survey.store.ts'
import { previewOf, unpublished } from './preview.ts'
import { publishNewSurvey } from './publish-new-survey.ts'
import { understandFile } from './understand-file.ts'

const nothingSettled = { columns: {}, answers: {} }
const report = z.object({
  rows: z.int(),
  inserted: z.int(),
  corrected: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
})

/** A file is its uploader's own until a survey is made of it. */
const ownerOf = ({ universe, userId }: Viewer): Uploader => ({ universe, person: userId })
const shownState = (state: TaskState): 'importing' | 'done' | 'failed' =>
  state === 'done' ? 'done' : state === 'failed' || state === 'cancelled' ? 'failed' : 'importing'
const filesOf = ({ definition }: StoredNewSurvey) => new Map(Object.entries(definition))

const summary = ({ id, file, size, at, expiresAt, extName, task }: StoredNewSurvey) => ({
  newSurveyId: id,
  file,
  size: Number(size),
  at: at.toISOString(),
  expiresAt: expiresAt.toISOString(),
  published: extName === null ? null : { survey: extName, taskId: task },
})
const whole = (stored: StoredNewSurvey): NewSurvey =>
  Object.assign(summary(stored), { decisions: stored.decisions, understood: stored.understood })

export function newSurveyRoutes(app: FastifyInstance, stores: Stores): void {
  const universeOf = (who: Viewer) =>
    inUniverse(stores.pool, who.universe, (client) => readUniverse(client, who.universe))
  const find = (who: Viewer, id: string) => findNewSurvey(stores, ownerOf(who), id)
  mount(app, newSurveyCalls, {
    list: async (who) => (await listNewSurveys(stores, ownerOf(who))).map(summary),
    async upload(who, _input, request) {
      await stores.disk.refuseWhenFull()
      const { timeZone } = await universeOf(who)
      const id = randomUUID()
      try {
        await withUpload(stores, request, async (uploaded) => {
          const file = basename(uploaded)
          const size = await keepFile(stores, id, uploaded)
          const made = await understandFile(keptFile(stores, { id, file }), timeZone, nothingSettled)
          await addNewSurvey(stores, ownerOf(who), Object.assign({ id, file, size }, made))
        })
      } catch (error) {
        await removeFile(stores, id)
        throw error
      }
      return whole(await find(who, id))
    },
    one: async (who, { newSurveyId }) => whole(await find(who, newSurveyId)),
    async decide(who, { newSurveyId, decisions }) {
      const found = await find(who, newSurveyId)
      if (found.survey !== null) throw refuse('conflict', 'newSurvey.published')
      const { timeZone } = await universeOf(who)
      const made = await understandFile(keptFile(stores, found), timeZone, decisions)
      await settleNewSurvey(stores, ownerOf(who), newSurveyId, made)
      return whole(await find(who, newSurveyId))
    },
    async preview(who, { newSurveyId }) {
      const found = await find(who, newSurveyId)
      if (found.survey !== null) throw refuse('conflict', 'newSurvey.published')
      const { definition } = readDefinition(filesOf(found))
      const { settings } = await universeOf(who)
      const table = await openTable(keptFile(stores, found))
      try {
        return await previewOf(unpublished(who.universe, definition, settings), table, who.locale)
      } finally {
        await table.close()
      }
    },
    async definition(who, { newSurveyId }, _request, reply) {
      const found = await find(who, newSurveyId)
      const zip = new ZipFile()
      for (const [name, text] of [...filesOf(found), ['assumptions.txt', found.assumptions] as const])
        zip.addBuffer(Buffer.from(text), name)
      zip.end()
      const name = `${found.understood.extName}-definition.zip`
      return asFile(reply, {
        name,
        type: 'application/zip',
        content: (zip.outputStream as Readable).pipe(new PassThrough()),
      })
    },
    async publish(who, { newSurveyId }, { ip }) {
      await publishNewSurvey(stores, who, await find(who, newSurveyId), ip)
      return summary(await find(who, newSurveyId))
    },
    async standing(who, { newSurveyId }) {
      const found = await find(who, newSurveyId)
      if (found.extName === null || found.task === null)
        throw new Fault('not_found', 'No survey was made of this file.')
      const task = await taskOf(stores, who.universe, who.userId, found.task)
      const { name } = await universeOf(who)
      return {
        survey: found.extName,
        state: shownState(task.state),
        progress: task.progress,
        report: task.state === 'done' ? report.parse(task.output) : null,
        refusal: task.refusal,
        path: firstPageOf(name, found.extName, filesOf(found)),
      }
    },
    async drop(who, { newSurveyId }) {
      const { survey } = await find(who, newSurveyId)
      // Its import may be reading it.
      if (survey !== null) throw refuse('conflict', 'newSurvey.published')
      await removeFile(stores, newSurveyId)
      await dropNewSurvey(stores, ownerOf(who), newSurveyId)
      return { dropped: true as const }
    },
  })
}
