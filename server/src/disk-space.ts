import { statfs } from 'node:fs/promises'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'

/** The disk that the data directory is on. */
export type DiskSpace = {
  /** Bytes that stay free: the stores need them to go on, and to be mended. */
  reserve: number
  readonly free: () => Promise<number>
  /** Whether these bytes more would be taken from the reserve. */
  readonly isFull: (more?: number) => Promise<boolean>
  /** Throws Fault `unavailable`; what was refused can be tried again as soon as there is room. */
  readonly refuseWhenFull: (more?: number) => Promise<void>
}

export function diskSpace(directory: string, reserve: number): DiskSpace {
  const space: DiskSpace = {
    reserve,
    free: async () => {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
    isFull: async (more = 0) => (await space.free()) - more < space.reserve,
    refuseWhenFull: async (more = 0) => {
      if (await space.isFull(more)) throw refuse('unavailable', 'disk.full')
    },
  }
  return space
}

/** Refuses every change while the disk has too little room: before it is full, when the stores themselves would stop. */
export const refuseChangesWhenFull = (app: FastifyInstance, { disk }: { readonly disk: DiskSpace }): void => {
  app.addHook('preHandler', async ({ routeOptions, headers }) => {
    if (routeOptions.config.takesRoom) await disk.refuseWhenFull(Number(headers['content-length'] ?? 0))
  })
}
