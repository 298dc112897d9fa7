import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { command } from '../alert-rule-page/alert-rule.command.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { interviewsMeeting } from '../interview-list/chosen-interviews.ts'
import { findSurvey } from '../survey/survey.ts'
import { dryRun } from './dry-run.ts'

const isSoak = process.env.KAIKU_SOAK === '1'
const runs = isSoak ? 100 : 8
/** Milliseconds. */
const patience = isSoak ? 900_000 : 120_000

type Headers = { authorization: string }
let world: AlertWorld
let admin: Headers
beforeAll(async () => {
  world = await openAlertWorld(undefined, undefined, { own: true })
  admin = await world.person('Administrator', [], ['editConfiguration', 'seeInterviews', 'handleAlerts'])
  await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
  await world.person('Store manager too', ['fi', 'south', 'kamppi'])
  await world.person('Store manager Finland', ['fi'])
})
afterAll(() => world?.close())

const told = {
  rules: [
    {
      ...{ id: 'unhappy', title: { en: 'Unhappy', fi: 'Tyytymätön' }, when: 'nps=0*1', severity: 'high', due: 8 },
      ...{ history: { days: 30, atLeast: 2 }, places: ['region,all,fi,south'], owner: 'Store manager' },
      alert: { title: { en: '{place}: {nps} of 10', fi: '{place}: {nps}/10' } },
      escalation: [{ after: 4, role: 'Boss' }],
    },
  ],
  placeRules: [{ id: 'silent', title: 'Silent', watch: { type: 'silence', days: 3 }, alert: { title: '{place}' } }],
}
const comments = ['', 'The staff was rude and slow.', 'Great STAFF, télé on', 'Henkilökunta oli töykeää!', '—', 'staff']
const answers = fc.record<Answers>(
  {
    store: fc.constantFrom('kamppi', 'sello', 'solo', 'lund'),
    channel: fc.constantFrom('web', 'shop', 'a=b;c*d', '~none', '_x'),
    nps: fc.constantFrom(0, 1, 2, 3, 5, 9, 10, 99),
    spent: fc.constantFrom(-150, 0, 1, 999, 1000, 1001, 250_000),
    seen: fc.constantFrom(['tv'], ['web', 'other'], ['none'], ['none', 'tv']),
    who: fc.constantFrom('anna', 'bert', 'cecilia'),
    comment: fc.constantFrom(...comments),
  },
  { requiredKeys: ['store'] },
)
const some = (values: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join('*'))
const filters = {
  nps: some(['0', '1', '5', '99', '~none', '_3', '_~none']),
  channel: some(['web', '_web', 'a%3Db%3Bc%2Ad', '%7Enone', '~none', '_~none', '%5Fx']),
  spent: some(['0_10', '-2_0.5', '10_10', '_0_100', '~none', '9.999_10.001']),
  said: some(['staff~', '_staff', 'TÉLÉ~', '~none', '_~none', 'ö~']),
  score: some(['0_6', '_9_10', '~none']),
  seen: some(['tv', '_tv', 'none', 'other', '~none', '_~none']),
  'comment.complaint': some(['staff', '_staff', '~none']),
  'comment.sentiment': some(['negative', '_positive', '~none']),
  ftime: some(['20260101_20261231', '_20261103_20261104']),
}
const token = fc
  .uniqueArray(fc.constantFrom(...(Object.keys(filters) as (keyof typeof filters)[])), { maxLength: 2 })
  .chain((names) => fc.tuple(...names.map((name) => filters[name].map((values) => `${name}=${values}`))))
  .map((pairs) => pairs.join(';'))
const rule = fc.record(
  {
    when: token,
    places: fc.constantFrom(['region,all,fi,south'], ['region,all,se', 'channel,all,web'], []),
    history: fc.record(
      { when: token, days: fc.constantFrom(1, 2, 30), atLeast: fc.constantFrom(2, 3) },
      { requiredKeys: ['days', 'atLeast'] },
    ),
    owner: fc.constantFrom('Store manager', ['Nobody', 'store manager']),
    due: fc.constantFrom(0.5, 8, 30),
    view: fc.constantFrom('region', 'channel'),
  },
  { requiredKeys: ['when'] },
)

let day = '2026-10-01'

