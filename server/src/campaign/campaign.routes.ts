import { campaignCalls } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { changeCampaign, listCampaigns, showCampaign } from './campaign.ts'
import { markReturned, peopleOfCampaign } from './campaign-people.ts'
import { audienceOf, createCampaign } from './make-campaign.ts'

export const campaignRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'sendCampaigns')
  const noted = (actor: Actor, { extName }: Dictionary, campaign: string, after: object) =>
    record(stores, actor, { action: 'campaign.change', subject: extName, after: { campaign, ...after } })
  mount(app, campaignCalls, {
    list: async (who, { survey }) => listCampaigns(stores, who, await open(who, survey)),
    one: async (who, { survey, campaignId, locale }) =>
      showCampaign(stores, who, await open(who, survey), campaignId, { locale: locale ?? who.locale, publicUrl }),
    audience: async (who, asked) =>
      audienceOf(stores, who, await open(who, asked.survey), asked, { now: Date.now(), publicUrl }),
    async create(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const made = await createCampaign(stores, who, dictionary, asked, { now: Date.now(), publicUrl, address: ip })
      const { audience, left } = made.counts
      await noted(actorOf(who, ip), dictionary, made.campaignId, {
        name: asked.name,
        action: asked.action,
        recipients: audience - left,
      })
      return made
    },
    async change(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const changed = await changeCampaign(stores, who, dictionary, asked)
      await noted(actorOf(who, ip), dictionary, asked.campaignId, { to: asked.to })
      return changed
    },
    async returned(who, { survey, campaignId, codes }, { ip }) {
      const dictionary = await open(who, survey)
      const done = await markReturned(stores, who, dictionary, campaignId, codes)
      if (done.marked > 0) await noted(actorOf(who, ip), dictionary, campaignId, { returned: done.marked })
      return done
    },
    async recipients(who, asked, { ip }) {
      const dictionary = await open(who, asked.survey)
      const people = await peopleOfCampaign(stores, who, dictionary, asked)
      const known = people.rows.filter(({ address }) => address !== null).length
      if (known > 0)
        await record(stores, actorOf(who, ip), {
          action: 'contact.view',
          subject: dictionary.extName,
          after: { recipients: known },
        })
      return people
    },
  })
}
