import swagger from '@fastify/swagger'
import { release } from '@kaiku/core/release.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { docsPage, docsStyle } from './docs.page.ts'

/** OpenAPI 3.1 at `/api/docs/openapi.json`, made from the contract, and the same to read at `/api/docs`. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      ...{ openapi: '3.1.0', info: { title: 'Kaiku', version: release } },
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the public API.' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  const open = { config: { open: true }, schema: { hide: true } }
  app.get('/api/docs/openapi.json', open, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  app.get('/api/docs/docs.css', open, async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  app.get('/api/docs', open, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(JSON.parse(JSON.stringify(app.swagger())))),
  )
}
