import { Readable } from 'node:stream'
import { templateCalls } from '@kaiku/contract/template.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mount } from '../http/mount.ts'
import { allowMail, allowPdf } from '../http/protection.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { changeTemplate, createTemplate, listTemplates, publishTemplate, showTemplate } from './template.ts'
import { previewTemplate, renderTemplate, testTemplate } from './template-preview.ts'

/** Test messages that somebody sends in so many milliseconds: an SMS costs money, and disturbs. */
const most = { tests: 30, within: 600_000 }

export const templateRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'sendCampaigns')
  const mayTest = atMost(stores, 'test message', most.tests, most.within)
  const noted = (actor: Actor, { extName }: Dictionary, template: string, after: object) =>
    record(stores, actor, { action: 'template.change', subject: extName, after: { template, ...after } })
  mount(app, templateCalls, {
    list: async (who, { survey }) => listTemplates(stores, await open(who, survey)),
    one: async (who, { survey, templateId, locale }) =>
      showTemplate(stores, await open(who, survey), templateId, { locale: locale ?? who.locale, publicUrl }),
    async create(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const id = await createTemplate(stores, who, dictionary, asked)
      await noted(actorOf(who, ip), dictionary, id, { title: asked.title })
      return showTemplate(stores, dictionary, id, { locale: who.locale, publicUrl })
    },
    async change(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      await changeTemplate(stores, who, dictionary, asked)
      await noted(actorOf(who, ip), dictionary, asked.templateId, { title: asked.title })
      return showTemplate(stores, dictionary, asked.templateId, { locale: asked.locale ?? who.locale, publicUrl })
    },
    async publish(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      await publishTemplate(stores, who, dictionary, asked, publicUrl)
      const shown = await showTemplate(stores, dictionary, asked.templateId, {
        locale: asked.locale ?? who.locale,
        publicUrl,
      })
      await noted(actorOf(who, ip), dictionary, asked.templateId, { published: shown.published })
      return shown
    },
    async render(who, { survey, ...asked }, { ip }, reply) {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const how = { publicUrl, address: ip, signal: gone.signal }
      const { kind, made } = await renderTemplate(stores, who, await open(who, survey), asked, how)
      if (kind === 'mail') allowMail(reply)
      else allowPdf(reply)
      return Readable.from([made])
    },
    preview: async (who, { survey, ...asked }) =>
      previewTemplate(stores, who, await open(who, survey), asked, publicUrl),
    test: async (who, asked, { ip }) => {
      if (!(await mayTest(who.userId))) throw new Fault('busy', 'Too many test messages: wait some minutes.')
      return testTemplate(stores, who, await open(who, asked.survey), asked, { publicUrl, address: ip })
    },
  })
}