describe('a dry run', () => {
  it(
    'finds the alerts that the same rules raised live: the same interviews, owners and times',
    async () => {
      let raised = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(rule, { minLength: 2, maxLength: 6 }),
          fc.array(answers, { minLength: 5, maxLength: 40 }),
          async (rules, interviews) => {
            day = addDays(day, 1)
            const alert = { title: 'x' }
            await world.survey(
              world.acme,
              filesOf({
                ...parts,
                'alert-rules.json': {
                  rules: rules.map((one, at) => ({ id: `${day}-${at}`, title: 'x', alert, ...one })),
                },
              }),
            )
            await world.answer(
              interviews.map((one) => ({ day, ...one })),
              momentIn('Europe/Helsinki', day, 720),
            )
            const dictionary = await findSurvey(world.stores, world.acme, 'visits')
            const { rows } = await world.stores.service.query<{ rule: string; interview: string }>(
              `select rule, interview::text, owner, due_at as due from alert where rule like $1 order by alert.interview, rule`,
              [`${day}-%`],
            )
            const run = await dryRun(world.stores, dictionary, { from: day, to: day })
            const found = run.raised
              .map(({ rule: { id }, interview, owner, dueAt }) => ({
                ...{ rule: id, interview: interview.number, owner, due: dueAt === null ? null : new Date(dueAt) },
              }))
              .sort((a, b) => Number(a.interview) - Number(b.interview) || (a.rule < b.rule ? -1 : 1))
            expect(found).toEqual(rows)
            // What a rule asks of answers means what it means to figures.
            for (const [at, { when, history, places = [] }] of rules.entries()) {
              if (history || places.length > 0) continue
              const { numbers } = await interviewsMeeting(
                world.stores,
                dictionary,
                [when],
                { from: day, to: day },
                1_000,
              )
              const own = rows.filter((row) => row.rule === `${day}-${at}`).map(({ interview }) => interview)
              expect(own).toEqual(numbers.sort((a, b) => Number(a) - Number(b)))
            }
            raised += rows.length
          },
        ),
        { numRuns: runs, endOnFailure: true },
      )
      expect(raised).toBeGreaterThan(10)
    },
    patience,
  )

  it('counts an interview without a day as of the day on which it came, as it is raised live', async () => {
    await world.survey(world.acme, filesOf(parts))
    await world.answer([{ store: 'kamppi', channel: 'web', nps: 0 }], Date.now())
    const { rows } = await world.stores.service.query<{ interview: string; day: string | null }>(
      'select interview::text, day from alert where day is null',
    )
    expect(rows).toHaveLength(1)
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    const today = dayIn('Europe/Helsinki', Date.now())
    const { raised, interviews } = await dryRun(world.stores, dictionary, { from: addDays(today, -1), to: today })
    expect(raised.filter(({ interview }) => interview.day === null).map(({ interview }) => interview.number)).toEqual([
      rows[0]?.interview,
    ])
    expect(interviews).toBeGreaterThan(0)
    const before = await dryRun(world.stores, dictionary, { from: addDays(today, -9), to: addDays(today, -2) })
    expect(before.raised.filter(({ interview }) => interview.day === null)).toEqual([])
  })

  it('is told to who edits the configuration, of rules that are not published, and raises nothing', async () => {
    await world.survey(world.acme, filesOf(parts))
    day = addDays(day, 1)
    await world.answer([{ day, store: 'kamppi', channel: 'web', nps: 8 }], momentIn('Europe/Helsinki', day, 720))
    const rules = JSON.stringify({
      rules: [{ id: 'new', title: 'New', when: 'nps=8', alert: { title: '{place}: {nps}' }, owner: 'Store manager' }],
    })
    const alerts = async () => (await world.list(admin)).total
    const before = await alerts()
    const run = await world.post(admin, 'dryrun/visits', { rules, from: day, to: day })
    expect(run.json()).toMatchObject({
      ...{ interviews: 1, total: 1, isCut: false, rules: [{ id: 'new', title: 'New', count: 1 }] },
      ...{ raised: 0, days: [{ day, count: 1, raised: 0 }], owners: [{ count: 1, raised: 0 }] },
      places: [
        { place: { path: 'region,all,fi,south,kamppi', names: ['All', 'Finland', 'South', 'Kamppi'] }, count: 1 },
      ],
      examples: [{ title: 'Kamppi: 8', severity: 'medium', day, isRaised: false }],
    })
    expect(await alerts()).toBe(before)
    const wrong = JSON.stringify({ rules: [{ id: 'new', title: 'New', when: 'nope=8', alert: { title: '{who}' } }] })
    const refused = await world.post(admin, 'dryrun/visits', { rules: wrong, from: day, to: day })
    expect(refused.json()).toMatchObject({
      code: 'invalid',
      details: [
        { file: 'alert-rules.json', place: 'rules[0].when', expected: 'the name of a filter', found: '"nope"' },
        { place: 'rules[0].alert.title', expected: 'no answer that tells who somebody is', found: '{who}' },
      ],
    })
    const file = join(world.data, '..', 'rules.json')
    writeFileSync(file, rules)
    const lines: string[] = []
    await command.run({
      ...{ positionals: ['dry-run', 'visits'], options: { universe: 'acme', rules: file, from: day, to: day } },
      ...{ configuration: readConfiguration({ KAIKU_DATA: world.data }), print: (line) => lines.push(line) },
      ...{ log: () => {}, progress: () => ({ at: () => {}, end: () => {} }) },
    })
    expect(lines.slice(0, 2)).toEqual([
      `1 alerts of 1 interviews from ${day} to ${day}.`,
      '  new                           1  New',
    ])
    expect(lines[2]).toMatch(/^ {2}to person-\d+ +1$/)
    const published = { from: day, to: day, only: 'unhappy' }
    await world.answer([{ day, store: 'sello', nps: 1 }], momentIn('Europe/Helsinki', day, 720))
    expect((await world.post(admin, 'dryrun/visits', published)).json()).toMatchObject({
      ...{ interviews: 2, total: 1, raised: 1, rules: [{ id: 'unhappy', count: 1, raised: 1 }] },
      examples: [{ title: 'Sello: 1 of 10', isRaised: true }],
    })
    expect((await world.post(admin, 'dryrun/visits', { ...published, only: 'gone' })).json()).toMatchObject({
      ...{ code: 'invalid', details: [{ place: 'only', found: 'gone' }] },
    })
    const manager = await world.person('CX manager', [])
    expect((await world.post(manager, 'dryrun/visits', { from: day, to: day })).statusCode).toBe(403)
  })

  it('is of rules that are told as people read them', async () => {
    await world.survey(world.acme, filesOf({ ...parts, 'alert-rules.json': told }))
    const reply = await world.get(admin, 'rules/visits?locale=fi')
    expect(reply.json()).toEqual({
      rules: [
        {
          ...{ about: 'interview', id: 'unhappy', title: 'Tyytymätön', says: '{place}: {nps}/10' },
          ...{ on: ['completed'], when: 'nps=0*1', history: { days: 30, atLeast: 2 }, severity: 'high', due: 8 },
          ...{ owner: ['Store manager'], places: ['South'], escalation: [{ after: 4, role: 'Boss', how: 'assign' }] },
        },
        {
          ...{ about: 'place', id: 'silent', title: 'Silent', says: '{place}', indicator: null, when: '' },
          ...{ watch: { type: 'silence', days: 3 }, every: 'day', severity: 'medium', owner: [], places: [] },
          escalation: [],
        },
      ],
      edit: {
        version: expect.any(Number),
        text: JSON.stringify(told),
        roles: expect.arrayContaining(['Administrator']),
      },
    })
  })
})

