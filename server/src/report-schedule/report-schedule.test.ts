import type { ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import { fullGrant, permissions } from '@kaiku/core/access.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { dueOf, exporting, openScheduleWorld, type ScheduleWorld } from './schedule.fixture.ts'

type Reader = Awaited<ReturnType<ScheduleWorld['reader']>>
let world: ScheduleWorld
let maker: Reader
let south: Reader
let lund: Reader

beforeAll(async () => {
  world = await openScheduleWorld()
  maker = await world.reader([], exporting, 'Maker')
  south = await world.reader(['fi', 'south'], exporting, 'South')
  lund = await world.reader(['se', 'lund'], undefined, 'Lund')
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.stores.service.query('delete from report_schedule')
  await world.stores.service.query('delete from mailbox')
})

const textOf = (taken: Awaited<ReturnType<ScheduleWorld['send']>>['taken'], { email }: Reader) =>
  taken.find(({ to }) => to.includes(email))?.mail.text ?? ''
const statesOf = async (id: string) =>
  Object.fromEntries((await world.history(maker.headers, id)).map(({ reader, state }) => [reader, state]))
const takeRole = async ({ userId }: Reader) => {
  const { rows } = await world.stores.service.query(
    'delete from role_member where person = $1 returning universe, role, person, source, rows, figures',
    [userId],
  )
  forgetRights(world.stores)
  return async () => {
    for (const { universe, role, person, source, rows: places, figures } of rows)
      await world.stores.service.query(
        'insert into role_member (universe, role, person, source, rows, figures) values ($1, $2, $3, $4, $5, $6)',
        [universe, role, person, source, JSON.stringify(places), figures && JSON.stringify(figures)],
      )
    forgetRights(world.stores)
  }
}

describe('a scheduled report', () => {
  it('tells each reader the figures of their own place, in words, and the sender what was sent', async () => {
    const people = [maker.userId, south.userId, lund.userId]
    const schedule = await world.create(maker.headers, { people })
    await world.plan(dueOf(schedule) - 1)
    await world.make()
    expect((await world.send()).taken).toHaveLength(0)
    await world.plan(dueOf(schedule))
    await world.make()
    const { taken } = await world.send()
    expect(taken.flatMap(({ to }) => to).sort()).toEqual([lund.email, maker.email, south.email].sort())
    expect(textOf(taken, maker)).toContain('NPS: 0.0 (n 12)')
    expect(textOf(taken, south)).toContain('NPS: 71.4 (n 7)')
    expect(textOf(taken, lund)).toContain('NPS: −100.0 (n 5)')
    expect(textOf(taken, south)).not.toContain('Lund')
    expect(textOf(taken, south)).toContain('https://kaiku.example.com/ranking/visits/region,all,fi,south?')
    // Each figure leads to where it comes from, at the reader’s own place.
    expect(textOf(taken, south)).toMatch(
      /NPS: https:\/\/kaiku\.example\.com\/proof\/visits\/region,all,fi,south\S*\/nps\?universe=\w+&at=\S+/,
    )
    const [{ mail } = { mail: null }] = taken.filter(({ to }) => to.includes(lund.email))
    expect(mail?.html).toContain('>Where this figure comes from</a>')
    expect(mail?.html).toContain('color-scheme')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/leave/')
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
    expect(mail?.subject).toBe('Weekly – Lund')
    const history = await world.history(maker.headers, schedule.scheduleId)
    expect(history.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    const own = () => world.history(lund.headers, schedule.scheduleId)
    expect(await own()).toMatchObject([{ state: 'sent', place: 'Lund', openedAt: null }])
    const linkable = /linkable=([\w-]+)/.exec(textOf(taken, lund))?.[1] ?? ''
    const open = async ({ headers }: Reader) =>
      world.app.inject({ method: 'POST', url: '/api/vuejs/links/opened', headers, payload: { linkable } })
    expect((await open(south)).json()).toEqual({ recorded: false, hasEnded: false })
    expect((await open(lund)).json()).toEqual({ recorded: true, hasEnded: false })
    expect(await own()).toMatchObject([{ openedAt: expect.any(String) }])
  })

  it('brings the Monday card of their own place also to who may take nothing along, without a report', async () => {
    const schedule = await world.create(maker.headers, { kind: 'card', people: [south.userId, lund.userId] })
    await world.plan(dueOf(schedule))
    await world.make()
    const { taken } = await world.send()
    const [mine, theirs] = [textOf(taken, south), textOf(taken, lund)]
    for (const text of [mine, theirs]) {
      for (const part of ['Keep', 'Fix', 'In your customers’ words']) expect(text).toContain(part)
      expect(text).not.toContain('reportdownload')
    }
    expect(mine).toContain('71.4')
    expect(mine).toContain('n 7')
    expect(mine).not.toContain('Lund')
    expect(theirs).not.toContain('Kamppi')
    expect(mine).toContain('https://kaiku.example.com/card/visits/region,all,fi,south?')
    const [{ mail } = { mail: null }] = taken.filter(({ to }) => to.includes(south.email))
    expect(mail?.html).toContain('<h2')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.attachments).toEqual([])
  })

  it('is sent once, however often its time is looked at, and next at its next time', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    await Promise.all([world.plan(dueOf(schedule)), world.plan(dueOf(schedule)), world.plan(dueOf(schedule) + 5)])
    await Promise.all([world.make(), world.make()])
    expect((await world.send()).taken).toHaveLength(1)
    const [shown] = (await world.call('GET', 'own', maker.headers)).json()
    expect(dueOf(shown) - dueOf(schedule)).toBe(24 * 3_600_000)
    expect(shown.last).toMatchObject({ states: { sent: 1 } })
    // Stopped for days, it is made up for once.
    await world.answer(world.answers('kamppi', 9, 1))
    await world.plan(dueOf(schedule) + 5 * 24 * 3_600_000 + 1)
    await world.make()
    expect((await world.send()).taken).toHaveLength(1)
  })

  it('is not sent without anything new, but by hand; nor where fewer answered than figures are told of', async () => {
    const sello = await world.reader(['fi', 'south', 'sello'], undefined, 'Sello')
    const schedule = await world.create(maker.headers, { people: [south.userId, sello.userId] })
    const day = 24 * 3_600_000
    for (const at of [dueOf(schedule), dueOf(schedule) + day]) {
      await world.plan(at)
      await world.make()
      await world.send()
    }
    const history = await world.history(maker.headers, schedule.scheduleId)
    expect(history.map(({ state }) => state).sort()).toEqual(['nothingNew', 'sent', 'tooFew', 'tooFew'])
    // Answers elsewhere are no news here.
    await world.answer(world.answers('lund', 1, 1))
    await world.plan(dueOf(schedule) + 2 * day)
    await world.make()
    expect((await world.send()).taken).toHaveLength(0)
    await world.call('POST', `run/${schedule.scheduleId}`, maker.headers)
    await world.make()
    expect((await world.send()).taken).toHaveLength(1)
  })

  it('brings the report as a file to who may take it along, and nothing to who may not', async () => {
    const people = [south.userId, lund.userId]
    const schedule = await world.create(maker.headers, { people, kind: 'ranking' })
    await world.plan(dueOf(schedule))
    await world.make()
    const { taken } = await world.send()
    expect(taken).toHaveLength(1)
    const [file] = taken[0]?.mail.attachments ?? []
    expect(file?.filename).toMatch(/^Ranking – Visits .*\.xlsx$/)
    const content = file?.content
    const { sheets } = await readXlsx(new Uint8Array(content instanceof ArrayBuffer ? content : new ArrayBuffer(0)))
    const all = JSON.stringify(sheets)
    expect(all).toContain('Kamppi')
    expect(all).not.toContain('Lund')
    expect(Object.values(await statesOf(schedule.scheduleId)).sort()).toEqual(['noRight', 'sent'])
  })

  it('waits behind a link where that was chosen, among the tasks of its reader', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId], kind: 'ranking', delivery: 'link' })
    await world.call('POST', `run/${schedule.scheduleId}`, maker.headers)
    await world.make()
    const { taken } = await world.send()
    const tasks = (await world.app.inject({ url: '/api/task/own', headers: south.headers })).json()
    expect(taken[0]?.mail.attachments).toEqual([])
    expect(textOf(taken, south)).toContain(`/reportdownload/visits/${tasks[0]?.taskId}`)
  })

  it('never brings as a file what tells of single people: what they wrote stays where it can be erased', async () => {
    for (const kind of ['page', 'deck', 'codebook'] as const) {
      const schedule = await world.create(maker.headers, { people: [south.userId], kind, delivery: 'attachment' })
      await world.call('POST', `run/${schedule.scheduleId}`, maker.headers)
      await world.make()
      const { taken } = await world.send()
      expect([kind, taken.length, taken[0]?.mail.attachments]).toEqual([kind, 1, []])
      expect(textOf(taken, south)).toContain('/reportdownload/visits/')
    }
  })

  it('is nobody’s whose right was taken before it was made, or before it was sent', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId, lund.userId] })
    await world.plan(dueOf(schedule))
    const giveBack = await takeRole(south)
    await world.make()
    await giveBack()
    const giveBackLater = await takeRole(lund)
    const { taken } = await world.send()
    await giveBackLater()
    expect(taken).toHaveLength(0)
    expect(Object.values(await statesOf(schedule.scheduleId))).toEqual(['noRight', 'noRight'])
  })

  it('is sent once where the mail server’s answer was lost, and says so', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    await world.plan(dueOf(schedule))
    await world.make()
    // Begun by a process that died before it heard anything.
    await world.stores.service.query('update mailbox set begun_at = now()')
    expect((await world.send()).taken).toHaveLength(0)
    expect(await world.history(maker.headers, schedule.scheduleId)).toMatchObject([
      { state: 'unknown', fault: 'the mail server’s answer was lost' },
    ])
  })

  it('waits for a mail server that is away, and goes once it is back', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    await world.plan(dueOf(schedule))
    await world.make()
    const server = await smtp()
    server.mood.isDown = true
    expect((await world.send(server)).fault).toContain('come back later')
    expect(Object.values(await statesOf(schedule.scheduleId))).toEqual(['made'])
    server.mood.isDown = false
    await world.stores.service.query('update mailbox set next_at = now()')
    expect((await world.send(server)).taken).toHaveLength(1)
    expect(Object.values(await statesOf(schedule.scheduleId))).toEqual(['sent'])
    await server.close()
  })

  it('goes to whoever has a role when it is sent, and to nobody who left it', async () => {
    const { roles } = (await world.call('GET', 'readers/visits', maker.headers)).json()
    const role = roles.find(({ name }: { name: string }) => name === 'Lund')
    const schedule = await world.create(maker.headers, { roles: [role.id] })
    const own = async () => (await world.call('GET', 'own', lund.headers)).json()
    expect(await own()).toMatchObject([{ isOwn: false, isReader: true, more: null }])
    await world.call('POST', `leave/${schedule.scheduleId}`, lund.headers, { hasLeft: true })
    expect(await own()).toMatchObject([{ isReader: false, hasLeft: true }])
    await world.plan(dueOf(schedule))
    await world.make()
    expect((await world.send()).taken).toHaveLength(0)
    await world.call('POST', `leave/${schedule.scheduleId}`, lund.headers, { hasLeft: false })
    await world.call('POST', `run/${schedule.scheduleId}`, maker.headers)
    await world.make()
    expect((await world.send()).taken.map(({ to }) => to)).toEqual([[lund.email]])
  })

  it('goes to whoever looks after a place of a level, below its place and nowhere else', async () => {
    const kamppi = await world.reader(['fi', 'south', 'kamppi'])
    const readersAt = async (path: string, ownerLevels: readonly number[]) => {
      const schedule = await world.create(maker.headers, { path, ownerLevels })
      await world.call('POST', `run/${schedule.scheduleId}`, maker.headers)
      await world.make()
      return (await world.send()).taken.flatMap(({ to }) => to).sort()
    }
    const emails = (...of: readonly Reader[]) => of.map(({ email }) => email).sort()
    expect(await readersAt('region,all', [2])).toEqual(emails(south, lund))
    expect(await readersAt('region,all,fi', [2])).toEqual(emails(south))
    expect(await readersAt('region,all,fi', [2, 3])).toEqual(emails(south, kamppi))
    expect(await readersAt('channel,all', [1])).toEqual([])
    expect((await world.call('GET', 'readers/visits', maker.headers)).json().levels).toEqual([
      { view: 'channel', level: 1, title: 'Channel' },
    ])
    // Whose role is gone looks after no place.
    const restore = await takeRole(south)
    expect(await readersAt('region,all,fi', [2])).toEqual([])
    await restore()
  })

  it('is one of many in the overview, which comes in parts, the newest first', async () => {
    const keeper = await world.reader([], permissions, 'Keeper')
    const { scheduleId } = await world.create(maker.headers, { people: [lund.userId] })
    await world.stores.service.query(
      `insert into report_schedule (universe, survey, person, title, kind, path, compare, rule, zone, delivery, only_new,
         people, roles, due_at, next_at)
       select universe, survey, person, 'Copy ' || n, kind, path, compare, rule, zone, delivery, only_new, people, roles,
         due_at, next_at from report_schedule, generate_series(1, 60) n`,
    )
    const ids = async (query = '') =>
      (await world.call('GET', `all${query}`, keeper.headers)).json().map((one: ReportSchedule) => one.scheduleId)
    const first = await ids()
    const second = await ids(`?after=${first.at(-1)}`)
    expect([first.length, second.length]).toEqual([50, 11])
    expect(new Set([...first, ...second]).size).toBe(61)
    expect(second.at(-1)).toBe(scheduleId)
    expect((await world.call('GET', 'all?after=x', keeper.headers)).statusCode).toBe(400)
  })

  it('is never of a page that its maker alone sees', async () => {
    const page = '~01890000-0000-7000-8000-000000000000'
    const { more } = await world.create(maker.headers, { people: [lund.userId], page })
    expect(more?.page).toBe(null)
    const usual = { title: 'Weekly', path: 'region,all', rule: { every: 'day', minutes: 480 }, zone: 'UTC' }
    const wanted = { ...usual, kind: 'page', page, people: [lund.userId] }
    const refused = await world.call('POST', 'create/visits', maker.headers, wanted)
    expect([refused.statusCode, refused.json().reason.key]).toEqual([400, 'schedule.ownPage'])
  })

  it('rests for a reader until the day they said', async () => {
    const { scheduleId } = await world.create(maker.headers, { people: [lund.userId] })
    const sent = async () => {
      await world.call('POST', `run/${scheduleId}`, maker.headers)
      await world.make()
      return (await world.send()).taken.length
    }
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const rest = (until: string) => world.call('POST', `leave/${scheduleId}`, lund.headers, { hasLeft: true, until })
    expect((await rest(day(9))).json()).toMatchObject({ hasLeft: true, leftUntil: day(9) })
    expect(await sent()).toBe(0)
    expect((await rest(day(-1))).json()).toMatchObject({ hasLeft: false, leftUntil: null })
    expect(await sent()).toBe(1)
    await rest(day(9))
    await world.call('POST', `leave/${scheduleId}`, lund.headers, { hasLeft: false })
    expect(await sent()).toBe(1)
    for (const until of ['soon', '0000-01-01', '0999-01-01', '2026-02-30'])
      expect([until, (await rest(until)).statusCode]).toEqual([until, 400])
  })

  it('is left by the link of its mail without signing in, by a press or by what a mail program sends, and by nothing else', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId, lund.userId] })
    await world.plan(dueOf(schedule))
    await world.make()
    const { taken } = await world.send()
    const tokenOf = (reader: Reader) => /\/leave\/(\S+)/.exec(textOf(taken, reader))?.[1] ?? ''
    const token = tokenOf(lund)
    const byLink = (method: 'GET' | 'POST', of: string, payload?: object) =>
      world.app.inject({ method, url: `/api/report-schedule/by-link/${of}`, ...(payload && { payload }) })
    expect((await byLink('GET', token)).json()).toEqual({
      ...{ title: 'Weekly', by: expect.any(String), hasLeft: false, leftUntil: null, hasEnded: false },
    })
    // Programs that look through mail open the link, and change nothing.
    const [own] = (await world.call('GET', 'own', lund.headers)).json()
    expect(own).toMatchObject({ hasLeft: false })
    expect((await byLink('POST', token, { hasLeft: true })).json()).toMatchObject({ hasLeft: true })
    expect((await byLink('GET', tokenOf(south))).json()).toMatchObject({ hasLeft: false })
    expect((await byLink('POST', token, { hasLeft: false })).json()).toMatchObject({ hasLeft: false })
    const pressed = await world.app.inject({
      ...{ method: 'POST', url: `/leave/${token}`, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(pressed.statusCode).toBe(200)
    expect((await byLink('GET', token)).json()).toMatchObject({ hasLeft: true })
    for (const wrong of ['x', token.slice(0, -2), `${token.slice(0, 30)}AAAA${token.slice(34)}`])
      for (const reply of [await byLink('GET', wrong), await byLink('POST', wrong, { hasLeft: true })])
        expect(reply.statusCode).toBe(404)
  })

  it('rests while it is paused, and is over when it is ended or who made it left', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    const act = (verb: string, body?: object) =>
      world.call('POST', `${verb}/${schedule.scheduleId}`, maker.headers, body)
    expect((await act('pause', { isPaused: true })).json()).toMatchObject({ state: 'paused', nextAt: null })
    await world.plan(dueOf(schedule))
    await world.make()
    expect((await world.send()).taken).toHaveLength(0)
    expect((await act('pause', { isPaused: false })).json()).toMatchObject({ state: 'waiting' })
    const giveBack = await takeRole(maker)
    const administrator = await signedIn(world.stores, { universe: world.acme, grants: [fullGrant('Administrator')] })
    const all = async () => (await world.call('GET', 'all', administrator)).json()
    expect(await all()).toMatchObject([{ state: 'ended', endReason: 'makerRight' }])
    await world.plan(dueOf(schedule))
    await world.make()
    await giveBack()
    expect((await world.send()).taken).toHaveLength(0)
    expect(await all()).toMatchObject([{ state: 'ended', endReason: 'makerRight' }])
    expect((await act('run')).statusCode).toBe(409)
  })

  it('goes only to addresses that the universe allows', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    await world.stores.service.query(
      `update universe set settings = settings || '{"mailDomains": ["other.example"]}' where id = $1`,
      [world.acme],
    )
    await world.plan(dueOf(schedule))
    await world.make()
    await world.stores.service.query(`update universe set settings = settings - 'mailDomains' where id = $1`, [
      world.acme,
    ])
    expect(Object.values(await statesOf(schedule.scheduleId))).toEqual(['noAddress'])
  })

  it('is made by who may take along, for members alone, of what they may see', async () => {
    const wanted = { title: 'x', kind: 'figures', path: 'region,all', zone: 'UTC', people: [south.userId] }
    const make = async (reader: Pick<Reader, 'headers'>, more: object = {}) =>
      (
        await world.call('POST', 'create/visits', reader.headers, {
          ...wanted,
          rule: { every: 'day', minutes: 0 },
          ...more,
        })
      ).statusCode
    expect(await make(lund)).toBe(403)
    expect(await make(maker, { people: [] })).toBe(400)
    expect(await make(maker, { zone: 'Nowhere/Here' })).toBe(400)
    expect(await make(maker, { path: 'region,all,mars' })).toBe(404)
    expect(await make(south, { path: 'region,all,se' })).toBe(404)
    expect(await make(maker, { kind: 'interviews' })).toBe(403)
    const outside = await signedIn(world.stores, {
      universe: await world.universe('elsewhere'),
      grants: [fullGrant('all')],
    })
    const { userId } = (await world.app.inject({ url: '/api/account', headers: outside })).json()
    expect(await make(maker, { people: [userId] })).toBe(400)
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    for (const headers of [outside, lund.headers]) {
      expect((await world.call('GET', `history/${schedule.scheduleId}`, headers)).statusCode).toBe(404)
      expect((await world.call('POST', `end/${schedule.scheduleId}`, headers)).statusCode).toBe(404)
    }
    expect((await world.call('POST', `end/${schedule.scheduleId}`, south.headers)).statusCode).toBe(403)
    expect((await world.call('GET', 'all', maker.headers)).statusCode).toBe(403)
  })

  it('is changed by who made it, over what they saw alone', async () => {
    const schedule = await world.create(maker.headers, { people: [south.userId] })
    const body = {
      ...{ title: 'Monthly', kind: 'figures', path: 'region,all,fi', zone: 'UTC', people: [lund.userId] },
      rule: { every: 'month', day: 31, minutes: 60 },
    }
    const change = (version: number) =>
      world.call('PUT', `change/${schedule.scheduleId}`, maker.headers, { ...body, version })
    expect((await change(schedule.version)).json()).toMatchObject({ title: 'Monthly', more: { path: 'region,all,fi' } })
    expect((await change(schedule.version)).statusCode).toBe(409)
  })

  it('tells of a protected survey no figure of few, and brings nobody’s interviews', async () => {
    const guarded = await openScheduleWorld({ protection: true, minimumN: 7, minimumNComments: 7 })
    try {
      const all = await guarded.reader([], [...exporting, 'seeInterviews'])
      const few = await guarded.reader(['se', 'lund'])
      const wanted = { kind: 'interviews', path: 'region,all', rule: { every: 'day', minutes: 480 }, zone: 'UTC' }
      const refused = await guarded.call('POST', 'create/visits', all.headers, {
        ...{ ...wanted, title: 'x', people: [all.userId] },
      })
      expect(refused.statusCode).toBe(403)
      for (const kind of ['figures', 'card', 'ranking']) {
        const schedule = await guarded.create(all.headers, { kind, people: [all.userId, few.userId] })
        await guarded.plan(dueOf(schedule))
        await guarded.make()
        const { taken } = await guarded.send()
        expect(taken.flatMap(({ to }) => to)).toEqual([all.email])
        expect(taken[0]?.mail.text).toContain('n 12')
        const history = await guarded.history(all.headers, schedule.scheduleId)
        expect(history.map(({ state }) => state).sort()).toEqual(
          kind === 'ranking' ? ['noRight', 'sent'] : ['sent', 'tooFew'],
        )
      }
    } finally {
      await guarded.close()
    }
  })
})
