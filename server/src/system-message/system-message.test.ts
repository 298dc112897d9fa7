import type { KeptMessage, ShownMessages } from '@kaiku/contract/system-message.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { query, text } from '../db/rows.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { openTwoUniverses, type TwoUniverses } from '../user/two-universes.fixture.ts'
import { command } from './system-message.command.ts'

type Headers = Record<string, string>

let kaiku: TwoUniverses
let root: Headers
let helsinki: Headers
beforeAll(async () => {
  kaiku = await openTwoUniverses({ own: true })
  root = { ...(await signedIn(kaiku.stores, 'root')), 'kaiku-universe': 'acme' }
  helsinki = await signedIn(kaiku.stores, {
    ...{ universe: kaiku.acme, username: 'helsinki' },
    grants: [{ ...fullGrant('Store manager'), permissions: ['seeIndicators'], rows: { stores: [['fi', 'hki']] } }],
  })
})
afterAll(() => kaiku?.close())

const look = { importance: 'notice', backgroundColor: '#1f4b99', textColor: '#ffffff', icon: 'info' }
const message = (words: string, more: object = {}) => ({
  ...{ ...look, text: words, audience: { to: 'everybody' }, ...more },
})
const toAll = (words: string, more: object = {}) => ({ ...look, text: words, ...more })
const write = (content: object, headers?: Headers) => kaiku.call('POST', 'systemmessage/create', content, headers)
async function written(content: object, headers?: Headers): Promise<KeptMessage> {
  const reply = await write(content, headers)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
async function end({ messageId, version }: KeptMessage, home = 'systemmessage', headers?: Headers) {
  const reply = await kaiku.call('POST', `${home}/end/${messageId}`, { version }, headers)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as KeptMessage
}
async function shown(headers: Headers, survey = 'retail'): Promise<ShownMessages> {
  const reply = await kaiku.call('GET', `systemmessage/shown?survey=${survey}`, undefined, headers)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const textsOf = async (headers: Headers, survey?: string) =>
  (await shown(headers, survey)).messages.map(({ text: words }) => words)
const list = async (headers?: Headers) => (await kaiku.call('GET', 'systemmessage/list', undefined, headers)).json()
/** What a clock in UTC shows so many hours from now. */
const wall = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)
const everybody = () => ({ ...kaiku.admin })

describe('a message of a universe', () => {
  it('is read by its people until it is ended, and by nobody of another universe', async () => {
    const one = await written(message('Closed on Monday', { texts: { fi: 'Kiinni maanantaina' } }))
    expect(one).toMatchObject({ state: 'now', until: null, version: 1 })
    for (const headers of [kaiku.admin, kaiku.viewer, helsinki]) {
      expect((await shown(headers)).messages).toMatchObject([
        { messageId: one.messageId, text: 'Closed on Monday', texts: { fi: 'Kiinni maanantaina' } },
      ])
    }
    expect(await textsOf(kaiku.viewer, '')).toEqual(['Closed on Monday'])
    expect(await textsOf(kaiku.stranger)).toEqual([])
    expect((await list(kaiku.stranger)).messages).toEqual([])
    expect(await end(one)).toMatchObject({ state: 'past' })
    expect(await textsOf(kaiku.viewer)).toEqual([])
    expect((await list()).messages).toMatchObject([{ text: 'Closed on Monday', state: 'past' }])
  })

  it('is written by who manages the universe: a stranger, a viewer and nobody are refused', async () => {
    const one = await written(message('Ours'))
    const { messageId } = one
    const asked = [
      ['GET', 'systemmessage/list', undefined],
      ['POST', 'systemmessage/create', message('x')],
      ['PUT', `systemmessage/change/${messageId}`, { ...message('x'), version: 1 }],
      ['POST', `systemmessage/end/${messageId}`, { version: 1 }],
      ['DELETE', `systemmessage/remove/${messageId}`, undefined],
      ['GET', 'systemmessage/places?query=fin', undefined],
    ] as const
    for (const [method, url, body] of asked) {
      expect((await kaiku.call(method, url, body, kaiku.viewer)).statusCode).toBe(403)
      expect((await kaiku.call(method, url, body, {})).statusCode).toBe(401)
    }
    for (const [method, url, body] of asked.slice(2, 5))
      expect((await kaiku.call(method, url, body, kaiku.stranger)).statusCode).toBe(404)
    for (const [method, url, body] of [
      ['GET', 'backend/messages/list', undefined],
      ['POST', 'backend/messages/create', toAll('x')],
    ] as const)
      expect((await kaiku.call(method, url, body)).statusCode).toBe(403)
    // Root’s list is not of this universe.
    expect((await kaiku.call('POST', `backend/messages/end/${messageId}`, { version: 1 }, root)).statusCode).toBe(404)
    expect(await textsOf(kaiku.viewer)).toEqual(['Ours'])
    expect((await kaiku.call('DELETE', `systemmessage/remove/${messageId}`)).json()).toEqual({ removed: true })
    expect(await textsOf(kaiku.viewer)).toEqual([])
  })

  it('loses nothing between two writers', async () => {
    const one = await written(message('First'))
    const change = (words: string, version: number) =>
      kaiku.call('PUT', `systemmessage/change/${one.messageId}`, { ...message(words), version, from: one.from })
    expect((await change('Second', 1)).json()).toMatchObject({ text: 'Second', version: 2, startsAt: one.startsAt })
    const late = await change('Third', 1)
    expect([late.statusCode, late.json().reason.key]).toEqual([409, 'systemMessage.changed'])
    const tooLate = await kaiku.call('POST', `systemmessage/end/${one.messageId}`, { version: 1 })
    expect(tooLate.statusCode).toBe(409)
    expect(await textsOf(kaiku.viewer)).toEqual(['Second'])
    await end({ ...one, version: 2 })
  })

  it('comes and goes at its times in the universe’s zone, and says when to look again', async () => {
    const now = await written(message('Now', { until: wall(2) }))
    const coming = await written(message('Coming', { from: wall(1), until: wall(3) }))
    expect([now.state, coming.state]).toEqual(['now', 'coming'])
    const first = await shown(kaiku.viewer)
    expect(first.messages.map(({ text: words }) => words)).toEqual(['Now'])
    expect(first.changesIn).toBeGreaterThan(3_400)
    expect(first.changesIn).toBeLessThanOrEqual(3_600)
    await kaiku.stores.service.query(`update universe set time_zone = 'Asia/Tokyo' where id = $1`, [kaiku.acme])
    const listed = (await list()) as { zone: string; messages: KeptMessage[] }
    const inTokyo = listed.messages.find(({ text: words }) => words === 'Coming')
    expect(listed.zone).toBe('Asia/Tokyo')
    expect(inTokyo?.from).toBe(wall(10))
    await kaiku.stores.service.query(`update universe set time_zone = 'UTC' where id = $1`, [kaiku.acme])
    await kaiku.stores.service.query(
      `update system_message set starts_at = starts_at - interval '150 minutes', ends_at = ends_at - interval '150 minutes'
       where universe = $1`,
      [kaiku.acme],
    )
    expect(await textsOf(kaiku.viewer)).toEqual(['Coming'])
    await end(coming)
  })

  it('stands by how much it matters', async () => {
    const all = []
    for (const importance of ['notice', 'maintenance', 'important'])
      all.push(await written(message(importance, { importance })))
    expect(await textsOf(kaiku.viewer)).toEqual(['maintenance', 'important', 'notice'])
    for (const one of all) await end(one)
  })

  it.each([
    ['an end before its beginning', { from: wall(5), until: wall(4) }, 'systemMessage.until'],
    ['an end that is past', { until: wall(-1) }, 'systemMessage.until'],
    ['a beginning that is past', { from: wall(-2), until: wall(1) }, 'systemMessage.begun'],
    ['a day that there is not', { from: '2027-02-30T10:00' }, 'systemMessage.time'],
    ['a text that cannot be read', { textColor: '#1f4b9a' }, 'systemMessage.contrast'],
    ['a survey that there is not', { audience: { to: 'surveys', surveys: ['hotel'] } }, 'systemMessage.nobody'],
    ['a place that there is not', { audience: { to: 'places', places: [{ view: 'stores', path: ['no'] }] } }, ''],
    ['a role that there is not', { audience: { to: 'roles', roles: ['01890000-0000-7000-8000-000000000000'] } }, ''],
    ['a link that runs', { link: 'javascript:alert(1)' }, null],
    ['a link that is not safe', { link: 'http://example.com/' }, null],
    ['a colour that is code', { backgroundColor: 'red;}body{display:none' }, null],
    ['a text without an end', { text: 'x'.repeat(501) }, null],
    ['a text of nothing', { text: ' ' }, null],
    ['a language that there is not', { texts: { tlh: 'nuqneH' } }, null],
    ['nobody', { audience: { to: 'surveys', surveys: [] } }, null],
    ['a time that is none', { from: 'tonight' }, null],
  ])('is refused with %s', async (_, wrong, key) => {
    const reply = await write(message('Refused', wrong))
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid'])
    if (key !== null) expect(reply.json().reason.key).toBe(key || 'systemMessage.nobody')
    expect(await textsOf(kaiku.admin)).toEqual([])
  })

  it('keeps hostile text as text', async () => {
    const hostile = '<script>alert(1)</script> "\'; drop table survey; -- \u202e'
    const one = await written(message(hostile))
    expect(await textsOf(kaiku.viewer)).toEqual([hostile])
    await end(one)
  })

  it('that is past is changed only to a later end, and stands again', async () => {
    const ended = await end(await written(message('Again')))
    const change = (until: string | null) =>
      kaiku.call('PUT', `systemmessage/change/${ended.messageId}`, {
        ...{ ...message('Again'), version: ended.version, from: ended.from, until },
      })
    const refused = await change(ended.until)
    expect([refused.statusCode, refused.json().reason.key]).toEqual([400, expect.stringMatching(/over|until/)])
    expect((await change(wall(1))).json()).toMatchObject({ state: 'now' })
    await end({ ...ended, version: ended.version + 1 })
  })

  it('is one of fifty at most', async () => {
    const at = new Date(Date.now() + 3_600_000)
    await kaiku.stores.service.query(
      `insert into system_message (universe, said, audience, starts_at)
       select $1, $2, '{"to": "everybody"}', $3 from generate_series(1, 50)`,
      [kaiku.globex, JSON.stringify({ ...look, text: 'x', texts: {}, link: null }), at],
    )
    const reply = await write(message('One more'), kaiku.stranger)
    expect([reply.statusCode, reply.json().reason.key]).toEqual([400, 'systemMessage.most'])
    await kaiku.stores.service.query('delete from system_message where universe = $1', [kaiku.globex])
  })
})

describe('an audience', () => {
  it('of a survey is who sees it, over its screens alone', async () => {
    const narrow = await signedIn(kaiku.stores, {
      ...{ universe: kaiku.acme, username: 'elsewhere' },
      grants: [{ ...fullGrant('Elsewhere'), surveys: ['other'] }],
    })
    const one = await written(message('Of retail', { audience: { to: 'surveys', surveys: ['retail'] } }))
    expect(await textsOf(kaiku.viewer, 'Retail')).toEqual(['Of retail'])
    expect(await textsOf(kaiku.viewer, 'other')).toEqual([])
    expect(await textsOf(kaiku.viewer, '')).toEqual([])
    expect(await textsOf(narrow)).toEqual([])
    await end(one)
  })

  it('of a role is who has it', async () => {
    const { roles } = (await list()) as { roles: { roleId: string; name: string }[] }
    const viewers = roles.find(({ name }) => name === usualRoles.Viewer.role)?.roleId ?? ''
    const one = await written(message('To viewers', { audience: { to: 'roles', roles: [viewers] } }))
    expect(await textsOf(kaiku.viewer)).toEqual(['To viewers'])
    for (const headers of [kaiku.admin, helsinki, root]) expect(await textsOf(headers)).toEqual([])
    // Another universe’s role is as unknown as one that there is not.
    const foreign = await write(message('x', { audience: { to: 'roles', roles: [viewers] } }), kaiku.stranger)
    expect(foreign.json().reason.key).toBe('systemMessage.nobody')
    await end(one)
  })

  it('of a place is whose own places lie there, as of today’s tree', async () => {
    const finland = { to: 'places', places: [{ view: 'stores', path: ['fi'] }] }
    const sweden = { to: 'places', places: [{ view: 'stores', path: ['se'] }] }
    const all = [
      await written(message('Finland', { audience: finland })),
      await written(message('Sweden', { audience: sweden })),
    ]
    expect(await textsOf(helsinki)).toEqual(['Finland'])
    expect(await textsOf(kaiku.viewer)).toEqual([])
    const { places } = (await list()) as { places: { path: string[]; names: string[] }[] }
    expect(Object.fromEntries(places.map(({ path, names }) => [path.join(), names.join(' › ')]))).toEqual({
      fi: 'All › Finland',
      se: 'All › Sweden',
    })
    const found = (await kaiku.call('GET', 'systemmessage/places?query=hels')).json()
    expect(found).toMatchObject([{ view: 'stores', path: ['fi', 'hki'], names: ['All', 'Finland', 'Helsinki'] }])
    for (const one of all) await end(one)
  })

  it('of who views as somebody else is what is for both', async () => {
    const { roles } = (await list()) as { roles: { roleId: string; name: string }[] }
    const of = (name: string) => roles.find((one) => one.name === name)?.roleId ?? ''
    const all = [
      await written(message('To administrators', { audience: { to: 'roles', roles: [of('Administrator')] } })),
      await written(message('To both', { audience: { to: 'roles', roles: [of('Administrator'), of('Viewer')] } })),
    ]
    const { rows } = await query(kaiku.stores.service, { id: text }, `select id from person where username = 'viewer'`)
    const asViewer = { ...everybody(), 'kaiku-view-as': rows[0]?.id ?? '' }
    expect((await textsOf(everybody())).sort()).toEqual(['To administrators', 'To both'])
    expect(await textsOf(asViewer)).toEqual(['To both'])
    for (const one of all) await end(one)
  })
})

describe('a message to all universes', () => {
  const create = (content: object) => kaiku.call('POST', 'backend/messages/create', content, root)

  it('is read in each of them, and before sign-in where it says so', async () => {
    const quiet = (await create(toAll('Inside'))).json()
    const open = (await create(toAll('Tonight', { beforeSignIn: true, importance: 'maintenance' }))).json()
    for (const headers of [kaiku.viewer, kaiku.stranger]) expect(await textsOf(headers)).toEqual(['Tonight', 'Inside'])
    const before = await kaiku.call('GET', 'systemmessage/open', undefined, {})
    expect(before.json().messages.map((one: { text: string }) => one.text)).toEqual(['Tonight'])
    expect(JSON.stringify(before.json())).not.toContain('Inside')
    expect((await list()).messages).not.toContainEqual(expect.objectContaining({ text: 'Tonight' }))
    // An administrator of a universe changes none of them.
    const { messageId } = open
    expect((await kaiku.call('POST', `systemmessage/end/${messageId}`, { version: 1 })).statusCode).toBe(404)
    const changed = await kaiku.call(
      'PUT',
      `backend/messages/change/${messageId}`,
      { ...toAll('Tomorrow', { beforeSignIn: true }), version: 1, from: open.from },
      root,
    )
    expect(changed.json()).toMatchObject({ text: 'Tomorrow', version: 2 })
    await end({ ...open, version: 2 }, 'backend/messages', root)
    expect((await kaiku.call('DELETE', `backend/messages/remove/${quiet.messageId}`, undefined, root)).statusCode).toBe(
      200,
    )
    expect(await textsOf(kaiku.viewer)).toEqual([])
    expect((await kaiku.call('GET', 'systemmessage/open', undefined, {})).json()).toEqual({
      messages: [],
      changesIn: null,
    })
  })
})

describe('what is written down and told', () => {
  it('names who wrote, changed, ended and removed it, and wakes the screens of the universe alone', async () => {
    const events = async () => {
      const { rows } = await query(
        kaiku.stores.service,
        { universe: text },
        `select universe from live_event where kind = 'systemMessage' order by tx, seq`,
      )
      return rows.map(({ universe }) => universe)
    }
    const before = (await events()).length
    const one = await end(await written(message('Told')))
    await kaiku.call('DELETE', `systemmessage/remove/${one.messageId}`)
    expect((await events()).slice(before)).toEqual([kaiku.acme, kaiku.acme, kaiku.acme])
    const { rows } = await kaiku.stores.service.query(
      `select universe, actor_name, before ->> 'state' as was, after ->> 'state' as is from audit
       where action = 'message.change' and subject = 'Told' order by at, id`,
    )
    const by = { universe: kaiku.acme, actor_name: 'admin' }
    expect(rows).toEqual([
      { ...by, was: null, is: 'now' },
      { ...by, was: 'now', is: 'past' },
      { ...by, was: 'past', is: null },
    ])
  })
})

describe('the command line', () => {
  async function run(options: Record<string, string | boolean>, ...positionals: string[]): Promise<string> {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const progress = () => ({ at: () => {}, end: () => {} })
    const configuration = readConfiguration({ KAIKU_DATA: kaiku.data })
    const context = { options, positionals, configuration, print: write, log: write, progress }
    await command.run(context).catch((error: Error) => write(error.message))
    return lines.join('\n')
  }

  it('tells of maintenance in all universes, lists it and ends it', async () => {
    const look = { all: true, 'before-sign-in': true, importance: 'maintenance', zone: 'Europe/Helsinki' }
    const made = await run({ ...look, until: '2099-12-24T22:00', fi: 'Huolto klo 22' }, 'set', 'Maintenance at 22')
    const [id = ''] = made.split(' ')
    expect(made).toMatch(/^[\da-f-]{36} now +maintenance, before sign-in, \S+ – 2099-12-24T22:00 Europe\/Helsinki: /)
    expect((await shown(kaiku.stranger)).messages).toMatchObject([
      { text: 'Maintenance at 22', texts: { fi: 'Huolto klo 22' }, importance: 'maintenance' },
    ])
    expect(await run({ all: true }, 'list')).toContain(`${id} now`)
    expect(await run({ universe: 'acme' }, 'end', id)).toContain('There is no message')
    expect(await run({ all: true }, 'end', id)).toBe(`Ended ${id}.`)
    expect(await textsOf(kaiku.viewer)).toEqual([])
  })

  it.each([
    [{ universe: 'acme', until: '2001-01-01T00:00' }, ['set', 'x'], 'The end must be later than the beginning.'],
    [{ universe: 'acme', importance: 'huge' }, ['set', 'x'], 'A message is one of maintenance, important, notice.'],
    [{ universe: 'acme', colour: '#000001', background: '#000000' }, ['set', 'x'], 'too little contrast'],
    [{ universe: 'acme', link: 'ftp://x' }, ['set', 'x'], 'an address that begins with https://'],
    [{ all: true, zone: 'Mars/Base' }, ['set', 'x'], '“Mars/Base” is no IANA time zone.'],
    [{ all: true, universe: 'acme' }, ['list'], 'usage: kaiku message'],
    [{ universe: 'acme' }, ['set'], 'usage: kaiku message'],
  ])('refuses %o %o', async (options, words, told) => {
    expect(await run(options, ...words)).toContain(told)
    expect(await textsOf(kaiku.viewer)).toEqual([])
  })
})
