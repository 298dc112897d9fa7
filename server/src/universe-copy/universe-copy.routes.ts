import { randomInt, randomUUID } from 'node:crypto'
import { type UniverseCopy, universeCopyCalls } from '@kaiku/contract/universe-copy.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { allTasks, anyTask, createTask, type StoredTask, shownTask } from '../task/task.ts'
import { pieces } from '../task/task-file.ts'
import { refuseSuspended } from '../universe/suspension.ts'
import { findUniverse, listUniverses } from '../universe/universe.ts'
import { asFile } from '../upload/file-reply.ts'
import { withUpload } from '../upload/upload.ts'
import { exportInput, importInput, importOutput } from './copy-work.ts'
import { refuseProtected } from './export-universe.ts'
import { keepArchive, removeArchive } from './kept-archive.ts'

const mostListed = 100
/** Seeds that nobody chose lie below. */
const seeds = 2 ** 31

export const universeCopyRoutes = (app: FastifyInstance, stores: Stores) => {
  const shown = async (task: StoredTask): Promise<UniverseCopy> => {
    const names = new Map((await listUniverses(stores)).map(({ id, name }) => [id, name]))
    return shownCopy(task, names)
  }
  const find = async (id: string) => {
    const task = await anyTask(stores, id)
    if (!task?.type.startsWith('universe')) throw new Fault('not_found', 'There is no such export.')
    return task
  }

  mount(app, universeCopyCalls, {
    async exportUniverse(who, { universe: name, withAnswers }, { ip }) {
      const universe = await findUniverse(stores, name)
      if (!universe) throw new Fault('not_found', 'There is no such universe.')
      await refuseSuspended(stores, universe.id)
      if (withAnswers) await refuseProtected(stores, universe)
      await stores.disk.refuseWhenFull()
      const id = await createTask(stores, {
        type: 'universeExport',
        person: who.userId,
        survey: { universe: universe.id, survey: null },
        title: universe.title,
        tellsPeople: withAnswers,
        input: { withAnswers },
      })
      await record(stores, within(universe.id, actorOf(who, ip)), {
        action: 'universe.export',
        subject: universe.name,
        after: { withAnswers },
      })
      return shown(await find(id))
    },

    async importUniverse(who, { name, title }, request) {
      await stores.disk.refuseWhenFull()
      if (await findUniverse(stores, name)) throw refuse('conflict', 'universeCopy.taken', { name })
      const archive = randomUUID()
      try {
        await withUpload(stores, request, (uploaded) => keepArchive(stores, archive, uploaded))
        const id = await createTask(stores, {
          type: 'universeImport',
          person: who.userId,
          survey: { universe: who.universe, survey: null },
          title: title ?? name,
          tellsPeople: false,
          input: { archive, as: name, title: title ?? null },
        })
        return await shown(await find(id))
      } catch (error) {
        await removeArchive(stores, archive)
        throw error
      }
    },

    async copyUniverse(who, { universe: source, name, title, answers, seed = randomInt(seeds) }, { ip }) {
      const universe = await findUniverse(stores, source)
      if (!universe) throw new Fault('not_found', 'There is no such universe.')
      await refuseSuspended(stores, universe.id)
      if (await findUniverse(stores, name)) throw refuse('conflict', 'universeCopy.taken', { name })
      await stores.disk.refuseWhenFull()
      const id = await createTask(stores, {
        type: 'universeImport',
        person: who.userId,
        survey: { universe: who.universe, survey: null },
        title: title ?? name,
        tellsPeople: false,
        input: {
          archive: randomUUID(),
          as: name,
          title: title ?? null,
          copy: { universe: universe.id, answers, seed },
        },
      })
      await record(stores, within(universe.id, actorOf(who, ip)), {
        action: 'universe.copy',
        subject: universe.name,
        after: { as: name, answers, seed },
      })
      return shown(await find(id))
    },

    async list() {
      const names = new Map((await listUniverses(stores)).map(({ id, name }) => [id, name]))
      const tasks = await Promise.all(
        (['universeExport', 'universeImport'] as const).map((type) =>
          allTasks(stores, { universe: null, type }, mostListed),
        ),
      )
      return tasks
        .flat()
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, mostListed)
        .map((task) => shownCopy(task, names))
    },

    async file(who, { taskId }, { ip }, reply) {
      const task = await find(taskId)
      const { fileName, fileType } = task
      if (fileName === null || fileType === null) throw refuse('not_found', 'universeCopy.gone')
      if (task.type === 'universeExport')
        await record(stores, within(task.universe, actorOf(who, ip)), {
          action: 'universe.export',
          subject: fileName,
          after: { fetched: true },
        })
      return asFile(reply, {
        name: fileName,
        type: fileType,
        content: pieces(stores.service, task.universe, task.id),
      })
    },
  })
}

const within = (universe: string, actor: Actor): Actor => Object.assign(actor, { universe })

function shownCopy(task: StoredTask, names: ReadonlyMap<string, string>): UniverseCopy {
  const { taskId, title, state, progress, createdAt, endedAt, refusal, file } = shownTask(task)
  const isExport = task.type === 'universeExport'
  const input = isExport ? null : importInput.parse(task.input)
  const output = importOutput.safeParse(task.output)
  return {
    taskId,
    title,
    state,
    progress,
    createdAt,
    endedAt,
    refusal,
    file,
    kind: isExport ? 'export' : 'import',
    by: task.by,
    universe: input?.as ?? names.get(task.universe) ?? '',
    copyOf: input?.copy ? (names.get(input.copy.universe) ?? '') : null,
    withAnswers: isExport ? exportInput.parse(task.input).withAnswers : null,
    made: output.success ? output.data : null,
  }
}
