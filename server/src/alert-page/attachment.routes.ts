import { Readable } from 'node:stream'
import { alertAttachmentCalls } from '@kaiku/contract/alert-attachment.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { attachmentLimits } from '@kaiku/core/attachment.ts'
import type { FastifyInstance } from 'fastify'
import { attach, attachedFile, detach } from '../alert-attachment/attachment.ts'
import type { Stores } from '../db/stores.ts'
import { tooLarge } from '../file-check/checked-file.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { asFile } from '../upload/file-reply.ts'
import { uploadedBytes } from '../upload/upload.ts'
import { readAlert } from './read-alert.ts'

/** Whatever a browser makes of it, it runs nothing, asks for nothing and is nowhere. */
const inert = "default-src 'none'; sandbox"

export const alertAttachmentRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'handleAlerts')
  mount(app, alertAttachmentCalls, {
    attach: async (who, { survey, alertId, locale }, request) => {
      const dictionary = await open(who, survey)
      await attach(stores, who, dictionary, alertId, await uploadedBytes(request, attachmentLimits.file, tooLarge))
      return readAlert(stores, who, dictionary, alertId, locale ?? who.locale, Date.now())
    },
    file: async (who, { survey, alertId, attachmentId }, _request, reply) => {
      const { name, type, content } = await attachedFile(stores, who, await open(who, survey), alertId, attachmentId)
      reply
        .header('content-security-policy', inert)
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
      return asFile(reply, { name, type, content: Readable.from([content]) })
    },
    detach: async (who, { survey, alertId, attachmentId, locale }) => {
      const dictionary = await open(who, survey)
      await detach(stores, who, dictionary, alertId, attachmentId)
      return readAlert(stores, who, dictionary, alertId, locale ?? who.locale, Date.now())
    },
  })
}
