import swagger from '@fastify/swagger'
import { release } from '@kaiku/core/release.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { docsPage, docsStyle } from './docs.page.ts'
import { lastingReply, madeOnce } from './lasting-reply.ts'

/** OpenAPI 3.1 at `/api/docs/openapi.json`, made from the contract, and the same to read at `/api/docs`. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kaiku', version: release },
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the public API.' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  const open = { config: { callers: 'anybody' as const }, schema: { hide: true } }
  const document = madeOnce(() => JSON.stringify(app.swagger()))
  app.get('/api/docs/openapi.json', open, lastingReply(document))
  app.get('/api/docs/docs.css', open, async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  const page = () => docsPage(JSON.parse(document()))
  app.get('/api/docs', open, lastingReply(page, 'text/html; charset=utf-8'))
}
