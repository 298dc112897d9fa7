import { userFileCalls } from '@kaiku/contract/user-file.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { listSurveys } from '../survey/survey.ts'
import { withUpload } from '../upload/upload.ts'
import { listUsersFor } from './user.ts'
import { writeUsers } from './user-file.ts'
import { importUsers } from './user-import.ts'

const largestFile = 5 * 1024 ** 2

export const userFileRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, userFileCalls, {
    import: (who, { preview, invite }, request) =>
      withUpload(
        stores,
        request,
        (file) =>
          importUsers(stores, who, file, {
            isPreview: preview === 'true',
            invites: invite === 'true',
            publicUrl,
            actor: actorOf(who, request.ip),
          }),
        { fileSize: largestFile },
      ),

    async export(who, { locale = who.locale, ...filter }, { ip }) {
      const users = await listUsersFor(stores, who, filter)
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: 'user',
        after: { ...filter, rows: users.length },
      })
      return { rows: users.length, csv: writeUsers(users, await listSurveys(stores, who.universe), locale) }
    },
  })
