import type { League } from '@kaiku/contract/league.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { inUniverse } from '../db/postgres.ts'
import { runTimers } from '../effect/effect-timer.ts'
import { effectRunsForgotten } from '../effect/forget-runs.ts'
import { catchUp } from '../feed/feed.ts'
import { correctInterview } from '../interview/interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { forgetMailOfErased } from '../mail/forget-mail.ts'
import { insertSamples } from '../sample/store-samples.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { saveGateway } from '../sms/gateway.ts'
import { findSurvey } from '../survey/survey.ts'
import { createWebhook } from '../webhook/webhook.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'

type Headers = { authorization: string }
let world: EffectWorld
let admin: Headers
let manager: Headers
let elsewhere: Headers
const zone = 'Europe/Helsinki'
const today = dayIn(zone, Date.now())

beforeAll(async () => {
  world = await openEffectWorld()
  const all = ['editConfiguration', 'seeInterviews', 'handleAlerts', 'seeIndicators'] as const
  admin = await world.person('Administrator', [], all)
  manager = await world.person('Store manager', ['fi', 'south', 'kamppi'])
  elsewhere = await world.person('Store manager', ['se', 'lund'])
  await world.stores.service.query(`update person set email = username || '@acme.example'`)
})
afterEach(async () => {
  await world.stores.service.query('delete from effect_run; delete from mailbox')
})
afterAll(() => world?.close())

const low = (more: object = {}) => ({
  ...{ id: 'low', title: { en: 'Low', fi: 'Matala' }, event: { type: 'interview' }, when: 'score=0_6' },
  effects: [
    { type: 'tag', tags: ['low'] },
    {
      ...{ type: 'mail', receiver: { to: 'role', role: 'Store manager' } },
      ...{ subject: '{place}: {nps} of 10', text: 'By {channel}.' },
    },
  ],
  ...more,
})
const kamppi = { day: today, store: 'kamppi', channel: 'web', nps: 2 }

async function tagsOf(block = 'low') {
  const { rows } = await world.stores.service.query<{ tags: string[] }>(
    `select i.tags from effect_run r join interview i on (i.universe, i.survey, i.number) = (r.universe, r.survey, r.interview)
     where r.block = $1 and r.effect = 'tag' order by i.number`,
    [block],
  )
  return rows.map(({ tags }) => tags)
}
async function mails() {
  const { rows } = await world.stores.service.query<{ recipient: string; subject: string; text: string }>(
    'select recipient, subject, text from mailbox order by id',
  )
  return rows
}

