import { statfs } from 'node:fs/promises'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { shared } from '@kaiku/core/together.ts'
import type { FastifyInstance } from 'fastify'

/** The disk that the data directory is on. */
export type DiskSpace = {
  /** Bytes that stay free: the stores need them to go on, and to be mended. */
  reserve: number
  readonly free: () => Promise<number>
  /** Bytes of all of it. */
  readonly total: () => Promise<number>
  /** Whether these bytes more would be taken from the reserve. */
  readonly isFull: (more?: number) => Promise<boolean>
  /** Throws Fault `unavailable`; what was refused can be tried again as soon as there is room. */
  readonly refuseWhenFull: (more?: number) => Promise<void>
}

export function diskSpace(directory: string, reserve: number): DiskSpace {
  const space: DiskSpace = {
    reserve,
    free: () => free(space, directory),
    total: async () => {
      const { blocks, bsize } = await statfs(directory)
      return blocks * bsize
    },
    isFull: async (more = 0) => (await space.free()) - more < space.reserve,
    refuseWhenFull: async (more = 0) => {
      if (await space.isFull(more)) throw diskFull()
    },
  }
  return space
}

/** Many changes at once ask once. */
const free = shared(async (_of: DiskSpace, directory: string) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
})

const diskFull = () => refuse('unavailable', 'disk.full')

// Of the system, of PostgreSQL and of ClickHouse.
const codes = new Set(['ENOSPC', 'EDQUOT', '53100', '243'])

/** Whether an error says that a disk is full: that of another machine, or one that was filled faster than it was looked at. */
export const saysFull = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && codes.has(String(error.code))) || error.message.includes('No space left on device'))

/** What is told in the place of an error: the refusal that comes before the disk is full, where it was too late for that. */
export const toldOf = <E>(error: E): E | Fault => (saysFull(error) && !(error instanceof Fault) ? diskFull() : error)

/** Refuses every change while the disk has too little room: before it is full, when the stores themselves would stop. */
export const refuseChangesWhenFull = (app: FastifyInstance, { disk }: { readonly disk: DiskSpace }): void => {
  app.addHook('preHandler', async ({ routeOptions, headers }) => {
    if (routeOptions.config.takesRoom) await disk.refuseWhenFull(Number(headers['content-length'] ?? 0))
  })
}
