import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { effectCalls } from '@kaiku/contract/effect.ts'
import { permissions } from '@kaiku/core/access.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../db/postgres.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { lettersWait } from '../letter/letters-wait.ts'
import { saveConsents } from '../sample/consent.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'
import { type LetterPerson, letterSteps } from './letter.fixture.ts'

type Headers = { authorization: string }
type DryRun = ReplyOf<(typeof effectCalls)['dryRun']>
let world: EffectWorld
let steps: ReturnType<typeof letterSteps>
let admin: Headers
const today = dayIn('Europe/Helsinki', Date.now())
const letter = { type: 'letter', template: 'Thanks' }
const thanks = (more: object = {}) => ({
  ...{ id: 'thanks', title: 'Thanks by post', event: { type: 'interview' }, effects: [letter] },
  ...more,
})
const answerOf = (who: string, more: object = {}) => ({
  day: today,
  store: 'kamppi',
  channel: 'web',
  nps: 9,
  who,
  ...more,
})
const optOut = (contact: string) =>
  inTransaction(world.stores.service, (client) => saveConsents(client, world.acme, [contact], 'optedOut', 'person'))
const dryRun = async (block: object): Promise<DryRun> => {
  const asked = { block, from: addDays(today, -1), to: addDays(today, 1) }
  const reply = await world.ask(admin, 'POST', 'dryrun/visits', asked)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
/** In whatever order they came. */
const sorted = <T>(all: readonly T[]): T[] => all.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
/** Starts anew, as far as letters go. */
const empty = () => world.stores.service.query('delete from letter_batch; delete from effect_run; delete from sample')

beforeAll(async () => {
  world = await openEffectWorld()
  steps = letterSteps(world)
  admin = await world.person('Administrator', [], [...permissions])
  await steps.template(admin, 'Thanks')
})
afterAll(() => world?.close())

describe('a letter that follows an answer', () => {
  it('goes to who has just answered, gathers with those of its day, and is made once for who prints it', async () => {
    await world.blocks([thanks()])
    const before = new Date(Date.now() - 86_400_000)
    await steps.people([
      { contact: 'anna@b.example', name: 'Anna Answered', state: 'invited' },
      { contact: 'bert@b.example', street: null },
      { contact: 'cleo@b.example' },
      { contact: 'dina@b.example', name: 'Dina Next' },
    ])
    // Asked a day ago: no rest period is in the way of thanks.
    await world.stores.service.query(`update sample set invited_at = $1 where contact like 'anna%'`, [before])
    await optOut('cleo@b.example')
    const answered = ['anna@b.example', 'bert@b.example', 'cleo@b.example', 'nobody@b.example']
    await world.happen(answered.map((who) => answerOf(who)))
    await settleEffects(world.stores)
    const runs = await world.runs(admin)
    expect(sorted(runs.map(({ outcome, reason }) => [outcome, reason]))).toEqual([
      ['gathered', null],
      ['nothing', 'noPostalAddress'],
      ['nothing', 'noSample'],
      ['nothing', 'optedOut'],
    ])
    const dry = await dryRun(thanks())
    expect(dry).toMatchObject({ total: 4, touched: 4, people: [{ effect: 'letter', reached: 1 }] })
    expect(dry.people[0]?.left).toEqual([
      { reason: 'optedOut', count: 1 },
      { reason: 'noSample', count: 1 },
      { reason: 'noPostalAddress', count: 1 },
    ])

    const first = await steps.archive(admin)
    const open = { campaignId: null, campaign: 'Thanks by post', letters: 1, madeAt: null, state: null, mayFetch: true }
    expect(first.batches).toMatchObject([open])
    expect(first.letters).toMatchObject([
      { name: 'Anna Answered', campaignId: null, state: 'queued', address: 'Tie 1, 00100 Helsinki', sentAt: null },
    ])
    const [batch] = first.batches
    if (!batch) throw new Error('there is no batch')
    // The letter opens alone as well, before it is made and after.
    const ticket = await steps.post(admin, `vuejs/reports/letterticket/visits/${first.letters[0]?.letterId}`)
    const { address } = ticket.json() as { address: string }
    expect((await world.app.inject({ url: address })).headers['content-type']).toBe('application/pdf')

    // Of two that ask at once one has it made.
    const asked = await Promise.all([steps.make(admin, batch.batchId), steps.make(admin, batch.batchId)])
    expect(sorted(asked.map(({ statusCode }) => statusCode))).toEqual([200, 409])
    await steps.print()
    expect((await world.runs(admin)).filter(({ outcome }) => outcome === 'made')).toHaveLength(1)
    const { pages, lines } = await steps.taken(admin, batch)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Dear Anna Answered, thank you for your answers.')
    expect(lines).toEqual([expect.stringContaining('Anna Answered,Tie 1,00100 Helsinki')])

    // What comes later the same day is another batch; nobody is in two.
    await world.happen([answerOf('dina@b.example')])
    const next = await steps.archive(admin)
    expect(next.batches.map(({ letters, madeAt }) => [letters, madeAt === null])).toEqual([
      [1, true],
      [1, false],
    ])
    expect(next.letters.map(({ name, state }) => [name, state])).toEqual([
      ['Dina Next', 'queued'],
      ['Anna Answered', 'delivered'],
    ])
    const later = next.batches.find(({ madeAt }) => madeAt === null)
    await steps.make(admin, later?.batchId ?? '')
    await steps.print()
    const second = await steps.taken(admin, { batchId: later?.batchId ?? '' })
    expect(second.lines).toEqual([expect.stringContaining('Dina Next')])
  })

  it('is listed, opened and made by nobody who may not write to its reader', async () => {
    await empty()
    await steps.people([{ contact: 'eve@b.example' }, { contact: 'frank@b.example', place: ['se', 'lund'] }])
    await world.happen([answerOf('eve@b.example'), answerOf('frank@b.example', { store: 'lund' })])
    const { batches, letters } = await steps.archive(admin)
    const batchId = batches[0]?.batchId ?? ''
    const swedish = await world.person('Sweden', ['se'], [...permissions])
    const own = await steps.archive(swedish, '', 'region,all,se')
    expect([own.letters.length, own.batches.map(({ mayFetch }) => mayFetch)]).toEqual([1, [false]])
    expect((await steps.make(swedish, batchId)).statusCode).toBe(403)
    const eve = letters.find(({ name }) => name === 'eve@b.example')?.letterId
    expect((await steps.post(swedish, `vuejs/reports/letterticket/visits/${eve}`)).statusCode).toBe(404)
    const blind = await world.person(
      'Blind',
      [],
      permissions.filter((one) => one !== 'seeContacts'),
    )
    expect((await steps.archive(blind)).letters.map(({ name, address }) => [name, address])).toEqual([
      [null, null],
      [null, null],
    ])
    expect((await steps.make(blind, batchId)).statusCode).toBe(404)
    const powerless = await world.person(
      'Powerless',
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect((await steps.make(powerless, batchId)).statusCode).toBe(403)
    const other = await world.stores.service.query<{ id: string }>(`select id from universe where name = 'globex'`)
    const globex = other.rows[0]?.id ?? ''
    const grant = { role: 'all', permissions, surveys: null, rows: {}, figures: null }
    const stranger = await signedIn(world.stores, { universe: globex, grants: [grant] })
    expect((await steps.make(stranger, batchId)).statusCode).toBe(404)
    expect(await steps.archive(stranger)).toMatchObject({ batches: [], letters: [] })
    expect((await steps.archive(admin)).batches).toMatchObject([{ madeAt: null, state: null }])
  })

  it('goes before it is printed with whoever is erased, and with an interview that is', async () => {
    await empty()
    const [gone = ''] = await steps.people([
      { contact: 'gone@b.example' },
      { contact: 'taken@b.example' },
      { contact: 'here@b.example' },
    ])
    await world.happen(['gone@b.example', 'taken@b.example', 'here@b.example'].map((who) => answerOf(who)))
    const erased = await steps.post(admin, `vuejs/samples/erase/visits/${gone}`, { isSure: true })
    expect(erased.statusCode, erased.body).toBe(200)
    const { rows } = await world.stores.service.query<{ number: string }>(
      `select number::text from interview where contact = 'taken@b.example'`,
    )
    const { survey } = await findSurvey(world.stores, world.acme, 'visits')
    await eraseInterview(world.stores, world.acme, survey, Number(rows[0]?.number), 'test')
    const { letters, batches } = await steps.archive(admin)
    expect(letters.map(({ name }) => name)).toEqual(['here@b.example'])
    await steps.make(admin, batches[0]?.batchId ?? '')
    await steps.print()
    const { lines } = await steps.taken(admin, { batchId: batches[0]?.batchId ?? '' })
    expect(lines).toEqual([expect.stringContaining('here@b.example')])
  })

  it('lies in one batch whatever is made while letters come', async () => {
    await empty()
    const contacts = Array.from({ length: 40 }, (_, at) => `many${at}@b.example`)
    await steps.people(contacts.map((contact) => ({ contact })))
    await world.answer(
      contacts.map((who) => answerOf(who)),
      Date.now(),
    )
    let isOver = false
    const making = async () => {
      while (!isOver)
        for (const { batchId, state } of (await steps.archive(admin)).batches)
          if (state === null) await steps.make(admin, batchId)
    }
    await Promise.all([
      making(),
      Promise.all([settleEffects(world.stores), settleEffects(world.stores)]).finally(() => {
        isOver = true
      }),
    ])
    await world.stores.service.query(`update effect_run set next_at = now() where state = 'waiting'`)
    await settleEffects(world.stores)
    for (const { batchId, state } of (await steps.archive(admin)).batches)
      if (state === null) await steps.make(admin, batchId)
    await steps.print()
    const { batches } = await steps.archive(admin, 'limit=100')
    const lists = await Promise.all(batches.map((one) => steps.taken(admin, one)))
    const printed = lists.flatMap(({ lines }) => lines.map((line) => /many\d+@b\.example/.exec(line)?.[0]))
    expect(sorted(printed)).toEqual(sorted(contacts))
    expect(batches.length).toBeGreaterThan(0)
  })
})

describe('letters that wait', () => {
  it('are told once, on the morning after, to who may have them made, whoever else does the same', async () => {
    await empty()
    await world.blocks([thanks()])
    await steps.people([{ contact: 'wait@b.example' }, { contact: 'wait2@b.example' }])
    await world.happen([answerOf('wait@b.example'), answerOf('wait2@b.example')])
    const granted = async (name: string, nodes: readonly string[], without: readonly string[] = []) => {
      const may = permissions.filter((one) => !without.includes(one))
      await world.person(name, nodes, may)
      await world.stores.service.query(
        'update person set email = $1 where id = (select id from person order by id desc limit 1)',
        [`${name.toLowerCase()}@acme.example`],
      )
    }
    await granted('Printer', [])
    await granted('Swede', ['se'])
    await granted('Sightless', [], ['seeContacts'])
    const { signal } = new AbortController()
    const log = () => {}
    const tell = (now: number) =>
      lettersWait('https://kaiku.example.com').run({
        stores: world.stores,
        universe: world.acme,
        now,
        log,
        stopped: signal,
      })
    const told = async () =>
      (
        await world.stores.service.query<{ recipient: string; text: string }>(
          `select recipient, text from mailbox where text like '%wait until somebody%' order by recipient`,
        )
      ).rows
    await tell(Date.now())
    expect(await told()).toEqual([])
    const morning = Date.now() + 86_400_000
    await Promise.all([tell(morning), tell(morning)])
    await tell(morning)
    const mails = await told()
    expect(mails.map(({ recipient }) => recipient)).toEqual(['printer@acme.example'])
    expect(mails[0]?.text).toContain('How many: 2.')
    expect(mails[0]?.text).toContain('https://kaiku.example.com/campaigns/visits?universe=acme')
    await tell(morning + 86_400_000)
    expect(await told()).toHaveLength(1)
  })
})

describe('a letter of another event', () => {
  it('follows a sample that comes, and an alert about an interview', async () => {
    await empty()
    await world.blocks([
      thanks({ id: 'welcome', title: 'Welcome', event: { type: 'sample' } }),
      thanks({ id: 'sorry', title: 'Sorry', event: { type: 'alert', on: ['raised'] } }),
    ])
    await steps.people([
      { contact: 'gina@b.example' },
      { contact: 'out@b.example', state: 'notInvited', reason: 'excluded' },
      { contact: 'back@b.example', state: 'bounced' },
      { contact: 'no@b.example', state: 'refused' },
    ])
    const dry = await dryRun(thanks({ id: 'welcome', event: { type: 'sample' } }))
    await settleEffects(world.stores)
    const runs = await world.runs(admin, 'welcome')
    const reasons = [null, 'excluded', 'optedOut', 'returned']
    expect(sorted(runs.map(({ reason }) => reason))).toEqual(sorted(reasons))
    expect(new Map(dry.examples.map(({ sampleId, left }) => [sampleId, left[0]?.reason ?? null]))).toEqual(
      new Map(runs.map(({ sampleId, reason }) => [sampleId, reason])),
    )
    await world.happen([answerOf('gina@b.example', { nps: 0, comment: 'rude' })])
    const { batches } = await steps.archive(admin)
    expect(sorted(batches.map(({ campaign, letters }) => [campaign, letters]))).toEqual([
      ['Sorry', 1],
      ['Welcome', 1],
    ])
  })

  it('is written by no template that leads to a form, is not there or is archived', async () => {
    await empty()
    await steps.template(admin, 'With code', { hasCode: true })
    await steps.template(admin, 'With link', { body: '{{ link }}' })
    const old = await steps.template(admin, 'Old')
    const { revision, title, content } = old
    const change = { revision, title, content, isArchived: true }
    expect((await steps.post(admin, `vuejs/templates/change/visits/${old.templateId}`, change)).statusCode).toBe(200)
    const listed = (await world.ask(admin, 'GET', 'visits')).json() as ReplyOf<(typeof effectCalls)['blocks']>
    expect(listed.plainTemplates.letter).toEqual(['Thanks'])
    for (const [at, template] of ['With code', 'With link', 'Old', 'None'].entries()) {
      const block = thanks({ id: `wrong-${at}`, effects: [{ type: 'letter', template }] })
      await world.blocks([block])
      await steps.people([{ contact: `wrong${at}@b.example` }])
      await world.happen([answerOf(`wrong${at}@b.example`)])
      expect((await world.runs(admin, `wrong-${at}`)).map(({ reason }) => reason)).toEqual(['noLetter'])
      expect((await dryRun(block)).people).toMatchObject([{ reached: 0, left: [{ reason: 'noLetter' }] }])
    }
    expect((await steps.archive(admin)).batches).toEqual([])
  })

  it('is one at most of a block, and a campaign sends none that leads to no form', async () => {
    const block = thanks({ effects: [letter, letter] })
    const faulty = await world.ask(admin, 'POST', 'dryrun/visits', { block, from: today, to: today })
    expect([faulty.statusCode, faulty.body]).toEqual([400, expect.stringContaining('one \\"letter\\" at most')])
    const { templateId } = await steps.template(admin, 'Thanks again')
    const rules = { fromHour: 0, toHour: 24 }
    const wanted = { action: 'new', path: 'region,all', rules, name: 'No way', templateId }
    const refused = await steps.post(admin, 'vuejs/campaigns/create/visits', wanted)
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('doesn’t lead to the form')])
  })
})