describe('an effect block', () => {
  it('tags and mails once of an interview that meets it, and of no other', async () => {
    await world.blocks([low()])
    await world.happen([kamppi, { ...kamppi, nps: 9 }])
    expect(await tagsOf()).toEqual([['low']])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: expect.stringMatching(/^person-\d+@acme/), subject: 'Kamppi: 2 of 10' })
    expect(mail?.text).toMatch(
      /^By web\.\n\nhttps:\/\/kaiku\.example\.com\/interview\/visits\/[0-9a-f-]+\?universe=acme\n$/,
    )
    // It is asked for by every further look, and done no more.
    await world.stores.service.query(`update alert_cursor set tx = '0', seq = 0`)
    while ((await raiseAlerts(world.stores, Date.now())).changes > 0);
    await settleEffects(world.stores)
    expect(await mails()).toHaveLength(1)
    expect(await world.runs(admin)).toMatchObject([
      { effect: 'mail', outcome: 'waiting', place: 'Kamppi', isBackfilled: false, alertId: null },
      { effect: 'tag', outcome: 'done', block: { id: 'low', title: 'Low' }, interviewId: expect.any(String) },
    ])
    await world.stores.service.query(`update mailbox set state = 'sent'`)
    expect((await world.runs(admin, 'low')).map(({ outcome }) => outcome)).toEqual(['sent', 'done'])
    await world.stores.service.query(`update mailbox set state = 'failed', fault = 'the mail server’s answer was lost'`)
    expect((await world.runs(admin)).map(({ outcome }) => outcome)).toEqual(['unknown', 'done'])
    expect(await world.runs(admin, 'other')).toEqual([])
    // With the interview go its runs, and what was mailed of it.
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    await eraseInterview(world.stores, world.acme, dictionary.survey, 1, 'test')
    await forgetMailOfErased(world.stores.service)
    expect([await world.runs(admin), await mails()]).toEqual([[], []])
  })

  it('awards points to the place once, which count in its league until the interview goes', async () => {
    const lastMonth = addDays(`${today.slice(0, 8)}01`, -3)
    const league = async (headers: Headers, more: object = {}) => {
      const reply = await world.app.inject({
        ...{ method: 'POST', headers, url: '/api/result/query/visits/region,all' },
        payload: { components: [{ type: 'GamificationOverviewConfig', leagueFrom: 2, indicators: ['nps'], ...more }] },
      })
      expect(reply.statusCode, reply.body).toBe(200)
      const { answers } = reply.json() as { answers: [League] }
      return answers[0]
    }
    const kamppiIn = ({ rows }: League) => rows.find(({ id }) => id === 'kamppi')
    const award = { type: 'points', points: 6 }
    await world.blocks([low({ title: 'Told us', effects: [award] }), low({ id: 'more', effects: [award] })])
    const then = momentIn(zone, lastMonth, 720)
    await world.happen(
      [
        { ...kamppi, day: lastMonth },
        { ...kamppi, day: addDays(lastMonth, -1), nps: 9 },
      ],
      then,
    )
    expect((await world.runs(admin)).map(({ effect, outcome }) => [effect, outcome])).toEqual([
      ['points', 'done'],
      ['points', 'done'],
    ])
    const found = await league(admin)
    expect(found.mostAwarded).toBe(10)
    expect(kamppiIn(found)).toMatchObject({
      points: 10,
      deeds: {
        awards: [
          { title: 'Low', times: 1, points: 6 },
          { title: 'Told us', times: 1, points: 6 },
        ],
      },
    })
    expect(kamppiIn(await league(admin, { awarded: 0 }))).toMatchObject({ points: 0, deeds: { awards: [] } })
    // At another place nobody is told of it.
    expect(JSON.stringify(await league(elsewhere))).not.toContain('Told us')
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    const { rows } = await world.stores.service.query<{ interview: string }>('select interview::text from effect_run')
    await eraseInterview(world.stores, world.acme, dictionary.survey, Number(rows[0]?.interview), 'test')
    expect(kamppiIn(await league(admin))?.deeds?.awards).toEqual([])
  })

  it('mails nobody who may not open the interview, and says so', async () => {
    const to = (receiver: object) => ({ type: 'mail', receiver, subject: 'x', text: 'y' })
    const reply = await world.app.inject({ url: '/api/session/identity', headers: elsewhere })
    const { username } = reply.json() as { username: string }
    await world.blocks([
      low({
        effects: [
          to({ to: 'person', username }),
          to({ to: 'person', username: 'nobody' }),
          to({ to: 'role', role: 'Nobody' }),
          to({ to: 'address', address: 'desk@acme.example' }),
        ],
      }),
    ])
    await world.happen([kamppi])
    const runs = await world.runs(admin)
    expect(runs.map(({ outcome, reason }) => [outcome, reason]).reverse()).toEqual(
      expect.arrayContaining([
        ['nothing', 'noRight'],
        ['nothing', 'nobody'],
        ['nothing', 'nobody'],
        ['waiting', null],
      ]),
    )
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['desk@acme.example'])
  })

  it('answers to a correction, to an alert that is raised and solved, and to nothing while it is off', async () => {
    const tag = (id: string, more: object) => ({
      ...{ id, title: id, effects: [{ type: 'tag', tags: [id] }] },
      ...more,
    })
    await world.blocks([
      tag('corrected', { event: { type: 'interview', on: ['corrected'] } }),
      tag('raised', { event: { type: 'alert', rules: ['unhappy'] }, when: 'channel=web' }),
      tag('solved', { event: { type: 'alert', on: ['solved'] } }),
      tag('off', { event: { type: 'interview' }, isOn: false }),
    ])
    await world.happen([kamppi])
    const raised = await world.runs(admin)
    expect(raised.map(({ block }) => block.id)).toEqual(['raised'])
    const { rows } = await world.list(admin)
    const alert = rows.find(({ alertId }) => alertId === raised[0]?.alertId)
    const change = { state: 'solved', rootCause: 'queue', action: 'called' }
    const solved = await world.app.inject({
      ...{ method: 'POST', headers: admin, url: `/api/vuejs/alerts/change/visits/${alert?.alertId}` },
      payload: Object.assign({ version: alert?.version }, change),
    })
    expect(solved.statusCode, solved.body).toBe(200)
    await settleEffects(world.stores)
    expect((await world.runs(admin)).map(({ block, alertId }) => [block.id, alertId])).toEqual([
      ['solved', alert?.alertId],
      ['raised', alert?.alertId],
    ])
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    const found = await world.stores.service.query<{ number: string }>(
      'select max(number)::text as number from interview',
    )
    const number = Number(found.rows[0]?.number)
    await correctInterview(world.stores, world.acme, dictionary.survey, number, { ...kamppi, nps: 3 })
    while ((await raiseAlerts(world.stores, Date.now())).changes > 0);
    await settleEffects(world.stores)
    expect((await world.runs(admin)).map(({ block }) => block.id)).toEqual(['corrected', 'solved', 'raised'])
    expect((await tagsOf('corrected'))[0]).toEqual(['corrected', 'raised', 'solved'])
    await eraseInterview(world.stores, world.acme, dictionary.survey, number, 'test')
    expect(await world.runs(admin)).toEqual([])
  })

  it('is an alert rule where its effect is an alert', async () => {
    const effects = [{ type: 'alert', alert: { title: '{place}: glad' }, severity: 'low' }]
    await world.blocks([low({ id: 'glad', when: 'nps=10', effects })])
    await world.happen([{ ...kamppi, nps: 10 }])
    expect((await world.list(admin, 'region,all', 'rule=glad')).rows).toMatchObject([
      { title: 'Kamppi: glad', severity: 'low', rule: { id: 'glad', title: 'Low' } },
    ])
    expect(await world.runs(admin)).toMatchObject([{ effect: 'alert', outcome: 'done' }])
  })

  it('tells a webhook, and has whoever answered left alone', async () => {
    const actor = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
    const hook = { label: 'Desk', url: 'https://example.com/hook', events: ['alert.changed' as const], contacts: false }
    await createWebhook(world.stores, world.acme, hook, [], actor)
    await createWebhook(world.stores, world.acme, { ...hook, label: 'None' }, [], actor)
    await world.blocks([
      low({
        effects: [{ type: 'webhook', webhook: 'Desk' }, { type: 'webhook', webhook: 'Gone' }, { type: 'suppress' }],
      }),
    ])
    await world.happen([{ ...kamppi, who: 'anna@example.com' }, kamppi])
    const { rows } = await world.stores.service.query<{ effect: object; label: string }>(
      `select d.effect, w.label from webhook_delivery d join webhook w on w.id = d.webhook where d.event = 'effect'`,
    )
    expect(rows).toEqual(Array(2).fill({ effect: { block: 'low', title: 'Low' }, label: 'Desk' }))
    const outcomes = (await world.runs(admin)).map(({ effect, outcome, reason }) => `${effect} ${outcome} ${reason}`)
    expect(outcomes.sort()).toEqual([
      ...['suppress done null', 'suppress nothing noContact'],
      ...['webhook done null', 'webhook done null', 'webhook nothing noWebhook', 'webhook nothing noWebhook'],
    ])
    const kept = await world.stores.service.query('select consent from contact_consent')
    expect(kept.rows).toEqual([{ consent: 'optedOut' }])
  })

  it('writes to the customer of an alert by a template of replies, once, unless they want no more', async () => {
    const reply = { id: 'sorry', title: 'Sorry', subject: 'Your visit', text: 'Dear {name}, you gave {nps}.' }
    const rules = { ...parts['alert-rules.json'], replies: { templates: [reply] } }
    const effects = [{ type: 'reply', template: 'sorry' }]
    await world.blocks([low({ event: { type: 'alert' }, when: '', effects })], { 'alert-rules.json': rules })
    await world.happen([
      { ...kamppi, who: 'bert@example.com' },
      { ...kamppi, who: 'anna@example.com' },
    ])
    expect(new Set((await world.runs(admin)).map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
      new Set(['nothing optedOut', 'waiting null']),
    )
    expect(await mails()).toEqual([
      { recipient: 'bert@example.com', subject: 'Your visit', text: 'Dear customer, you gave 2.\n' },
    ])
    const { rows } = await world.stores.service.query(
      `select is_by_kaiku from alert_event where kind = 'replied' and after ? 'reply'`,
    )
    expect(rows).toEqual([{ is_by_kaiku: true }])
  })

  it('sends an SMS by the gateway of the universe, and says so where there is none', async () => {
    const sms = { type: 'sms', to: '+358401234567', text: '{place}: {nps}' }
    await world.blocks([low({ effects: [sms] })])
    await world.happen([kamppi])
    expect(await world.runs(admin)).toMatchObject([{ outcome: 'nothing', reason: 'noGateway' }])
    const gateway = {
      url: 'https://sms.example.com',
      header: 'Key',
      secret: 'x',
      body: '{"to":"{to}","text":"{text}"}',
    }
    const report = { id: 'id', status: 'status', from: 'from', text: 'text' }
    const settings = { ...gateway, sender: 'Acme', callingCode: '', report, version: 0 }
    await saveGateway(world.stores, world.acme, settings, [])
    await world.happen([kamppi])
    const { rows } = await world.stores.service.query('select recipient, sender, text from sms')
    expect(rows).toEqual([
      { recipient: '+358401234567', sender: 'Acme', text: expect.stringMatching(/^Kamppi: 2 https:\/\/kaiku/) },
    ])
    expect((await world.runs(admin))[0]).toMatchObject({ effect: 'sms', outcome: 'waiting' })
    await world.stores.service.query(`update sms set state = 'failed', fault = 'the gateway’s answer was lost'`)
    expect((await world.runs(admin))[0]?.outcome).toBe('unknown')
  })

  it('answers to a sample that comes, by what is known of it, once, and tells of it to who looks after samples', async () => {
    const samplers = await world.person('Sampler', ['fi'], ['manageSamples'])
    await world.stores.service.query(`update person set email = username || '@acme.example' where email is null`)
    const effects = [
      { type: 'mail', receiver: { to: 'role', role: 'Sampler' }, subject: '{place}', text: '{channel}' },
      { type: 'suppress' },
    ]
    const block = low({ event: { type: 'sample' }, when: 'channel=web', effects })
    const sample = (contact: string, channel: string) => ({
      ...{
        externalId: null,
        contact,
        name: 'Anna',
        email: contact,
        phone: null,
        locale: null,
        timeZone: null,
        state: 'pending' as const,
      },
      ...{ street: null, postcode: null, town: null, country: null, reason: null, background: { channel } },
      leaves: leavesOf(),
    })
    await world.blocks([block])
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    const leavesOf = () => {
      const view = dictionary.views.get('region')
      return [view?.tree.resolve(['fi', 'south', 'kamppi']) ?? 0, 0]
    }
    await inUniverse(world.stores.pool, world.acme, (client) =>
      insertSamples(client, dictionary, [sample('a@b.example', 'web'), sample('b@b.example', 'shop')], {
        person: null,
        bulk: null,
      }),
    )
    const asked = { block, from: addDays(today, -1), to: addDays(today, 1) }
    const before = (await world.ask(admin, 'POST', 'dryrun/visits', asked)).json()
    expect(before).toMatchObject({ looked: 2, total: 1, touched: 0 })
    await settleEffects(world.stores)
    await settleEffects(world.stores)
    expect((await world.ask(admin, 'POST', 'dryrun/visits', asked)).json()).toMatchObject({ total: 1, touched: 1 })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Kamppi', text: expect.stringMatching(/^web\n\nhttps:.*\/sample\/visits\//) })
    const { rows } = await world.stores.service.query(`select state, reason, email from sample order by email`)
    expect(rows).toEqual([
      { state: 'notInvited', reason: 'optOut', email: 'a@b.example' },
      { state: 'pending', reason: null, email: 'b@b.example' },
    ])
    // Who may not see samples is not led to one.
    expect((await world.runs(admin)).map(({ sampleId, interviewId }) => [sampleId, interviewId])).toEqual([
      [null, null],
      [null, null],
    ])
    expect((await world.ask(samplers, 'GET', 'runs/visits')).statusCode).toBe(403)
  })

  it('with a timer looks at the days before its hour, once a day, and not at what was there before it', async () => {
    const event = { type: 'timer', at: '06:00', days: 2 }
    await world.blocks([low({ event, effects: [{ type: 'tag', tags: ['late'] }] })])
    const at = (day: string, minutes: number) => momentIn(zone, day, minutes)
    const run = async (day: string, minutes: number) => {
      await catchUp(world.stores)
      const asked = await runTimers(world.stores, at(day, minutes), world.acme)
      await settleEffects(world.stores)
      return asked
    }
    const day = '2026-03-10'
    await world.answer([-3, -2, -1, 0].map((by) => ({ ...kamppi, day: addDays(day, by), nps: 1 })))
    expect(await run(day, 100)).toBe(0)
    expect(await run(day, 359)).toBe(0)
    expect(await run(day, 360)).toBe(2)
    expect(await run(day, 700)).toBe(0)
    expect(await run(addDays(day, 1), 361)).toBe(1)
    expect(await tagsOf()).toEqual([['late'], ['late'], ['late']])
  })

  it('with a timer looks at all interviews of a day, however many there are', async () => {
    const event = { type: 'timer', at: '06:00', days: 1 }
    await world.blocks([low({ event, effects: [{ type: 'tag', tags: ['all'] }] })])
    await runTimers(world.stores, momentIn(zone, today, 400), world.acme)
    await world.answer([{ store: 'kamppi', nps: 1 }])
    const oldest = `select * from interview where universe = $1 and day is null and answers ? 'nps' order by number limit 1`
    await world.stores.service.query(
      `insert into interview (universe, survey, row_key, answers, leaves)
       select i.universe, i.survey, 'more ' || n, i.answers - 'nps', i.leaves from generate_series(1, $2) n, (${oldest}) i`,
      [world.acme, 50_010],
    )
    await runTimers(world.stores, momentIn(zone, addDays(today, 1), 400), world.acme)
    const { rows } = await world.stores.service.query(
      `select r.effect from effect_run r join (${oldest}) i on i.number = r.interview`,
      [world.acme],
    )
    expect(rows).toEqual([{ effect: 'tag' }])
    await world.stores.service.query('delete from interview where day is null')
  }, 240_000)

  it('keeps runs for some four hundred days, and begins no backfill before them', async () => {
    await world.blocks([low()])
    await world.happen([kamppi, { ...kamppi, nps: 1 }])
    const forget = (days: number) =>
      effectRunsForgotten.run({
        ...{ stores: world.stores, universe: world.acme, log: () => {} },
        ...{ now: Date.now() + days * 86_400_000, stopped: new AbortController().signal },
      })
    await world.stores.service.query(
      `update effect_run set state = 'waiting', done_at = null where id = (select id from effect_run where effect = 'tag' limit 1)`,
    )
    await forget(399)
    expect(await world.runs(admin)).toHaveLength(4)
    await forget(401)
    expect(await world.runs(admin)).toMatchObject([{ outcome: 'waiting' }])
    const backfill = (from: string) =>
      world.ask(admin, 'POST', 'backfill/visits', { blockId: 'low', from, to: today, count: 1 })
    const refused = await backfill(addDays(today, -400))
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('effect.longAgo')])
    expect((await backfill(addDays(today, -399))).body).not.toContain('effect.longAgo')
  })
})

