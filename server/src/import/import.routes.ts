import { importCalls } from '@kaiku/contract/import.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { listImports } from '../import-log/import-log.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { withUpload } from '../upload/upload.ts'
import { importFile } from './import.ts'
import { recordImport, recordUndo } from './import-audit.ts'
import { undoImport } from './import-undo.ts'

export const importRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, importCalls, {
    async upload(who, { survey, preview }, request) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      const report = await withUpload(stores, request, (file) =>
        importFile(stores, dictionary, file, { preview: preview === 'true' }),
      )
      await recordImport(stores, actorOf(who, request.ip), dictionary, report)
      return report
    },
    async list(who, { survey }) {
      return listImports(stores.pool, await permittedSurvey(stores, who, survey, 'importData'))
    },
    async undo(who, { survey, importId }, { ip }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      const report = await undoImport(stores, dictionary, importId)
      await recordUndo(stores, actorOf(who, ip), dictionary, importId)
      return report
    },
  })
