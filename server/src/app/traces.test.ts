import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { small } from '../definition/small.fixture.ts'
import { startTraces } from '../measure/traces.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { openTestApp, type TestApp } from './app.fixture.ts'

type Span = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status?: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

/** A collector: what it takes as OTLP over HTTP, in JSON. */
async function collector() {
  const spans: Span[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      bodies.push(body)
      if (request.url === '/v1/traces')
        for (const { scopeSpans } of JSON.parse(body).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/`,
    spans,
    bodies,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const attributeOf = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0]

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test?.close())

it('tells a collector of calls with the statements below them, and of work, without what anybody wrote', async () => {
  const universe = await test.universe('acme')
  await test.survey(universe, small)
  const headers = Object.assign(
    { 'kaiku-universe': 'acme' },
    await signedIn(test.stores, { universe, grants: [usualRoles.Administrator], username: 'zebra41' }),
  )
  const taken = await collector()
  const traces = await startTraces({ endpoint: taken.endpoint, share: 1 }, 'all')
  await test.app.inject({ url: '/api/vuejs/surveys/one/small', headers })
  await test.app.inject({
    method: 'POST',
    url: '/api/vuejs/auth/login',
    payload: { username: 'zebra41', password: 'Zebra41' },
  })
  const lanes = new WorkLanes(
    { all: 1, universe: 1, receiver: 1 },
    () => {},
    () => 'mail',
  )
  lanes.start({ universe, receiver: '' }, async () => {
    await test.stores.service.query("select 'Zebra41' as one")
    await test.stores.clickhouse.read("select 'Zebra41'")
  })
  lanes.start({ universe, receiver: '' }, async () => {
    throw new RangeError('of Zebra41')
  })
  await lanes.allEnd()
  await traces.stop()
  await taken.close()
  const call = taken.spans.find(({ name }) => name === 'GET /api/vuejs/surveys/one/:survey')
  expect(attributeOf(call, 'http.response.status_code')).toBe(200)
  const below = (span: Span | undefined) => taken.spans.filter((one) => one.parentSpanId === span?.spanId)
  expect(below(call).length).toBeGreaterThan(0)
  expect(below(call).every(({ name, traceId }) => name === 'postgres' && traceId === call?.traceId)).toBe(true)
  // What follows the reading of a body stands in its call, too.
  const login = taken.spans.find(({ name }) => name === 'POST /api/vuejs/auth/login')
  expect(
    below(login)
      .map((one) => attributeOf(one, 'db.query.text'))
      .join('\n'),
  ).toMatch(/from person/)
  const works = taken.spans.filter(({ name }) => name === 'work mail')
  const failed = works.find((one) => attributeOf(one, 'error.type') === 'RangeError')
  const went = works.find((one) => one !== failed)
  expect(below(went).map((one) => [one.name, attributeOf(one, 'db.query.text')])).toEqual([
    ['postgres', 'select ? as one'],
    ['clickhouse', 'select ?'],
  ])
  expect([went, failed].map((one) => one?.status?.code ?? 0)).toEqual([0, 2])
  expect(taken.bodies.join('')).not.toMatch(/zebra41/i)
})

it('tells nobody once it is stopped, and nothing waits for a collector that is away', async () => {
  const traces = await startTraces({ endpoint: 'http://127.0.0.1:9', share: 1 }, 'all')
  expect((await test.app.inject('/api/health')).statusCode).toBe(200)
  await traces.stop()
  const taken = await collector()
  expect((await test.app.inject('/api/health')).statusCode).toBe(200)
  expect(taken.spans).toEqual([])
  await taken.close()
})
