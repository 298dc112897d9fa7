import { interviewShareCalls } from '@kaiku/contract/interview-share.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { newToken } from '../session/token.ts'
import { findSurvey } from '../survey/survey.ts'
import { addShare, listShares, removeShare } from './interview-share.store.ts'
import { sharedInterview } from './shared-interview.ts'

/** Links that one address may try in a minute. */
const most = { tries: 60, within: 60_000 }

type At = { readonly survey: string; readonly interviewId: string }

export const interviewShareRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) => {
  const mayTry = atMost(stores, 'interview link', most.tries, most.within)
  /** Throws a Fault where the viewer may not open it, or may not share what is at its place. */
  async function opened(who: Viewer, { survey, interviewId }: At) {
    const dictionary = await findSurvey(stores, who.universe, survey)
    const { number } = await storedInterview(stores, dictionary, interviewId)
    await openInterview(stores, who, dictionary, number, 'shareInterviews')
    return { dictionary, number }
  }

  mount(app, interviewShareCalls, {
    async read(_who, { locale, ...link }, { ip }) {
      if (!(await mayTry(ip))) throw new Fault('busy', 'Too many links were tried: wait a minute.')
      const found = await sharedInterview(stores, link, locale ?? '')
      // Unknown, revoked and over are alike to who has a link.
      if (!found) throw new Fault('not_found', 'This link opens nothing.')
      const { universe, shareId } = found.share
      await record(
        stores,
        { universe, userId: null, name: 'link', actingAs: null, address: ip },
        {
          action: 'interview.readShared',
          subject: link.survey,
          after: { interview: link.interviewId, share: shareId },
        },
      )
      return found.interview
    },

    list: async (who, at) => listShares(stores, await opened(who, at)),

    async create(who, { days, ...at }, { ip }) {
      const of = await opened(who, at)
      const { extName, definition } = of.dictionary
      if (definition.settings.protection)
        throw new Fault('forbidden', 'This survey is protected: no interview of it leaves the house.')
      const secret = newToken()
      const share = await addShare(stores, of, { secret, person: who.userId, days })
      await record(stores, actorOf(who, ip), {
        action: 'interview.share',
        subject: extName,
        after: { interview: at.interviewId, share: share.shareId, expiresAt: share.expiresAt },
      })
      const path = pathTo('shared', { survey: extName, interviewId: at.interviewId, secret })
      return { ...share, address: new URL(path, publicUrl).href }
    },

    async revoke(who, { shareId, ...at }, { ip }) {
      const of = await opened(who, at)
      await removeShare(stores, of, shareId)
      await record(stores, actorOf(who, ip), {
        action: 'interview.share',
        subject: of.dictionary.extName,
        before: { interview: at.interviewId, share: shareId },
      })
      return { revoked: true } as const
    },
  })
}
