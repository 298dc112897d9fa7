import { cachedAtHeader } from '../call/cached-at-header.ts'
import {
  figuresPrefix,
  forgetViewers,
  identityCache,
  isCached,
  isOwnPage,
  lasting,
  viewerHash,
} from './offline-cache.ts'

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type Pushed = Waiting & { readonly data: { json(): unknown } | null }
type Notice = { readonly data: unknown; close(): void }
type Clicked = Waiting & { readonly notification: Notice }
type Events = {
  install: Waiting
  activate: Waiting
  fetch: Fetching
  push: Pushed
  notificationclick: Clicked
}
type Tab = { focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }

// The compiler knows this file as one of the page; what a service worker has beside that is said here.
const worker = globalThis as unknown as {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'> &
    Partial<Pick<ServiceWorkerRegistration, 'pushManager'>>
}

/** Files of this build, which `web/vite.config.ts` fills in: what the app cannot start without, and all others. */
const build: { readonly start: string[]; readonly all: string[] } = JSON.parse('__KAIKU_BUILD__')
const shell = 'shell'
const start = '/'

worker.addEventListener('install', (event) => {
  event.waitUntil(prepare())
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()))
})
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

worker.addEventListener('push', (event) => {
  const message = readMessage(event.data)
  if (message) event.waitUntil(show(message))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openFrom(event.notification.data))
})

async function prepare() {
  const cache = await caches.open(shell)
  await cache.addAll([...build.start, start].map((path) => new Request(path, { cache: 'no-cache' })))
  await worker.skipWaiting()
}

/** Scripts of earlier builds go. */
async function tidy() {
  const cache = await caches.open(shell)
  const kept = new Set([...build.all, start])
  for (const request of await cache.keys()) if (!kept.has(new URL(request.url).pathname)) await cache.delete(request)
}

function answerTo(event: Fetching): Promise<Response> | null {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return null
  if (request.method === 'POST' && pathname === '/api/vuejs/auth/validatecookie') return identity(event)
  if (request.method === 'POST' && pathname === '/api/session/logout') return leave(request)
  if (request.method !== 'GET') return null
  if (request.mode === 'navigate') return isOwnPage(pathname) ? page(request) : null
  if (pathname.startsWith('/assets/')) return file(request)
  return isCached(pathname) ? figures(event) : null
}

/** The newest client where there is a connection, else the kept one. */
const page = (request: Request) => fetch(request).catch(async () => (await caches.match(start)) ?? Response.error())

/** Names of files hold a hash of their contents: what is kept is what the server has. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(shell)
  const known = await cache.match(request.url)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}

/** Rises when somebody leaves: what was asked for before is not kept after. */
let departures = 0

async function leave(request: Request): Promise<Response> {
  await forgetAll()
  // Whoever comes next is told nothing that is not theirs.
  await unsubscribe().catch(() => null)
  try {
    return await fetch(request)
  } finally {
    // The page went on asking until the server knew.
    await forgetAll()
  }
}

function forgetAll(): Promise<void> {
  departures += 1
  return forgetViewers()
}

/** A browser that pushes nothing to an app that is not installed has no manager. */
const unsubscribe = async () => (await worker.registration.pushManager?.getSubscription())?.unsubscribe()

/**
 * From the server; without a connection what it answered the same viewer last, marked with when that was. Nobody waits
 * for an answer to be kept, nor for where.
 */
async function orKept(event: Fetching, place: Promise<{ readonly name: string; readonly key: string }>) {
  const before = departures
  try {
    const answer = await fetch(event.request)
    if (answer.status === 401) await caches.delete((await place).name)
    if (answer.ok) {
      const copy = answer.clone()
      event.waitUntil(place.then(({ name, key }) => keep(name, key, copy, before)))
    }
    return answer
  } catch (error) {
    const { name, key } = await place
    // Looked for without `open`, which would make it anew: a call is broken off when its viewer leaves, too.
    const known = await caches.match(key, { cacheName: name })
    const age = Date.now() - Number(known?.headers.get(cachedAtHeader))
    if (known && age < lasting.longest) return known
    throw error
  }
}

/** Not after somebody has left since it was asked for, nor while. */
async function keep(name: string, key: string, answer: Response, before: number) {
  const headers = new Headers(answer.headers)
  headers.set(cachedAtHeader, String(Date.now()))
  // It is kept as it was read, no longer compressed.
  headers.delete('content-encoding')
  const body = await answer.arrayBuffer()
  if (departures !== before) return
  const cache = await caches.open(name)
  await cache.put(key, new Response(body, { headers }))
  if (departures !== before) {
    await caches.delete(name)
    return
  }
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - lasting.most)).map((old) => cache.delete(old)))
}

const figures = (event: Fetching) => orKept(event, placeOfFigures(event.request))

async function placeOfFigures({ headers, url }: Request) {
  const token = headers.get('authorization')
  const hash = await viewerHash(
    token,
    headers.get('kaiku-universe'),
    headers.get('kaiku-view-as'),
    headers.get('kaiku-preview'),
    headers.get('kaiku-preview-role'),
  )
  const name = `${figuresPrefix}${token === null ? 'nobody' : hash}`
  if (token !== null) await forgetFigures(name)
  return { name, key: url }
}

/** One viewer's figures are kept at a time; what everybody is told is nobody's. */
async function forgetFigures(except: string) {
  const names = await caches.keys()
  const others = names.filter(
    (one) => one.startsWith(figuresPrefix) && one !== except && one !== `${figuresPrefix}nobody`,
  )
  await Promise.all(others.map((one) => caches.delete(one)))
}

/** Who a kept session belongs to, so that its viewer gets in without a connection. */
const identity = (event: Fetching) => orKept(event, placeOfIdentity(event.request.clone()))

const placeOfIdentity = async (request: Request) => ({
  name: identityCache,
  key: `/${await viewerHash(await request.text())}`,
})

type Message = Readonly<Record<'title' | 'body' | 'path' | 'tag' | 'locale', string>>

/** As `server/src/push/push-message.ts` writes it. */
function readMessage(data: Pushed['data']): Message | null {
  const given: Partial<Message> = Object(data?.json())
  const { title, body, path, tag, locale } = given
  const isWhole = [title, body, path, tag, locale].every((one) => typeof one === 'string')
  return isWhole ? (given as Message) : null
}

const show = ({ title, body, path, tag, locale }: Message) =>
  worker.registration.showNotification(title, {
    body,
    tag,
    lang: locale,
    data: path,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
  })

/** What a notice is about, in the window that is there, else in a new one. */
async function openFrom(data: unknown) {
  const { href, origin } = new URL(String(data), location.origin)
  if (origin !== location.origin) return
  const [tab] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: false })
  if (!tab) return worker.clients.openWindow(href)
  await tab.navigate(href)
  // A browser may hold that nobody has clicked.
  await tab.focus().catch(() => null)
}