it('a dry run says of everybody what a live one does, whoever they are', async () => {
  await world.blocks([thanks({ id: 'all' })])
  const person = fc.record({
    isKnown: fc.boolean(),
    street: fc.constantFrom('Tie 2', null),
    hasOptedOut: fc.boolean(),
    standing: fc.constantFrom<Pick<LetterPerson, 'state' | 'reason'>>(
      { state: 'pending' },
      { state: 'invited' },
      { state: 'notInvited', reason: 'excluded' },
      { state: 'refused' },
    ),
  })
  let n = 0
  const reasons = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 4, maxLength: 25 }), async (people) => {
      await empty()
      await world.stores.service.query('delete from interview')
      const known = people.map((one) => Object.assign({ contact: `any${++n}@b.example` }, one))
      await steps.people(
        known
          .filter(({ isKnown }) => isKnown)
          .map(({ contact, street, standing }) => ({ contact, street, ...standing })),
      )
      for (const { contact, hasOptedOut } of known) if (hasOptedOut) await optOut(contact)
      await world.answer(
        known.map(({ contact }) => answerOf(contact)),
        Date.now(),
      )
      const dry = await dryRun(thanks({ id: 'all' }))
      await settleEffects(world.stores)
      const live = await world.runs(admin, 'all')
      expect(live.every(({ outcome }) => outcome === 'gathered' || outcome === 'nothing')).toBe(true)
      const byId = (one: { interviewId: string | null }) => one.interviewId ?? ''
      expect(new Map(dry.examples.map((one) => [byId(one), one.left[0]?.reason ?? null]))).toEqual(
        new Map(live.map((one) => [byId(one), one.reason])),
      )
      expect(dry.people[0]?.reached).toBe((await steps.archive(admin, 'limit=200')).letters.length)
      for (const { reason } of live) reasons.add(reason)
    }),
    { numRuns: 8, seed: 1, endOnFailure: true },
  )
  expect(reasons).toEqual(new Set([null, 'noSample', 'noPostalAddress', 'optedOut']))
}, 180_000)
