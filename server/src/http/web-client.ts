import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { repository } from '../configuration/installation.ts'
import type { Stores } from '../db/stores.ts'
import { type ClientPart, keepParts, partsFolder } from './client-part.ts'
import { answerFault } from './faults.ts'
import { allowStyles } from './protection.ts'

const built = join(repository, 'web', 'dist')
/** Stands in the built page where the nonce of its style sheets goes. */
const nonceMark = '%CSP_NONCE%'

const longestFile = 1_000
const lasting = 'public, max-age=31536000, immutable'

async function files(app: FastifyInstance, { directory }: { directory: string }) {
  app.decorate('callers', 'anybody')
  // No file has such a name, but a page may have such an address: looking for the file would refuse it.
  app.addHook('onRequest', async ({ url }, reply) => (url.length > longestFile ? reply.callNotFound() : undefined))
  await app.register(serveStatic, {
    root: directory,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Names in assets hold a hash of their contents.
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(directory, partsFolder)) ? lasting : 'no-cache')
    },
  })
}

/**
 * Serves the built web client; every page address that is no file is the client's own (history mode). `findPart`: looks for
 * the parts of other builds.
 */
export async function serveWebClient(
  app: FastifyInstance,
  findPart: (address: string) => Promise<ClientPart | null>,
  directory = built,
): Promise<void> {
  if (existsSync(directory)) await app.register(files, { directory })
  // Routes of their own: the files, once built, answer everywhere else.
  for (const url of ['/api', '/api/*']) app.all(url, hidden, nothingHere)
  app.get('/', hidden, async (_request, reply) => sendPage(reply, directory))
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async ({ method, url, headers }, reply) => {
    const isRead = method === 'GET' || method === 'HEAD'
    const { accept = '*/*' } = headers
    // A missing script or picture is missing; a page in its stead would hide that.
    const takesPage = accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(url))
    if (isRead && takesPage) return sendPage(reply, directory)
    const part = isRead ? await findPart(url) : null
    return part ? reply.header('cache-control', lasting).type(part.type).send(part.body) : nothingHere()
  })
}

/** What goes wrong before there is a route: whoever reads pages and mistyped one starts anew; programs are told. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, headers } = request
  const isPage = method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html')
  if (isPage && error.code === 'FST_ERR_BAD_URL') void reply.header('cache-control', 'no-store').redirect('/')
  else answerFault(error, request, reply)
}

/** Tells one build of the web client from another; empty while there is none. */
export async function clientVersion(directory = built): Promise<string> {
  const page = await readPage(directory)
  return page === null ? '' : createHash('sha256').update(page).digest('hex').slice(0, 16)
}

/** Before the first page is served: its parts must be found by every process. Without them it is served all the same. */
export async function keepClient(stores: Stores, say: (line: string) => void, directory = built): Promise<void> {
  const build = await clientVersion(directory)
  if (build === '') return
  await keepParts(stores, build, directory).catch((error: Error) =>
    say(`The parts of the web client are not kept for other processes: ${error.message}`),
  )
}

const hidden = { config: { callers: 'anybody' }, schema: { hide: true } } as const

async function nothingHere(): Promise<never> {
  throw new Fault('not_found', 'There is nothing at this address.')
}

const readPage = (directory: string): Promise<string | null> =>
  readFile(join(directory, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })

async function sendPage(reply: FastifyReply, directory: string) {
  const page = await readPage(directory)
  reply.header('cache-control', 'no-cache')
  if (page === null)
    return reply.type('text/plain; charset=utf-8').send('The web client is not built yet: npm start builds it.\n')
  // Pages stand beside each other as two people see them.
  const nonce = allowStyles(reply, { framedBy: ["'self'"] })
  return reply.type('text/html; charset=utf-8').send(page.replaceAll(nonceMark, nonce))
}
