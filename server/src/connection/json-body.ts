import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Lists and objects in one another: far more than any call takes, far fewer than the stack holds. */
const deepest = 64

type Done = (error: Error | null, value?: unknown) => void

/** Reads JSON for every door through which a body comes in. What lies too deep, or bends prototypes, is refused. */
export function jsonReader(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, body: string | Buffer, done: Done) =>
    parse(request, String(body), (error, value: unknown) => {
      if (error === null && isDeeper(value, deepest))
        return done(new Fault('invalid', `The body holds more than ${deepest} lists and objects in one another.`))
      done(error, value)
    })
}

export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonReader(app))
}

/** Level by level: what is measured must not exhaust the stack either. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= most && level.length > 0; depth++)
    level = level.flatMap((inner) => (typeof inner === 'object' && inner !== null ? Object.values(inner) : []))
  return level.length > 0
}
