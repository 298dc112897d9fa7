import { countedLinkCalls } from '@kaiku/contract/counted-link.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { refuseUnseen } from '../selection/scope.ts'
import { findSurvey } from '../survey/survey.ts'
import {
  changeCountedLink,
  endCountedLink,
  listCountedLinks,
  makeCountedLink,
  openCountedLink,
  removeCountedLink,
} from './counted-link.ts'
import { hitsOfLink } from './link-hit.ts'

export const countedLinkRoutes = (app: FastifyInstance, stores: Stores) => {
  async function open(who: Viewer, name: string) {
    const dictionary = await findSurvey(stores, who.universe, name)
    refuseUnseen(who, dictionary)
    return dictionary
  }
  mount(app, countedLinkCalls, {
    list: async (who, { survey }) => listCountedLinks(stores, who, await open(who, survey)),
    create: async (who, { survey, ...wanted }) => makeCountedLink(stores, who, await open(who, survey), wanted),
    change: async (who, { survey, linkable, ...wanted }) =>
      changeCountedLink(stores, who, await open(who, survey), linkable, wanted),
    end: async (who, { survey, linkable }) => endCountedLink(stores, who, await open(who, survey), linkable),
    hits: async (who, { survey, linkable }) => hitsOfLink(stores, who, await open(who, survey), linkable),
    async remove(who, { survey, linkable }) {
      await removeCountedLink(stores, who, await open(who, survey), linkable)
      return { removed: true } as const
    },
    async open(who, { linkable }) {
      // Who looks through somebody else's eyes has followed no link in their place.
      if (who.actor || who.viewedAs) return { recorded: false, hasEnded: false }
      return openCountedLink(stores, who, linkable)
    },
  })
}
