import type { Alert, AlertSummary } from '@kaiku/contract/alert.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld, titles } from '../alert/alert.fixture.ts'
import { undoImport } from '../import/import-undo.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }
let world: AlertWorld
let all: Headers
let kamppi: Headers
let south: Headers
let sweden: Headers

const answers = (store: string, nps: number, more: object = {}) => ({
  ...{ day: '2026-11-18', who: `${store} ${nps}`, store, channel: 'web', nps, spent: 1250 },
  ...more,
})

beforeAll(async () => {
  world = await openAlertWorld()
  all = await world.person('CX manager', [])
  kamppi = await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
  south = await world.person('Regional manager South', ['fi', 'south'])
  sweden = await world.person('Regional manager Sweden', ['se'])
  await world.person('Store manager Finland', ['fi'])
  await world.answer([
    answers('kamppi', 2, { comment: 'Long  queue\nat the till' }),
    answers('kamppi', 9),
    answers('sello', 3),
    answers('solo', 1),
    answers('lund', 0),
    answers('lund', 2, { day: '2026-11-01' }),
  ])
})
afterAll(() => world?.close())

const one = async (headers: Headers, alertId: string): Promise<Alert> => {
  const reply = await world.get(headers, `one/visits/${alertId}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const idsOf = (rows: readonly (AlertSummary | undefined)[]) => new Set(rows.map((row) => row?.alertId))
const alertAt = async (path: string) => {
  const [found] = (await world.list(all, path)).rows
  if (!found) throw new Error(`no alert at ${path}`)
  return found
}

describe('a rule', () => {
  it('raises one alert per interview that meets it, with owner, time and words', async () => {
    const { rows, total, counts } = await world.list(all, 'region,all,fi', 'sort=newest')
    expect(titles(rows)).toEqual(['Solo: 1 of 10', 'Sello: 3 of 10', 'Kamppi: 2 of 10'])
    expect([total, counts]).toEqual([3, { open: 3, inProgress: 0, waiting: 0, solved: 0 }])
    expect(rows[2]).toMatchObject({
      ...{ severity: 'high', tags: ['call'], state: 'open', version: 1, day: '2026-11-18' },
      ...{ createdAt: '2026-11-18T10:00:00.000Z', dueAt: '2026-11-19T10:00:00.000Z' },
      ...{ excerpt: 'Long queue at the till', score: { indicator: 'nps', value: 2 } },
      place: { path: 'region,all,fi,south,kamppi', names: ['All', 'Finland', 'South', 'Kamppi'] },
    })
    // Kamppi has a manager of its own; Sello and Solo climb to Finland's; Sweden has none.
    const owners = rows.map(({ owner }) => owner?.userId)
    expect(owners[0]).toBe(owners[1])
    expect(owners[2]).not.toBe(owners[0])
    expect((await alertAt('region,all,se')).owner).toBe(null)
  })

  it('speaks the reader’s language', async () => {
    const { rows } = await world.list(all, 'region,all,fi,south,kamppi', 'locale=fi')
    expect(titles(rows)).toEqual(['Kamppi: 2/10'])
    const { description, rootCauses } = (
      await world.get(all, `one/visits/${rows[0]?.alertId}?locale=fi`)
    ).json() as Alert
    expect([description, rootCauses]).toEqual(['By web, 12,50', [{ id: 'queue', title: 'Pitkä jono' }]])
  })

  it('leaves out interviews of old days', async () => {
    expect((await world.list(all, 'region,all,se')).total).toBe(1)
  })
})

describe('the list', () => {
  it('shows alerts only where somebody handles them, and none to another universe', async () => {
    expect(titles((await world.list(kamppi)).rows)).toEqual(['Kamppi: 2 of 10'])
    expect((await world.list(south, 'region,all', 'sort=newest')).total).toBe(2)
    expect(titles((await world.list(sweden)).rows)).toEqual(['Lund: 0 of 10'])
    const { alertId } = await alertAt('region,all,se')
    expect((await world.get(kamppi, `one/visits/${alertId}`)).statusCode).toBe(404)
    const change = { version: 1, severity: 'low' }
    expect((await world.post(kamppi, `change/visits/${alertId}`, change)).statusCode).toBe(404)
  })

  it('is short for one interview: what it raised, for who handles that', async () => {
    const { alertId, interviewId } = await alertAt('region,all,fi,south,kamppi')
    const of = async (headers: Headers, id: string | null) =>
      idsOf((await world.get(headers, `interview/visits/${id}`)).json() as AlertSummary[])
    expect(await of(all, interviewId)).toEqual(new Set([alertId]))
    expect(await of(kamppi, interviewId)).toEqual(new Set([alertId]))
    expect(await of(sweden, interviewId)).toEqual(new Set())
    expect(await of(all, alertId)).toEqual(new Set())
  })

  it('narrows by the filters of interviews and by what alerts are', async () => {
    const count = async (path: string, query = '') => (await world.list(all, path, query)).total
    expect(await count('region,all;nps=1*2')).toBe(2)
    expect(await count('region,all;channel=_web')).toBe(0)
    expect(await count('region,all;ftime=20261118_20261118')).toBe(4)
    expect(await count('region,all', 'owner=none')).toBe(1)
    expect(await count('region,all', 'severity=low,medium')).toBe(0)
    expect(await count('region,all', 'tag=call&rule=unhappy')).toBe(4)
    expect((await world.list(kamppi, 'region,all', 'owner=me')).total).toBe(1)
    await expect(count('region,all,nowhere')).rejects.toThrow('not_found')
    await expect(count('region,all', 'state=lost')).rejects.toThrow('invalid')
  })

  it('pages without leaving out or doubling any', async () => {
    const found: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const query: string = `limit=3&sort=severity${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`
      const page = await world.list(all, 'region,all', query)
      found.push(...page.rows.map(({ alertId }) => alertId))
      after = page.next
    }
    expect(new Set(found).size).toBe(4)
    expect(found).toHaveLength(4)
    await expect(world.list(all, 'region,all', 'after=x_y_z')).rejects.toThrow('invalid')
  })

  it('groups by owner and by the places right below', async () => {
    const groups = async (by: string) => (await world.get(all, `groups/visits/region,all?by=${by}`)).json() as object[]
    expect(await groups('node')).toMatchObject([
      { key: 'region,all,fi', title: 'Finland', counts: { open: 3 } },
      { key: 'region,all,se', title: 'Sweden', counts: { open: 1 } },
    ])
    expect((await groups('owner')).map((group) => 'counts' in group && group.counts)).toMatchObject([
      { open: 2 },
      { open: 1 },
      { open: 1 },
    ])
  })

  it('shows no comment and no score to who may not see them', async () => {
    const bare = await world.person('Only alerts', [], ['handleAlerts'])
    const { rows } = await world.list(bare, 'region,all,fi,south,kamppi')
    expect(rows).toMatchObject([{ title: 'Kamppi: 2 of 10', excerpt: null, score: null, interviewId: null }])
  })
})

describe('the bell', () => {
  it('counts as many as the page that it opens has rows', async () => {
    for (const person of [kamppi, south, all]) {
      const mine = (await world.get(person, 'mine/visits')).json() as { open: number; path: string; states: string[] }
      const page = await world.list(person, mine.path, `owner=me&state=${mine.states.join(',')}`)
      expect(page.total).toBe(mine.open)
    }
    expect((await world.get(kamppi, 'mine/visits')).json()).toMatchObject({
      open: 1,
      path: 'region,all,fi,south,kamppi',
    })
  })
})

describe('a change', () => {
  it('goes the way of the states, and solving asks for cause and action', async () => {
    const { alertId } = await alertAt('region,all,fi,south,sello')
    const change = (payload: object) => world.post(all, `change/visits/${alertId}`, payload)
    expect((await change({ version: 1, state: 'solved' })).statusCode).toBe(400)
    expect((await change({ version: 1, state: 'solved', rootCause: 'queue', action: 'danced' })).statusCode).toBe(400)
    expect((await change({ version: 1, state: 'inProgress', note: 'Calling now' })).statusCode).toBe(200)
    const solved = await change({ version: 2, state: 'solved', rootCause: 'queue', action: 'called' })
    expect(solved.json()).toMatchObject({
      ...{ state: 'solved', version: 3, nextStates: ['open'], isOverdue: false },
      ...{ rootCause: { id: 'queue', title: 'Long queue' }, action: { id: 'called', title: 'Called' } },
    })
    expect((await change({ version: 3, state: 'waiting' })).statusCode).toBe(400)
    const reopened = (await change({ version: 3, state: 'open' })).json() as Alert
    expect(reopened).toMatchObject({ state: 'open', rootCause: null, action: null, solvedAt: null })
    expect(reopened.timeline.map(({ kind, note }) => [kind, note])).toEqual([
      ['created', null],
      ['changed', 'Calling now'],
      ['changed', null],
      ['changed', null],
    ])
    expect(reopened.timeline[2]?.changes).toEqual([
      { field: 'state', before: 'inProgress', after: 'solved' },
      { field: 'rootCause', before: null, after: 'Long queue' },
      { field: 'action', before: null, after: 'Called' },
    ])
  })

  it('of a second writer is refused with what the first one changed, and loses nothing', async () => {
    const { alertId, version } = await alertAt('region,all,se')
    const change = (headers: Headers, payload: object) => world.post(headers, `change/visits/${alertId}`, payload)
    expect((await change(sweden, { version, severity: 'critical', tags: ['a', 'b'] })).statusCode).toBe(200)
    const refused = await change(all, { version, state: 'waiting', note: 'mine' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      reason: { key: 'alert.changed' },
      details: [
        { place: 'severity', expected: 'high', found: 'critical' },
        { place: 'tags', expected: 'call', found: 'a, b' },
      ],
    })
    expect((await change(all, { version: version + 1, state: 'waiting', note: 'mine' })).json()).toMatchObject({
      ...{ state: 'waiting', severity: 'critical', tags: ['a', 'b'] },
    })
  })

  it('by two at the same time is one of them', async () => {
    const { alertId, version } = await alertAt('region,all,fi,solo')
    const replies = await Promise.all(
      ['low', 'medium', 'critical'].map((severity) =>
        world.post(all, `change/visits/${alertId}`, { version, severity }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await one(all, alertId)).version).toBe(version + 1)
  })

  it('gives an alert only to who handles alerts of its place', async () => {
    const { alertId, version } = await alertAt('region,all,se')
    const people = async (query: string) =>
      (await world.get(all, `people/visits?${query}`)).json() as { userId: string; name: string }[]
    const here = await people(`alertId=${alertId}`)
    const outside = (await people('')).find(({ userId }) => !here.some((one) => one.userId === userId))
    const give = (owner: string | null | undefined, at: number) =>
      world.post(all, `change/visits/${alertId}`, { version: at, owner })
    expect((await give(outside?.userId, version)).statusCode).toBe(400)
    expect((await give(here[0]?.userId, version)).json()).toMatchObject({ owner: here[0] })
    expect((await give(null, version + 1)).json()).toMatchObject({ owner: null })
  })

  it('stands beside notes, which never conflict', async () => {
    const { alertId, version } = await alertAt('region,all,se')
    const [person] = (await world.get(all, `people/visits?alertId=${alertId}`)).json() as { userId: string }[]
    const note = { message: '<b>Please</b> look', mentions: [person?.userId] }
    const noted = (await world.post(sweden, `note/visits/${alertId}`, note)).json() as Alert
    expect(noted.version).toBe(version)
    expect(noted.timeline.at(-1)).toMatchObject({ kind: 'note', note: '<b>Please</b> look', mentions: [person] })
    expect((await world.post(all, `change/visits/${alertId}`, { version, severity: 'low' })).statusCode).toBe(200)
  })

  it('tells who is mentioned in its note, and is refused whole for who may not see the alert', async () => {
    const { alertId, version } = await alertAt('region,all,se')
    const people = async (query: string) =>
      (await world.get(all, `people/visits?${query}`)).json() as { userId: string; name: string }[]
    const here = await people(`alertId=${alertId}`)
    const stranger = (await people('')).find(({ userId }) => !here.some((one) => one.userId === userId))
    const change = (mentions: (string | undefined)[]) =>
      world.post(sweden, `change/visits/${alertId}`, { version, severity: 'medium', note: 'For you', mentions })
    expect((await change([stranger?.userId])).statusCode).toBe(400)
    expect((await one(all, alertId)).version).toBe(version)
    const done = (await change([here[0]?.userId])).json() as Alert
    expect(done.timeline.slice(-2)).toMatchObject([
      { kind: 'changed', note: null },
      { kind: 'note', note: 'For you', mentions: [here[0]] },
    ])
  })
})

describe('a change of several', () => {
  it('leaves those that cannot be changed, and is taken back where nobody changed it since', async () => {
    await world.answer([answers('kamppi', 0), answers('kamppi', 1), answers('kamppi', 3)])
    const { rows } = await world.list(all, 'region,all,fi,south,kamppi', 'state=open')
    const [first, second, third, fourth] = rows
    const alerts = rows.map(({ alertId, version }, at) => ({ alertId, version: at === 3 ? version + 7 : version }))
    const done = await world.post(all, 'bulk/visits', {
      alerts,
      change: { state: 'inProgress', addTags: ['now'], removeTags: ['call'] },
    })
    const { bulkId, changed, left } = done.json() as { bulkId: string; changed: string[]; left: { alertId: string }[] }
    expect(new Set(changed)).toEqual(idsOf([first, second, third]))
    expect(left.map(({ alertId }) => alertId)).toEqual([fourth?.alertId])
    expect(await one(all, first?.alertId ?? '')).toMatchObject({ state: 'inProgress', tags: ['now'] })
    await world.post(all, `change/visits/${second?.alertId}`, { version: 2, severity: 'low' })
    expect((await world.post(south, 'undo/visits', { bulkId })).statusCode).toBe(404)
    const undone = (await world.post(all, 'undo/visits', { bulkId })).json() as typeof done & { changed: string[] }
    expect(new Set(undone.changed)).toEqual(idsOf([first, third]))
    expect(await one(all, first?.alertId ?? '')).toMatchObject({ state: 'open', tags: ['call'], version: 3 })
    expect(await one(all, second?.alertId ?? '')).toMatchObject({ state: 'inProgress', severity: 'low' })
  })
})

describe('an alert of an import that is taken back', () => {
  it('is withdrawn: it stands in no list, says why, and is not changed any more', async () => {
    const before = await world.list(all)
    await world.answer([answers('sello', 0), answers('lund', 1)])
    const alertId = (await world.list(all, 'region,all', 'sort=newest')).rows[0]?.alertId ?? ''
    const { rows } = await world.stores.service.query<{ import: string }>(
      'select i.import from interview i join alert a on a.interview = i.number where a.id = $1',
      [alertId],
    )
    await undoImport(world.stores, await findSurvey(world.stores, world.acme, 'visits'), rows[0]?.import ?? '')
    const after = await world.list(all)
    expect([after.total, after.counts]).toEqual([before.total, before.counts])
    const found = await one(all, alertId)
    expect(found).toMatchObject({ isWithdrawn: true, nextStates: [], title: expect.stringMatching(/: – of 10$/) })
    expect(found.timeline.at(-1)).toMatchObject({ kind: 'withdrawn', by: null })
    const change = await world.post(all, `change/visits/${alertId}`, { version: found.version, severity: 'low' })
    expect([change.statusCode, change.json()]).toMatchObject([409, { code: 'conflict' }])
  })
})

describe('an alert of an erased interview', () => {
  it('says nothing of its answers any more, in title, excerpt and notes', async () => {
    const { alertId, interviewId } = await alertAt('region,all,fi,solo')
    await world.post(all, `note/visits/${alertId}`, { message: 'canary 1 of 10' })
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    const { number } = await storedInterview(world.stores, dictionary, interviewId ?? '')
    await eraseInterview(world.stores, world.acme, dictionary.survey, Number(number), 'test')
    const reply = await world.get(all, `one/visits/${alertId}`)
    expect(reply.json()).toMatchObject({
      title: 'Solo: – of 10',
      description: 'By –, –',
      interviewId: null,
      excerpt: null,
    })
    expect(reply.body).not.toContain('canary')
    const { rows } = await world.stores.service.query('select from alert_event where note like $1', ['%canary%'])
    expect(rows).toEqual([])
  })
})

describe('an alert of an interview without a day', () => {
  it('stands in the period in which it was raised, so that a period hides nothing that the bell counts', async () => {
    const bell = async () => (await world.get(kamppi, 'mine/visits')).json() as { open: number; path: string }
    const before = await bell()
    const { day: _, ...answer } = answers('kamppi', 1, { who: 'Undated' })
    await world.answer([answer])
    const { open, path } = await bell()
    expect(open).toBe(before.open + 1)
    const mine = 'owner=me&state=open,inProgress,waiting'
    const undated = async (token: string) =>
      (await world.list(kamppi, `${path}${token}`, mine)).rows.filter(({ day }) => day === null).length
    expect((await world.list(kamppi, path, mine)).total).toBe(open)
    expect(await undated('')).toBe(1)
    expect(await undated(';ftime=20261118_20261118')).toBe(1)
    expect(await undated(';ftime=20261118_20261118;nps=1')).toBe(1)
    expect(await undated(';ftime=20261118_20261118;nps=10')).toBe(0)
    expect(await undated(';ftime=20261117_20261117')).toBe(0)
    const others = await world.list(sweden, 'region,all;ftime=20261118_20261118')
    expect(others.rows.filter(({ day }) => day === null)).toEqual([])
  })
})

describe('what stands around an alert', () => {
  it('are other answers of its customer, where the viewer may see interviews, and what happens to it next', async () => {
    const again = { who: 'kamppi 2', day: '2026-11-17' }
    await world.answer([answers('kamppi', 8, again), answers('lund', 7, again), answers('sello', 1)])
    const { rows } = await world.list(all, 'region,all,fi,south,kamppi', 'sort=newest')
    const { alertId = '' } = rows.find(({ title }) => title === 'Kamppi: 2 of 10') ?? {}
    const others = (await one(all, alertId)).sameCustomer.map(({ score, place }) => `${place} ${score}`)
    expect(new Set(others)).toEqual(new Set(['Lund 7', 'Kamppi 8']))
    expect((await one(kamppi, alertId)).sameCustomer.map(({ place }) => place)).toEqual(['Kamppi'])
    const bare = await world.person('Only alerts', [], ['handleAlerts'])
    expect((await one(bare, alertId)).sameCustomer).toEqual([])
    const fresh = (await world.list(all, 'region,all,fi,south,sello')).rows.find(
      ({ title }) => title === 'Sello: 1 of 10',
    )
    const step = { role: 'Regional manager', how: 'notify', at: '2026-11-18T14:00:00.000Z' }
    expect((await one(all, fresh?.alertId ?? '')).escalation).toEqual(step)
    const begun = await world.post(all, `change/visits/${fresh?.alertId}`, { version: 1, state: 'inProgress' })
    expect(begun.json()).toMatchObject({ escalation: null })
  })
})
