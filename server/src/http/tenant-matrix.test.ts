import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, mark, nothing, openTenantMatrix, type TenantMatrix } from './tenant-matrix.fixture.ts'
import { rows } from './tenant-matrix.rows.ts'

let matrix: TenantMatrix
beforeAll(async () => {
  matrix = await openTenantMatrix()
})
afterAll(() => matrix?.close())

const messageOf = (body: string): unknown => ({ ...JSON.parse(body), requestId: '' })
const keys = [...calls.keys()]
const open = keys.filter((key) => calls.get(key)?.auth === 'none')
const orderOf = (key: string) => {
  const order = rows[key]?.order
  return typeof order === 'number' ? order : 0
}
// What takes something away comes last.
const closed = keys.filter((key) => calls.get(key)?.auth !== 'none').sort((a, b) => orderOf(a) - orderOf(b))

describe('every call of the contract', () => {
  it('has a row here', () => {
    expect(Object.keys(rows).sort()).toEqual([...keys].sort())
  })

  it('answers without sign-in only where its row says so', () => {
    expect(open.filter((key) => rows[key]?.open !== true)).toEqual([])
    expect(Object.keys(rows).filter((key) => rows[key]?.open === true && !open.includes(key))).toEqual([])
  })

  it.each(closed)('%s asks for sign-in', async (key) => {
    const row = rows[key]
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Bearer a.b.c' }]) {
      const reply = await matrix.ask(key, row?.sent?.(matrix.world) ?? {}, headers)
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
    }
  })

  it.each(closed.filter((key) => calls.get(key)?.needs))('%s is refused to who has no such right', async (key) => {
    const reply = await matrix.ask(key, rows[key]?.sent?.(matrix.world) ?? {}, matrix.powerless)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
  })

  it.each(closed.filter((key) => (rows[key]?.ids ?? []).length > 0))(
    '%s knows nothing of another universe’s ids',
    async (key) => {
      const row = rows[key]
      const sent = row?.sent?.(matrix.world) ?? {}
      const caller = matrix.callerIn('globex', key)
      const foreign = await matrix.ask(key, sent, caller)
      const ids = (row?.ids ?? []).map((id): [string, string] => [id, id === 'survey' ? 'nowhere' : nothing])
      const of = (part: object | undefined) => Object.fromEntries(ids.filter(([id]) => part && id in part))
      const absent = await matrix.ask(
        key,
        {
          ...sent,
          params: { ...sent.params, ...of(sent.params) },
          ...(sent.body && { body: { ...sent.body, ...of(sent.body) } }),
        },
        caller,
      )
      expect([foreign.statusCode, messageOf(foreign.body)]).toEqual([404, messageOf(absent.body)])
    },
  )

  it.each(closed)('%s tells another universe nothing of this one', async (key) => {
    const row = rows[key]
    const isForKeys = calls.get(key)?.scope !== undefined
    const named = await matrix.ask(key, row?.sent?.(matrix.world) ?? {}, {
      ...matrix.stranger,
      'kaiku-universe': 'acme',
    })
    const refused = isForKeys ? [401, 'This needs a key of the public API.'] : [404, 'There is no such universe.']
    expect([named.statusCode, named.json().message]).toEqual(refused)
    const caller = isForKeys ? { ...matrix.programs.globex, 'kaiku-universe': 'acme' } : matrix.stranger
    const reply = await matrix.ask(key, row?.asStranger?.(matrix.world) ?? row?.sent?.(matrix.world) ?? {}, caller)
    expect(reply.body).not.toContain(mark)
  })

  it.each(closed.filter((key) => rows[key]?.outside))('%s does not know a place out of reach', async (key) => {
    const outside = await matrix.ask(key, rows[key]?.outside?.(matrix.world) ?? {}, matrix.narrow)
    expect([outside.statusCode, outside.json().code]).toEqual([404, 'not_found'])
    expect((await matrix.ask(key, rows[key]?.outside?.(matrix.world) ?? {}, matrix.owner)).statusCode).toBe(200)
  })

  it.each(closed.filter((key) => rows[key]?.order !== 'skip'))('%s answers its owner', async (key) => {
    const reply = await matrix.ask(key, rows[key]?.sent?.(matrix.world) ?? {}, matrix.callerIn('acme', key))
    expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([rows[key]?.status ?? 200, expect.anything()])
  })
})
