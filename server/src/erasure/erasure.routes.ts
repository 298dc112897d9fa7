import { erasureCalls } from '@kaiku/contract/erasure.ts'
import { sampleReportCalls } from '@kaiku/contract/sample-table.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mount } from '../http/mount.ts'
import { sampleTable, usualTable } from '../sample-list/sample-table.ts'
import { sampleOf } from '../sample-page/read-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { listSurveys } from '../survey/survey.ts'
import type { TableFormat } from '../table-file/table-file.ts'
import { asFile } from '../upload/file-reply.ts'
import { listCertificates } from './certificate.store.ts'
import { erasePerson } from './erase-person.ts'
import { personData } from './person-data.ts'
import { personFile } from './person-file.ts'
import type { Traces } from './person-traces.ts'

export const erasureRoutes = (app: FastifyInstance, stores: Stores) => {
  const find = async (who: Viewer, survey: string, sampleId: string) => {
    const dictionary = await permittedSurvey(stores, who, survey, 'manageSamples')
    const sample = await inUniverse(stores.pool, who.universe, (client) => sampleOf(client, who, dictionary, sampleId))
    const surveys = await listSurveys(stores, who.universe)
    return { dictionary, sample, surveys, check: reachOf(who, surveys) }
  }
  mount(app, erasureCalls, {
    async erase(who, { survey, sampleId }, { ip }) {
      const { sample, surveys, check } = await find(who, survey, sampleId)
      const wanted = { universe: who.universe, surveys, contact: sample.contact ?? '', sample, check }
      return (await erasePerson(stores, wanted, actorOf(who, ip))).certificate
    },
    async data(who, { survey, sampleId }, { ip }) {
      const { dictionary, sample, surveys, check } = await find(who, survey, sampleId)
      const data = await personData(stores, who.universe, surveys, sample, check)
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: { sample: sampleId },
      })
      return data
    },
    async certificates(who, { survey }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'manageSamples')
      const surveys = await listSurveys(stores, who.universe)
      const seen = surveys.filter((one) => one === dictionary || reaches(who, one, 'manageSamples', []))
      return listCertificates(stores, dictionary, seen)
    },
  })
  mount(app, sampleReportCalls, {
    async report(who, { survey, path, sampleId, format, locale }, { ip }, reply) {
      const dictionary = await permittedSurvey(stores, who, survey, 'manageSamples')
      const language = locale ?? who.locale
      const file =
        sampleId === undefined
          ? await sampleTable(stores, who, dictionary, { ...usualTable, path, format, locale: language }, Date.now())
          : await fileOf(who, survey, sampleId, format, language)
      await record(stores, actorOf(who, ip), {
        action: 'data.export',
        subject: dictionary.extName,
        after: sampleId === undefined ? { samples: 'report', path, format } : { sample: sampleId, format },
      })
      const name = `${dictionary.extName}-${sampleId === undefined ? 'samples' : 'person'}.${format}`
      return asFile(reply, { ...file, name })
    },
  })
  /** Only for who may know who it is, wherever the person is named. */
  async function fileOf(who: Viewer, survey: string, sampleId: string, format: TableFormat, locale: string) {
    const { dictionary, sample, surveys, check } = await find(who, survey, sampleId)
    scopeOf(who, dictionary, 'seeContacts')
    return personFile(await personData(stores, who.universe, surveys, sample, check), surveys, format, locale)
  }
}

/** Refuses where the person is known at places that the viewer does not reach: nothing half done, and nothing told of it. */
const reachOf = (who: Viewer, surveys: readonly Dictionary[]) => {
  const byNumber = new Map(surveys.map((one) => [one.survey, one]))
  return ({ interviews, samples }: Traces) => {
    const isReached = [...interviews, ...samples].every(({ survey, leaves }) => {
      const dictionary = byNumber.get(survey)
      return (
        dictionary !== undefined &&
        reaches(who, dictionary, 'manageSamples', leaves) &&
        reaches(who, dictionary, 'seeContacts', leaves)
      )
    })
    if (!isReached) throw refuse('forbidden', 'sample.elsewhere')
  }
}
