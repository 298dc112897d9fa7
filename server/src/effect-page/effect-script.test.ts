import { dayIn } from '@kaiku/core/day.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { stoppedConditions } from '../condition-script/stopped-condition.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'

type Headers = { authorization: string }
let world: EffectWorld
let admin: Headers
let manager: Headers
const today = dayIn('Europe/Helsinki', Date.now())

beforeAll(async () => {
  world = await openEffectWorld()
  admin = await world.person('Administrator', [], ['editConfiguration', 'seeInterviews', 'handleAlerts'])
  manager = await world.person('Store manager', ['fi', 'south', 'kamppi'])
})
afterEach(async () => {
  await world.stores.service.query('delete from effect_run; delete from mailbox; delete from condition_script')
})
afterAll(() => world?.close())

const scripted = (meets: string, more: object = {}) => ({
  ...{ id: 'odd', title: 'Odd', event: { type: 'interview' }, effects: [{ type: 'tag', tags: ['odd'] }] },
  script: `export function meets({ answers }) {\n  ${meets}\n}\nexport const tests = [{ name: 'one', answers: { nps: 1 }, gives: true }]`,
  ...more,
})
const odd = 'return answers.nps % 2 === 1'
/** Fails on whoever named no number. */
const shaky = 'if (answers.nps.toFixed(0) === "1") return true\n  return false'
const kamppi = { day: today, store: 'kamppi', channel: 'web', who: 'anna@example.com' }
const happen = (...nps: (number | undefined)[]) =>
  world.happen(nps.map((one) => (one === undefined ? kamppi : { ...kamppi, nps: one })))
const subjects = async () => (await world.runs(admin)).length
const listed = async () => {
  const reply = await world.ask(admin, 'GET', 'visits')
  return (reply.json() as { version: number; blocks: { script: object | null }[] }).blocks
}
const dryRun = (block: object, headers = admin) =>
  world.ask(headers, 'POST', 'dryrun/visits', { block, from: today, to: today })

