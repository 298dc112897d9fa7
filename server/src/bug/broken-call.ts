import { release } from '@kaiku/core/release.ts'
import type { FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { bugOfError, recordBug } from './bug.ts'

/** Puts a call that broke among the bugs of its universe. What nobody was signed in for is in the server's log only. */
export const recordBrokenCall =
  (stores: Stores) =>
  (error: Error, request: FastifyRequest): void => {
    const { who, params, id, log, routeOptions } = request
    if (who === undefined) return
    const named: unknown = Reflect.get(Object(params), 'survey')
    const bug = {
      ...bugOfError(error),
      survey: typeof named === 'string' ? named.slice(0, 200) : '',
      user: who.username,
      requestId: id,
      release,
      route: routeOptions.url ?? '',
    }
    recordBug(stores, who.universe, bug).catch((failure: unknown) => log.error({ err: failure }, 'a bug was not kept'))
  }
