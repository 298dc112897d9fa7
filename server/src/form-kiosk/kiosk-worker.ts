import { type KioskForm, kioskForm } from './kiosk-form.ts'
import { type KeptAnswer, kioskTurn } from './kiosk-turn.ts'

// The compiler knows this file as one of the server; what a service worker has beside that is said here.
type Waiting = { waitUntil(work: Promise<unknown>): void }
type Fetching = Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type Events = { install: Waiting; activate: Waiting; fetch: Fetching; message: Waiting }
type Cache = {
  match(address: string): Promise<Response | undefined>
  put(address: string, answer: Response): Promise<void>
  delete(address: string): Promise<boolean>
  keys(): Promise<readonly Request[]>
}
const worker = globalThis as unknown as {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly caches: { open(name: string): Promise<Cache> }
  readonly location: { readonly origin: string }
  readonly navigator: { readonly languages: readonly string[] }
}

const cache = () => worker.caches.open('kaiku-kiosk')
/** Milliseconds: until a form that is known is shown without asking for a newer one, and until nobody goes on with an answer. */
const [patience, away] = [3_000, 180_000]
const keptPath = '/form/kept/'
/** As tokens of answers are made elsewhere. */
const newKey = () => base64(crypto.getRandomValues(new Uint8Array(32)))
const base64 = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => event.waitUntil(send()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  const isForm = /^\/form\/[^/]+\/[^/]+$/.test(pathname) && searchParams.get('kiosk') === '1'
  if (request.mode !== 'navigate' || origin !== worker.location.origin || !isForm) return
  const again = request.clone()
  // What goes wrong here is no reason to show nothing.
  const answered = answer(request).catch(() => fetch(again))
  event.respondWith(answered)
  event.waitUntil(answered.then(send, () => {}))
})

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const isStart = request.method === 'GET' && !url.searchParams.has('token')
  const kiosk = await knownForm(url, isStart)
  if (!kiosk) return fetch(request)
  const posted = request.method === 'POST' ? new URLSearchParams(await request.text()) : null
  const token = posted?.get('token') ?? url.searchParams.get('token')
  const kept = token === null ? null : await keptBy(token)
  const nonce = newKey()
  const turn = kioskTurn(kiosk, {
    url: url.pathname + url.search,
    posted,
    kept,
    language: worker.navigator.languages.join(),
    now: Date.now(),
    newKey: newKey(),
    nonce,
  })
  if (turn.kept) await (await cache()).put(keptPath + turn.kept.key, new Response(JSON.stringify(turn.kept)))
  if (turn.to !== null) return Response.redirect(new URL(turn.to, url).href, 303)
  return new Response(turn.html, {
    status: turn.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'self';style-src 'nonce-${nonce}';img-src 'self' data:;base-uri 'none';object-src 'none';form-action 'self'`,
    },
  })
}

/** As it was published last, where Kaiku answers; else as it is known here. Null: not known here, or it is closed. */
async function knownForm(url: URL, isStart: boolean): Promise<KioskForm | null> {
  const address = new URL(`${url.pathname}/kiosk.json${url.search}`, url)
  for (const name of ['token', 'p', 'lang']) address.searchParams.delete(name)
  const store = await cache()
  const held = await store.match(address.href)
  if (!held || isStart)
    try {
      const answered = await fetch(address, { signal: AbortSignal.timeout(patience) })
      if (answered.ok) {
        await store.put(address.href, answered.clone())
        return read(answered)
      }
      if (answered.status === 404) {
        await store.delete(address.href)
        return null
      }
    } catch {
      // The connection is away: what is known holds.
    }
  return held ? read(held) : null
}

const read = async (answered: Response) => kioskForm.safeParse(await answered.json()).data ?? null

async function keptBy(token: string): Promise<KeptAnswer | null> {
  const found = await (await cache()).match(keptPath + encodeURIComponent(token))
  return found ? ((await found.json()) as KeptAnswer) : null
}

let sending: Promise<void> | null = null
/** Sends what is finished or was left; what is not taken stays, and is sent again later. */
function send(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

async function sendAll(): Promise<void> {
  const store = await cache()
  for (const { url } of await store.keys()) {
    if (!new URL(url).pathname.startsWith(keptPath)) continue
    const kept = (await (await store.match(url))?.json()) as KeptAnswer | undefined
    if (!kept || !(kept.isDone || Date.now() - kept.savedAt > away)) continue
    try {
      const answered = await sendOne(kept)
      if (answered.ok) await store.delete(url)
    } catch {
      return
    }
  }
}

function sendOne({ key, address, answers, begunAt, savedAt, isDone }: KeptAnswer): Promise<Response> {
  const to = new URL(address, worker.location.origin)
  to.pathname += '/kept'
  const secondsAgo = (at: number) => Math.max(0, Math.round((Date.now() - at) / 1_000))
  return fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, answers, begun: secondsAgo(begunAt), saved: secondsAgo(savedAt), isDone }),
    signal: AbortSignal.timeout(30_000),
  })
}
