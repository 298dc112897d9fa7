import { fetchedFileCalls } from '@kaiku/contract/fetched-file.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import {
  acceptHostKey,
  changeAddress,
  createAddress,
  fetchNow,
  knownAddress,
  pauseAddress,
  removeAddress,
} from './change-address.ts'
import { shownAddress, shownAddresses, shownRuns } from './shown-address.ts'
import { tryAddress } from './try-address.ts'

/** Trials of one person in a minute: each asks another server. */
const most = { tries: 20, within: 60_000 }

export const fetchedFileRoutes = (app: FastifyInstance, stores: Stores, { webhookHosts: own }: Configuration) => {
  const mayTry = atMost(stores, 'fetched file', most.tries, most.within)
  const inSurvey = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'importData')
  const found = async (who: Viewer, { survey, addressId }: { survey: string; addressId: string }) => {
    const dictionary = await inSurvey(who, survey)
    return { dictionary, address: await knownAddress(stores, dictionary, addressId) }
  }
  const asItIs = async (who: Viewer, at: { survey: string; addressId: string }) =>
    shownAddress(stores, (await found(who, at)).address)
  mount(app, fetchedFileCalls, {
    list: async (who, { survey }) => shownAddresses(stores, await inSurvey(who, survey)),
    async create(who, { survey, ...fields }, { ip }) {
      const dictionary = await inSurvey(who, survey)
      const addressId = await createAddress(stores, who, dictionary, fields, own, actorOf(who, ip))
      return asItIs(who, { survey, addressId })
    },
    async change(who, { survey, addressId, ...fields }, { ip }) {
      const { address } = await found(who, { survey, addressId })
      await changeAddress(stores, who, address, fields, own, actorOf(who, ip))
      return asItIs(who, { survey, addressId })
    },
    async remove(who, at, { ip }) {
      await removeAddress(stores, (await found(who, at)).address, actorOf(who, ip))
      return { removed: true } as const
    },
    async pause(who, { isPaused, ...at }, { ip }) {
      await pauseAddress(stores, (await found(who, at)).address, isPaused, actorOf(who, ip))
      return asItIs(who, at)
    },
    async trial(who, at) {
      const { dictionary, address } = await found(who, at)
      if (!(await mayTry(who.userId))) throw new Fault('busy', 'You tried too many addresses: wait a minute.')
      return tryAddress(stores, { own }, dictionary, address)
    },
    async accept(who, { hostKey, ...at }, { ip }) {
      await acceptHostKey(stores, (await found(who, at)).address, hostKey, own, actorOf(who, ip))
      return asItIs(who, at)
    },
    async run(who, at, { ip }) {
      await fetchNow(stores, who, (await found(who, at)).address, actorOf(who, ip))
      return asItIs(who, at)
    },
    runs: async (who, at) => shownRuns(stores, (await found(who, at)).address),
  })
}
