import { sampleCalls, sampleImportCalls } from '@kaiku/contract/sample.ts'
import { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { sampleTableCalls } from '@kaiku/contract/sample-table.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { AuditAction } from '@kaiku/core/audit-action.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mount } from '../http/mount.ts'
import { recordSamples, recordSamplesUndone } from '../sample-import/sample-audit.ts'
import { importSamples } from '../sample-import/sample-import.ts'
import { listSampleImports, undoSampleImport } from '../sample-import/sample-imports.ts'
import { sampleFunnel } from '../sample-list/sample-funnel.ts'
import { listSamples } from '../sample-list/sample-list.ts'
import { sampleTable } from '../sample-list/sample-table.ts'
import { reaches } from '../selection/scope-condition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { asFile } from '../upload/file-reply.ts'
import { withUpload } from '../upload/upload.ts'
import { changeConsent, changeSample, changeSamples, undoSampleChanges } from './change-sample.ts'
import { readSample, sampleOfInterview } from './read-sample.ts'

export const sampleRoutes = (app: FastifyInstance, stores: Stores) => {
  mount(app, sampleCalls, {
    async list(who, asked, { ip }) {
      const dictionary = await open(stores, who, asked.survey)
      const list = await listSamples(stores, who, dictionary, asked, Date.now())
      const people = list.rows.filter(({ person }) => person !== null).length
      if (people > 0) await noted(stores, actorOf(who, ip), 'contact.view', dictionary, { samples: people })
      return list
    },
    async one(who, { survey, sampleId, locale }, { ip }) {
      const dictionary = await open(stores, who, survey)
      const sample = await readSample(stores, who, dictionary, sampleId, locale ?? who.locale)
      if (sample.person !== null)
        await noted(stores, actorOf(who, ip), 'contact.view', dictionary, { sample: sampleId })
      return sample
    },
    async ofInterview(who, { survey, interviewId }) {
      const dictionary = await open(stores, who, survey)
      return { sampleId: await sampleOfInterview(stores, who, dictionary, interviewId) }
    },
    async change(who, asked, { ip }) {
      const dictionary = await open(stores, who, asked.survey)
      const { sampleId, state, version: _version, survey: _survey, locale: _locale, ...fields } = asked
      const sample = await changeSample(stores, who, dictionary, asked, Date.now())
      await noted(stores, actorOf(who, ip), 'sample.change', dictionary, {
        sample: sampleId,
        ...(state && { state }),
        fields: Object.keys(fields),
      })
      return sample
    },
    async consent(who, asked, { ip }) {
      const dictionary = await open(stores, who, asked.survey)
      const sample = await changeConsent(stores, who, dictionary, asked)
      await noted(stores, actorOf(who, ip), 'sample.change', dictionary, {
        sample: asked.sampleId,
        consent: asked.consent,
      })
      return sample
    },
    async bulk(who, asked, { ip }) {
      const dictionary = await open(stores, who, asked.survey)
      const done = await changeSamples(stores, who, dictionary, asked, Date.now())
      await noted(stores, actorOf(who, ip), 'sample.change', dictionary, {
        samples: done.changed.length,
        state: asked.state,
        bulk: done.bulkId,
      })
      return done
    },
    async undo(who, { survey, bulkId }, { ip }) {
      const dictionary = await open(stores, who, survey)
      const done = await undoSampleChanges(stores, who, dictionary, bulkId)
      await noted(stores, actorOf(who, ip), 'sample.change', dictionary, { undone: bulkId })
      return done
    },
  })
  importRoutes(app, stores)
  figureRoutes(app, stores)
}

const importRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, sampleImportCalls, {
    async upload(who, { survey, preview, mode }, request) {
      const dictionary = await openForImport(stores, who, survey)
      const report = await withUpload(stores, request, (file) =>
        importSamples(stores, dictionary, file, {
          mode,
          preview: preview === 'true',
          person: who.userId,
          now: Date.now(),
          mayPlace: (leaves) => reaches(who, dictionary, 'manageSamples', leaves),
        }),
      )
      await recordSamples(stores, actorOf(who, request.ip), dictionary, report)
      return report
    },
    list: async (who, { survey }) => listSampleImports(stores.pool, await openForImport(stores, who, survey)),
    async undo(who, { survey, importId }, { ip }) {
      const dictionary = await openForImport(stores, who, survey)
      const report = await undoSampleImport(stores.pool, dictionary, importId)
      await recordSamplesUndone(stores, actorOf(who, ip), dictionary, importId)
      return report
    },
  })

function figureRoutes(app: FastifyInstance, stores: Stores) {
  mount(app, sampleFunnelCalls, {
    funnel: async (who, asked) => sampleFunnel(stores, who, await open(stores, who, asked.survey), asked, Date.now()),
  })
  mount(app, sampleTableCalls, {
    async table(who, { survey, ...wanted }, { ip }, reply) {
      const dictionary = await open(stores, who, survey)
      const file = await sampleTable(stores, who, dictionary, wanted, Date.now())
      const { path, format, columns, groupBy } = wanted
      await noted(stores, actorOf(who, ip), 'data.export', dictionary, { samples: groupBy ?? columns, path, format })
      return asFile(reply, { ...file, name: `${dictionary.extName}-samples.${format}` })
    },
  })
}

const open = (stores: Stores, who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'manageSamples')

async function openForImport(stores: Stores, who: Viewer, survey: string) {
  await open(stores, who, survey)
  return permittedSurvey(stores, who, survey, 'importData')
}

const noted = (stores: Stores, actor: Actor, action: AuditAction, { extName }: Dictionary, after: object) =>
  record(stores, actor, { action, subject: extName, after })