describe('the rules', () => {
  const placesFor = async (headers: Headers) => {
    const { rules, edit } = (await world.get(headers, 'rules/visits')).json() as {
      rules: { places: string[] }[]
      edit: object | null
    }
    return { places: rules[0]?.places, edit }
  }

  it('are told to who handles alerts, without their text and without places that they may not know', async () => {
    expect(await placesFor(await world.person('CX manager', []))).toEqual({ places: ['South'], edit: null })
    expect(await placesFor(await world.person('Store manager Lund', ['se']))).toEqual({ places: [''], edit: null })
    const reader = await world.person('Reader', [], ['seeIndicators', 'seeInterviews'])
    expect((await world.get(reader, 'rules/visits')).statusCode).toBe(403)
  })

  it('are published whole, onto the version that was looked at, by who edits the configuration', async () => {
    const versionOf = async () =>
      ((await world.get(admin, 'rules/visits')).json() as { edit: { version: number } }).edit.version
    const version = await versionOf()
    const rule = { id: 'glad', title: 'Glad', when: 'nps=10', alert: { title: '{place}: glad' }, severity: 'low' }
    const publish = (rules: object | string, onto: number, headers = admin) =>
      world.post(headers, 'publishrules/visits', {
        rules: typeof rules === 'string' ? rules : JSON.stringify(rules),
        version: onto,
      })
    const wrong = await publish({ rules: [{ ...rule, when: 'nothing=10', owner: [] }] }, version)
    expect(wrong.json()).toMatchObject({ code: 'invalid', details: [{ place: 'rules[0].owner' }] })
    const unknown = await publish({ rules: [{ ...rule, when: 'nothing=10' }] }, version)
    expect(unknown.json()).toMatchObject({ details: [{ file: 'alert-rules.json', place: 'rules[0].when' }] })
    expect((await publish('{', version)).statusCode).toBe(400)
    expect((await publish({ rules: [rule] }, version - 1)).statusCode).toBe(409)
    const manager = await world.person('CX manager', [])
    expect((await publish({ rules: [rule] }, version, manager)).statusCode).toBe(403)
    expect(await versionOf()).toBe(version)

    expect((await publish({ rules: [rule] }, version)).json()).toEqual({ version: version + 1 })
    const { rows } = await world.stores.service.query<{ after: object }>(
      `select after from audit where action = 'configuration.publish' and subject = 'visits' order by id desc limit 1`,
    )
    expect(rows[0]?.after).toEqual({
      version: version + 1,
      'alert-rules.json': { 'rules.glad': 'an object with id, title, when, alert, severity' },
    })
    const now = Date.now()
    await world.answer([{ day: dayIn('Europe/Helsinki', now), store: 'lund', nps: 10 }], now)
    expect((await world.list(manager, 'region,all,se', 'rule=glad')).rows).toMatchObject([{ title: 'Lund: glad' }])
  })
})
