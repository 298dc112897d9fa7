import { signInPath } from '@kaiku/core/sign-in-path.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type Provider from 'oidc-provider'
import { allow } from '../http/protection.ts'
import { connectPath, realmPath } from '../provider-page/provider-address.ts'

const page = (script: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kaiku</title></head><body><script src="${script}"></script></body></html>`

/** Cookies reach the provider from a frame of its own origin; from another site's browsers keep them back. */
const cookieCheck = `let answer = 'unsupported'
try {
  if (parent.location.origin === location.origin) answer = 'supported'
} catch {}
parent.postMessage(answer, '*')
`
const statusCheck = `addEventListener('message', async ({ data, origin, source }) => {
  const [client, session = ''] = String(data).split(' ')
  const query = new URLSearchParams({ client_id: client, session_state: session })
  const answer = await fetch('login-status-iframe.html/init?' + query).then(
    ({ status }) => (status === 204 ? 'unchanged' : 'changed'),
    () => 'error',
  )
  source.postMessage(answer, origin)
})
`
const silent = 'parent.postMessage(location.href, location.origin)\n'

const noStore = 'no-store'

function framed(reply: FastifyReply, framedBy: readonly string[], script: string) {
  allow(reply, { framedBy })
  return reply.header('cache-control', noStore).type('text/html; charset=utf-8').send(page(script))
}

const script = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(text)

const hidden = { config: { callers: 'anybody' }, schema: { hide: true } } as const

/** Pages that the browser's client holds in invisible frames: can cookies be used, is the session still the same. */
export function frameRoutes(app: FastifyInstance, provider: Provider, origins: readonly string[]): void {
  const cookies = `${realmPath}${connectPath}/3p-cookies`
  app.get(`${cookies}/step1.html`, hidden, async (_request, reply) => framed(reply, origins, 'step1.js'))
  app.get(`${cookies}/step1.js`, hidden, async (_request, reply) => script(reply, cookieCheck))
  const status = `${realmPath}${connectPath}/login-status-iframe`
  app.get(`${status}.html`, hidden, async (_request, reply) => framed(reply, origins, 'login-status-iframe.js'))
  app.get(`${status}.js`, hidden, async (_request, reply) => script(reply, statusCheck))
  app.get(`${status}.html/init`, { ...hidden, config: { callers: 'guests' } }, async ({ raw, query }, reply) => {
    const session = await provider.Session.get(provider.createContext(raw, reply.raw))
    const going = session.accountId ? session.uid : ''
    const asked = typeof query === 'object' && query !== null && 'session_state' in query ? query.session_state : ''
    return reply
      .code(going === asked ? 204 : 403)
      .header('cache-control', noStore)
      .send()
  })
}

/** Where a provider of any make sends the frame in which it was asked silently whether somebody is signed in. */
export function silentPageRoutes(app: FastifyInstance): void {
  app.get(signInPath.silent, hidden, async (_request, reply) => framed(reply, ["'self'"], 'silent-check-sso.js'))
  app.get('/silent-check-sso.js', hidden, async (_request, reply) => script(reply, silent))
}