describe('a script as the condition of an effect', () => {
  it('decides besides the filters, and reads no contact', async () => {
    await world.blocks([scripted(`if ('who' in answers) return true\n  ${odd}`, { when: 'channel=web' })])
    await happen(1, 2, 3, 4)
    expect(await subjects()).toBe(2)
    expect(await listed()).toMatchObject([{ runs: 2, script: null }])
  })

  it('decides of an alert and of a rule whose effect it is', async () => {
    const alert = { type: 'alert', alert: { title: '{place}: odd' } }
    await world.blocks([
      scripted(odd, { effects: [alert] }),
      scripted(odd, { id: 'of-alerts', event: { type: 'alert', rules: ['odd'] } }),
    ])
    await happen(7, 8)
    expect((await world.list(admin, 'region,all', 'rule=odd')).rows).toHaveLength(1)
    expect((await world.runs(admin)).map(({ block, effect }) => [block.id, effect])).toEqual([
      ['of-alerts', 'tag'],
      ['odd', 'alert'],
    ])
  })

  it('is published only with tests that pass, if it fails on none of the newest, whoever publishes it', async () => {
    await world.blocks([])
    await happen(undefined, 1)
    const refused = async (block: object) => {
      const { version } = (await world.ask(admin, 'GET', 'visits')).json() as { version: number }
      const reply = await world.ask(admin, 'POST', 'create/visits', { block, version })
      expect(reply.statusCode, reply.body).toBe(400)
      return reply.body
    }
    expect(await refused(scripted('return (', {}))).toContain('blocks[0].script')
    expect(await refused(scripted('return answers.nps === 2'))).toContain('does not')
    expect(await refused(Object.assign(scripted(odd), { script: 'export const meets = () => true' }))).toContain('test')
    expect(await refused(scripted(shaky))).toContain('1 failures')
    expect(
      await refused(scripted('globalThis.n = (globalThis.n ?? 0) + 1\n  return answers.nps === 1 && n < 3')),
    ).toMatch(/order|does not/)
    const rules = {
      ...parts['alert-rules.json'],
      rules: [{ id: 'x', title: 'x', alert: { title: 'x' }, script: 'x(' }],
    }
    await expect(world.survey(world.acme, filesOf({ ...parts, 'alert-rules.json': rules }))).rejects.toMatchObject({
      details: [{ file: 'alert-rules.json', place: 'rules[0].script' }],
    })
  })

  it('is tried with its block before it is published; a stranger tries nothing', async () => {
    await world.blocks([])
    await happen(1, 2)
    expect((await dryRun(scripted('return (')).then((reply) => reply.json())) as object).toMatchObject({
      total: 0,
      script: { fault: { kind: 'syntax', line: 3 }, tests: [] },
    })
    const wrong = scripted('return answers.nps !== 1')
    const tried = (await dryRun(wrong)).json() as object
    expect(tried).toMatchObject({ script: { fault: null, tests: [{ name: 'one', passed: false }], failed: 0 } })
    expect((await dryRun(wrong, manager)).statusCode).toBe(403)
    expect(await subjects()).toBe(0)
  })

  it('that fails touches nobody there, is counted, and is stopped at the hundredth time and told of once', async () => {
    await world.stores.service.query('delete from interview')
    await world.blocks([scripted(shaky, { effects: [{ type: 'tag', tags: ['x'] }, { type: 'suppress' }] })])
    await happen(undefined, 1)
    expect(await subjects()).toBe(2)
    expect(await listed()).toMatchObject([{ script: { failed: 1, fault: 'threw', line: 2, stoppedAt: null } }])
    // What a dry run says is what was done.
    const run = (await dryRun(scripted(shaky, { effects: [{ type: 'tag', tags: ['x'] }] }))).json() as object
    expect(run).toMatchObject({ total: 1, touched: 1, script: { failed: 1 } })
    await happen(...Array.from({ length: 100 }, () => undefined))
    expect(await listed()).toMatchObject([{ script: { failed: 101, stoppedAt: expect.any(String) } }])
    await happen(1)
    expect(await subjects()).toBe(2)
    await world.stores.service.query(
      `with one as (update person set email = 'head@acme.example' where id = (select id from person limit 1) returning username)
       update definition_version set published_by = one.username from one`,
    )
    const { acme: universe, stores } = world
    const { signal } = new AbortController()
    const tell = () =>
      stoppedConditions('https://kaiku.example').run({
        ...{ stores, universe, now: Date.now(), log: () => {}, stopped: signal },
      })
    await tell()
    await tell()
    const told = await stores.service.query(`select text from mailbox where recipient = 'head@acme.example'`)
    expect(told.rows).toEqual([{ text: expect.stringContaining('https://kaiku.example/effects/visits') }])
    const kept = await stores.service.query('select * from condition_script')
    expect(JSON.stringify(kept.rows)).not.toContain('toFixed')
  })

  it('that holds everything up is stopped at once, and the rest goes on', async () => {
    await world.blocks([
      scripted('while (answers.nps === 4);\n  return true'),
      { id: 'all', title: 'All', event: { type: 'interview' }, effects: [{ type: 'tag', tags: ['all'] }] },
    ])
    await happen(4, 5)
    expect((await listed())[0]).toMatchObject({ script: { fault: 'late', stoppedAt: expect.any(String) } })
    expect((await world.runs(admin)).filter(({ block }) => block.id === 'all')).toHaveLength(2)
    // Published in another wording it is asked again.
    await world.blocks([scripted('return true')])
    await happen(4)
    expect((await listed())[0]).toMatchObject({ script: null, runs: 2 })
    await settleEffects(world.stores)
  })

  it('is refused in a protected survey', async () => {
    const block = scripted(odd, { event: { type: 'alert' }, effects: [{ type: 'webhook', webhook: 'x' }] })
    const settings = { ...parts['settings.json'], protection: true }
    await expect(
      world.survey(world.acme, filesOf({ ...parts, 'settings.json': settings, 'effects.json': { blocks: [block] } })),
    ).rejects.toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ place: 'blocks[0].script' })]),
    })
  })
})
