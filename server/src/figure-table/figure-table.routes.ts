import { figureTableCalls } from '@kaiku/contract/figure-table.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { asFile } from '../upload/file-reply.ts'
import { figureTable } from './figure-table.ts'

export const figureTableRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, figureTableCalls, {
    async figureTable(who, input, { ip }, reply) {
      return asFile(reply, await figureTable(stores, who, input, actorOf(who, ip)))
    },
  })