describe('effect blocks', () => {
  const versionOf = async () => ((await world.ask(admin, 'GET', 'visits')).json() as { version: number }).version

  it('are made, changed and taken away one by one, onto the version that was looked at', async () => {
    await world.survey(world.acme, filesOf(parts))
    const version = await versionOf()
    const create = (block: object, onto: number, headers = admin) =>
      world.ask(headers, 'POST', 'create/visits', { block, version: onto })
    const wrong = await create(
      low({ when: 'nope=1', effects: [{ type: 'mail', ...mail, text: '{who} {comment}' }] }),
      version,
    )
    expect(wrong.json()).toMatchObject({
      code: 'invalid',
      details: [
        { place: 'blocks[0].when', expected: 'the name of a filter' },
        { place: 'blocks[0].effects[0].text', expected: 'no answer that tells who somebody is' },
        { place: 'blocks[0].effects[0].text', expected: 'no comment: who may read it sees it beside' },
      ],
    })
    expect((await create(low(), version - 1)).statusCode).toBe(409)
    expect((await create(low(), version)).json()).toEqual({ version: version + 1 })
    expect((await create(low(), version + 1)).json()).toMatchObject({ details: [{ place: 'blocks[1].id' }] })
    const save = (block: object) => world.ask(admin, 'POST', 'visits', { block, version: version + 1 })
    expect((await save(low({ id: 'other' }))).statusCode).toBe(404)
    expect((await save(low({ isOn: false }))).json()).toEqual({ version: version + 2 })
    const shown = (await world.ask(admin, 'GET', 'visits')).json() as { blocks: { written: object }[] }
    expect(shown).toMatchObject({
      blocks: [{ id: 'low', title: 'Low', written: { isOn: false }, runs: 0, lastAt: null }],
      roles: expect.arrayContaining(['Administrator', 'Store manager']),
      rules: [{ id: 'unhappy', title: 'Unhappy customer' }],
    })
    expect((await world.ask(admin, 'DELETE', `visits/gone/${version + 2}`)).statusCode).toBe(404)
    expect((await world.ask(admin, 'DELETE', `visits/low/${version + 2}`)).json()).toEqual({ version: version + 3 })
    const { rows } = await world.stores.service.query(
      `select count(*)::int as n from audit where action = 'configuration.publish' and actor_name <> 'test' and before::text || after::text like '%effects.json%'`,
    )
    expect(rows[0]).toEqual({ n: 3 })
  })

  const mail = { receiver: { to: 'address', address: 'a@acme.example' }, subject: 'x', text: 'y' }

  it('refuse what would tell of one respondent of a protected survey, and what cannot be', async () => {
    const settings = { extName: 'staff', title: 'Staff', timeZone: zone, protection: true }
    const publish = (blocks: readonly object[], more: object = {}) =>
      world.survey(world.acme, filesOf({ ...parts, 'alert-rules.json': {}, ...more, 'effects.json': { blocks } }))
    const isProtected = { 'settings.json': settings }
    const faulty = async (blocks: readonly object[], more: object = isProtected) =>
      publish(blocks, more).then(
        () => [],
        (fault: { details: { place: string }[] }) => fault.details.map(({ place }) => place),
      )
    expect(await faulty([low({ when: '' })])).toEqual(['blocks[0].event', 'blocks[0].effects[0]'])
    expect(await faulty([low({ when: '', event: { type: 'timer' }, effects: [{ type: 'suppress' }] })])).toEqual([
      'blocks[0].event',
      'blocks[0].effects[0]',
    ])
    expect(await faulty([low({ when: '', event: { type: 'alert' }, effects: [{ type: 'mail', ...mail }] })])).toEqual(
      [],
    )
    expect(await faulty([low({ when: '', event: { type: 'sample' }, effects: [{ type: 'mail', ...mail }] })])).toEqual([
      'blocks[0].event',
    ])
    const letters = [{ type: 'letter', template: 'Thanks' }]
    expect(await faulty([low({ when: '', event: { type: 'alert' }, effects: letters })])).toEqual([
      'blocks[0].effects[0]',
    ])
    const alert = { type: 'alert', alert: { title: 'x' } }
    const writes = [{ type: 'reply', template: 'gone' }]
    expect(await faulty([low({ effects: writes })], {})).toEqual([
      'blocks[0].effects[0]',
      'blocks[0].effects[0].template',
    ])
    const ofSample = [{ type: 'tag', tags: ['x'] }, { type: 'suppress' }]
    expect(await faulty([low({ event: { type: 'sample' }, effects: ofSample })], {})).toEqual(['blocks[0].effects[0]'])
    expect(await faulty([low({ event: { type: 'alert', rules: ['gone'] }, effects: [alert] })], {})).toEqual([
      'blocks[0].event.rules[0]',
      'blocks[0].effects[0]',
    ])
  })

  it('are dry run and made up for past days, as many as were named', async () => {
    await world.survey(world.acme, filesOf(parts))
    const day = '2026-04-01'
    await world.answer([1, 5, 9].map((nps) => ({ ...kamppi, day, nps })))
    const asked = { from: day, to: addDays(day, 3) }
    const block = low({ effects: [{ type: 'tag', tags: ['low'] }] })
    const run = () => world.ask(admin, 'POST', 'dryrun/visits', { block, ...asked })
    const found = { looked: 3, total: 2, touched: 0, isCut: false, days: [{ day, count: 2, touched: 0 }] }
    expect((await run()).json()).toMatchObject({
      ...found,
      examples: Array(2).fill({ day, place: 'Kamppi', isTouched: false, alertId: null }),
    })
    const backfill = (count: number) => world.ask(admin, 'POST', 'backfill/visits', { blockId: 'low', ...asked, count })
    expect((await backfill(2)).statusCode).toBe(404)
    await world.blocks([block])
    expect((await backfill(3)).statusCode).toBe(409)
    expect(await world.runs(admin)).toEqual([])
    expect((await backfill(2)).json()).toEqual({ started: 2 })
    await settleEffects(world.stores)
    expect((await run()).json()).toMatchObject({ total: 2, touched: 2 })
    expect((await backfill(2)).statusCode).toBe(409)
    expect(await world.runs(admin)).toMatchObject([{ isBackfilled: true }, { isBackfilled: true }])
  })

  it('are nothing to a stranger, to who handles alerts, and to another universe', async () => {
    const version = await versionOf()
    const globex = (await world.stores.service.query<{ id: string }>(`select id from universe where name = 'globex'`))
      .rows[0]
    const outside = await signedIn(world.stores, {
      universe: globex?.id ?? '',
      grants: [
        ...[
          {
            role: 'Boss',
            permissions: ['editConfiguration', 'seeInterviews'] as const,
            surveys: null,
            rows: {},
            figures: null,
          },
        ],
      ],
    })
    await world.blocks([low()])
    await world.happen([kamppi])
    const calls = [
      ['GET', 'visits', undefined],
      ['GET', 'runs/visits', undefined],
      ['POST', 'create/visits', { block: low(), version }],
      ['POST', 'visits', { block: low(), version }],
      ['DELETE', `visits/low/${version}`, undefined],
      ['POST', 'dryrun/visits', { block: low(), from: today, to: today }],
      ['POST', 'backfill/visits', { blockId: 'low', from: today, to: today, count: 1 }],
    ] as const
    for (const [method, path, payload] of calls) {
      expect((await world.ask({ authorization: '' }, method, path, payload)).statusCode, path).toBe(401)
      expect((await world.ask(manager, method, path, payload)).statusCode, path).toBe(403)
    }
    expect(await world.runs(outside)).toEqual([])
    expect((await world.ask(outside, 'GET', 'visits')).json()).toMatchObject({ blocks: [] })
  })
})
