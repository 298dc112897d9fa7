import { createHash, randomBytes } from 'node:crypto'
import { ownProvider } from '../configuration/sign-in.ts'
import { connectPath, realmPath } from '../provider-page/provider-address.ts'

type Sent = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }
export type Tokens = { access_token: string; refresh_token: string; id_token: string; expires_in: number }

/** A browser by hand: it keeps cookies by path and follows no redirect by itself. */
export class HandBrowser {
  readonly #base: string
  readonly #cookies = new Map<string, { value: string; path: string }>()
  #verifier = ''

  constructor(base: string) {
    this.#base = base
  }

  get cookies() {
    return [...this.#cookies.keys()]
  }

  async go(address: string, init: Sent = {}): Promise<Response> {
    const url = new URL(address, this.#base)
    const fitting = [...this.#cookies].filter(([, { path }]) => url.pathname.startsWith(path))
    const cookie = fitting.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', ...(cookie && { cookie }), ...init.headers }
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of reply.headers.getSetCookie()) this.#keep(line)
    return reply
  }

  post(address: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.go(address, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  /** Through redirects until something else answers. */
  async follow(reply: Response): Promise<Response> {
    let last = reply
    while (last.status === 303) {
      const to = last.headers.get('location') ?? ''
      if (new URL(to, this.#base).pathname === '/') return last
      last = await this.go(to)
    }
    return last
  }

  /** Asks for a code with a fresh PKCE secret. */
  authorize(more: Record<string, string> = {}): Promise<Response> {
    this.#verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: ownProvider.clientId,
      redirect_uri: `${this.#base}/`,
      ...{ response_type: 'code', response_mode: 'query', scope: 'openid', state: 's', nonce: 'n' },
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })
    return this.go(`${realmPath}${connectPath}/auth?${query.toString()}`)
  }

  /** From the form to the page that gets the code; the last answer where there is none. */
  async signIn(form: Record<string, string>, more: Record<string, string> = {}): Promise<Response> {
    const started = await this.authorize(more)
    return this.follow(await this.post(started.headers.get('location') ?? '', form))
  }

  token(more: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const form = { client_id: ownProvider.clientId, ...more }
    return this.post(`${realmPath}${connectPath}/token`, form, { accept: 'application/json', ...headers })
  }

  /** The tokens for the code in the address of a redirect. */
  async redeem(reply: Response): Promise<Tokens> {
    const given = await this.token({
      ...{ grant_type: 'authorization_code', redirect_uri: `${this.#base}/`, code_verifier: this.#verifier },
      code: parameter(reply, 'code'),
    })
    if (given.status !== 200) throw new Error(await given.text())
    return (await given.json()) as Tokens
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const path = attributes.find((one) => one.startsWith('path='))?.slice('path='.length) ?? '/'
    const value = pair.slice(at + 1)
    if (value === '') this.#cookies.delete(pair.slice(0, at))
    else this.#cookies.set(pair.slice(0, at), { value, path })
  }
}

/** A parameter of the address that a redirect leads to. */
export const parameter = (reply: Response, name: string): string =>
  new URL(reply.headers.get('location') ?? 'about:blank').searchParams.get(name) ?? ''
