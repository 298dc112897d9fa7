import { correctionFileCalls } from '@kaiku/contract/correction-file.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { withUpload } from '../upload/upload.ts'
import { listFiles } from './correction-file.store.ts'
import { correctByFile, undoFile } from './correction-file.ts'
import { correctionRights } from './correction-plan.ts'

export const correctionFileRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, correctionFileCalls, {
    async list(who, { survey }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      correctionRights(who, dictionary)
      return listFiles(stores, dictionary)
    },
    async upload(who, { survey, preview, leaveRejects, seen, locale }, request) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      correctionRights(who, dictionary)
      const report = await withUpload(stores, request, (file) =>
        correctByFile(stores, who, dictionary, file, {
          preview: preview === 'true',
          leaveRejects: leaveRejects === 'true',
          seen,
          locale: locale ?? who.locale,
        }),
      )
      const { fileId, interviews, changed } = report
      if (fileId !== null)
        await record(stores, actorOf(who, request.ip), {
          action: 'data.correct',
          subject: dictionary.extName,
          after: { file: fileId, interviews, values: changed },
        })
      return report
    },
    async undo(who, { survey, fileId, locale }, { ip }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'importData')
      const undone = await undoFile(stores, who, dictionary, fileId, locale ?? who.locale)
      await record(stores, actorOf(who, ip), {
        action: 'data.correct',
        subject: dictionary.extName,
        after: { fileUndone: fileId, values: undone.restored, kept: undone.kept.length },
      })
      return undone
    },
  })
