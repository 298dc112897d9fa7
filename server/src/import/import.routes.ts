import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { importCalls } from '@kaiku/contract/import.ts'
import type { Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount } from '../http/mount.ts'
import { refuseUnseen } from '../result/scope.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { listImports } from './import.store.ts'
import { importFile } from './import.ts'
import { undoImport } from './import-undo.ts'

export const importRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, importCalls, {
    async upload(who, { survey, preview }, request) {
      const dictionary = await surveyFor(stores, who, survey)
      return withUpload(stores, request, (file) =>
        importFile(stores, dictionary, file, { preview: preview === 'true' }),
      )
    },
    async list(who, { survey }) {
      return listImports(stores.pool, await surveyFor(stores, who, survey))
    },
    async undo(who, { survey, importId }) {
      return undoImport(stores, await surveyFor(stores, who, survey), importId)
    },
  })

async function surveyFor(stores: Stores, who: Who, survey: string) {
  const dictionary = await findSurvey(stores, who.universe, survey)
  refuseUnseen(who, dictionary)
  return dictionary
}

/** Keeps the uploaded file in the data directory, under its own name, for as long as it is used. */
async function withUpload<T>(
  { directory }: Stores,
  request: FastifyRequest,
  use: (file: string) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new Fault('invalid', 'Send the file as a form (multipart/form-data), in the field “file”.')
  const part = await request.file()
  if (part?.fieldname !== 'file') throw new Fault('invalid', 'The form has no field “file”.')
  const uploads = join(directory, 'uploads')
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(join(uploads, 'upload-'))
  try {
    const file = join(own, safeName(part.filename))
    await pipeline(part.file, createWriteStream(file, { mode: 0o600 }))
    if (part.file.truncated) throw new Fault('too_large', 'The file is larger than an upload may be.')
    return await use(file)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** The name decides which mapping fits; it must not lead out of its directory. */
function safeName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
    .replace(/[\p{Cc}/]/gu, '_')
    .slice(-150)
  return last === '' || last === '.' || last === '..' ? 'upload' : last
}
