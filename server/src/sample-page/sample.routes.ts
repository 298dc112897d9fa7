import { sampleCalls, sampleImportCalls } from '@kaiku/contract/sample.ts'
import { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { sampleTableCalls } from '@kaiku/contract/sample-table.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
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
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'manageSamples')
  const openForImport = async (who: Viewer, survey: string) => {
    await open(who, survey)
    return permittedSurvey(stores, who, survey, 'importData')
  }
  const now = () => Date.now()
  mount(app, sampleCalls, {
    async list(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const list = await listSamples(stores, who, dictionary, asked, now())
      const people = list.rows.filter(({ person }) => person !== null).length
      if (people > 0)
        await record(stores, actorOf(who, ip), {
          action: 'contact.view',
          subject: dictionary.extName,
          after: { samples: people },
        })
      return list
    },
    async one(who, { survey, sampleId, locale }, { ip }) {
      const dictionary = await open(who, survey)
      const sample = await readSample(stores, who, dictionary, sampleId, locale ?? who.locale)
      if (sample.person !== null)
        await record(stores, actorOf(who, ip), {
          action: 'contact.view',
          subject: dictionary.extName,
          after: { sample: sampleId },
        })
      return sample
    },
    async ofInterview(who, { survey, interviewId }) {
      const dictionary = await open(who, survey)
      return { sampleId: await sampleOfInterview(stores, who, dictionary, interviewId) }
    },
    async change(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const { sampleId, state, version: _version, survey: _survey, locale: _locale, ...fields } = asked
      const sample = await changeSample(stores, who, dictionary, asked, now())
      await record(stores, actorOf(who, ip), {
        action: 'sample.change',
        subject: dictionary.extName,
        after: { sample: sampleId, ...(state && { state }), fields: Object.keys(fields) },
      })
      return sample
    },
    async consent(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const sample = await changeConsent(stores, who, dictionary, asked)
      await record(stores, actorOf(who, ip), {
        action: 'sample.change',
        subject: dictionary.extName,
        after: { sample: asked.sampleId, consent: asked.consent },
      })
      return sample
    },
    async bulk(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const done = await changeSamples(stores, who, dictionary, asked, now())
      await record(stores, actorOf(who, ip), {
        action: 'sample.change',
        subject: dictionary.extName,
        after: { samples: done.changed.length, state: asked.state, bulk: done.bulkId },
      })
      return done
    },
    async undo(who, { survey, bulkId }, { ip }) {
      const dictionary = await open(who, survey)
      const done = await undoSampleChanges(stores, who, dictionary, bulkId)
      await record(stores, actorOf(who, ip), {
        action: 'sample.change',
        subject: dictionary.extName,
        after: { undone: bulkId },
      })
      return done
    },
  })
  mount(app, sampleFunnelCalls, {
    funnel: async (who, asked) => sampleFunnel(stores, who, await open(who, asked.survey), asked, now()),
  })
  mount(app, sampleImportCalls, {
    async upload(who, { survey, preview, mode }, request) {
      const dictionary = await openForImport(who, survey)
      const report = await withUpload(stores, request, (file) =>
        importSamples(stores, dictionary, file, {
          mode,
          preview: preview === 'true',
          person: who.userId,
          now: now(),
          mayPlace: (leaves) => reaches(who, dictionary, 'manageSamples', leaves),
        }),
      )
      await recordSamples(stores, actorOf(who, request.ip), dictionary, report)
      return report
    },
    list: async (who, { survey }) => listSampleImports(stores.pool, await openForImport(who, survey)),
    async undo(who, { survey, importId }, { ip }) {
      const dictionary = await openForImport(who, survey)
      const report = await undoSampleImport(stores.pool, dictionary, importId)
      await recordSamplesUndone(stores, actorOf(who, ip), dictionary, importId)
      return report
    },
  })
  mount(app, sampleTableCalls, {
    async table(who, { survey, ...wanted }, { ip }, reply) {
      const dictionary = await open(who, survey)
      const file = await sampleTable(stores, who, dictionary, wanted, now())
      const { path, format, columns, groupBy } = wanted
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: { samples: groupBy ?? columns, path, format },
      })
      return asFile(reply, { ...file, name: `${dictionary.extName}-samples.${format}` })
    },
  })
}
