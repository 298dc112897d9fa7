import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import type { SearchedRow } from '../feed/searched-row.fixture.ts'
import { Random } from '../result/oracle/random.ts'
import { answersIn, asksOf, components, post, refusedTokens } from './searcher-ask.fixture.ts'
import { differingDoors, recognise, smallCells, smallSets } from './searcher-attack.fixture.ts'
import { changingCalls, type Heard, moving, openCaller, readingCalls, steady } from './searcher-call.fixture.ts'
import { type SearcherReply, toldBy } from './searcher-told.fixture.ts'
import { canary, type GivenWorld, minimum, openSearchedWorld, type SearchedWorld } from './searcher-world.fixture.ts'

const isSoak = process.env.KAIKU_SOAK === '1'
const seeds = Array.from({ length: isSoak ? 12 : 1 }, (_, at) => at + 1)
const filtered = isSoak ? 40 : 14
/** Components of one ask. */
const some = isSoak ? 12 : 6

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test?.close())

type Ears = {
  readonly told: SearcherReply[]
  readonly groups: (readonly SearchedRow[])[]
  readonly heard: Heard[]
  /** Answered beside a filter, although nothing could blur it. */
  readonly unblurred: string[]
}
/** What cannot be blurred. */
const exact = ['Comments', 'Topics', 'KeyDrivers', 'ChangeDecomposition', 'InterviewList']

const deaf = (): Ears => ({ told: [], groups: [], heard: [], unblurred: [] })

/** Everything that may be asked in components, by everybody; the same whenever it is asked. */
async function ask(world: SearchedWorld, { told, groups, heard, unblurred }: Ears): Promise<readonly Heard[]> {
  const before = heard.length
  const random = new Random(world.seed + 2)
  const rows = await world.rows()
  for (const keys of await world.groups()) groups.push(rows.filter(({ key }) => keys.includes(key)))
  for (const one of asksOf(world, filtered)) {
    const chosen = random.some(components, some)
    const { status, body } = await post(world, one.asker, one.path, chosen)
    heard.push({ what: `${one.asker.name} ${one.path} ${JSON.stringify(chosen)}`, status, body: steady(body) })
    if (status !== 200) continue
    const answers = answersIn(body)
    told.push(...toldBy(one, answers, rows))
    if (one.filters.length > 0)
      for (const answer of answers)
        if (exact.includes(answer.type) && !('hidden' in answer && answer.hidden))
          unblurred.push(`${one.path} ${answer.type}`)
  }
  return heard.slice(before)
}

/** What an answer may hold of what single people wrote: comments where enough of their group wrote one. */
async function tellable(world: SearchedWorld): Promise<readonly string[]> {
  const given = new Map(world.all.map((one): [string, GivenWorld] => [one.key, one]))
  return (await world.groups()).flatMap((keys) => {
    const wrote = keys.flatMap((key) => given.get(key) ?? []).filter(({ answers }) => answers.comment !== undefined)
    const people = new Set(wrote.map(({ answers }) => answers.who))
    return people.size < minimum ? [] : wrote.map(({ answers }) => String(answers.comment))
  })
}

function canariesIn(heard: readonly Heard[], allowed: readonly string[]): string[] {
  return heard.flatMap(({ what, body }) => {
    const left = allowed.reduce((text, comment) => text.replaceAll(comment, ''), body)
    const at = left.indexOf(canary)
    return at < 0 ? [] : [`${what}: ${left.slice(Math.max(0, at - 60), at + 40)}`]
  })
}

const changed = (before: readonly Heard[], after: readonly Heard[]) =>
  after.flatMap((one, at) => {
    const was = before[at]
    if (was?.what === one.what && was.status === one.status && was.body === one.body) return []
    let from = 0
    while (was && from < one.body.length && one.body[from] === was.body[from]) from++
    const part = (text = '') => text.slice(Math.max(0, from - 60), from + 60)
    return [`${one.what}: ${was?.status} ${part(was?.body)} became ${one.status} ${part(one.body)}`]
  })

/** A world from its first answers to its end, with all that is told on the way. */
async function search(seed: number, isProtected: boolean) {
  const world = await openSearchedWorld(test, seed, isProtected)
  const ears = deaf()
  const all = [...world.all]
  const take = (share: number) => all.splice(0, Math.ceil(world.all.length * share))
  const allowed: string[] = []
  const stays: string[] = []
  await world.bring(take(0.5))
  const caller = await openCaller(world)
  const callAll = async () => [
    ...(await Promise.all(readingCalls.map((key) => caller.ask(key)))).flat(),
    await liveEvents(world),
  ]
  const listen = async () => {
    const answers = await ask(world, ears)
    allowed.push(...(await tellable(world)))
    const heard = await callAll()
    ears.heard.push(...heard)
    return [...answers, ...heard]
  }
  const first = await listen()
  // Enough for groups of their own, and a correction: nothing may show them until the next release.
  await world.bring(take(0.3))
  const [corrected] = world.all
  if (corrected) await world.correct(corrected)
  const isSteady = ({ what }: Heard) => !Object.keys(moving).some((key) => isOf(what, key))
  stays.push(...changed(first.filter(isSteady), [...(await ask(world, deaf())), ...(await callAll())].filter(isSteady)))
  // Without protection enough is known by now.
  if (!isProtected) return { world, ears, stays, allowed, caller }
  await world.aDayLater()
  await listen()
  await world.bring(all.splice(0))
  await world.aDayLater()
  await listen()
  const erased = world.all[3]
  if (erased) await world.erase(erased)
  await listen()
  return { world, ears, stays, allowed, caller }
}

/** What open screens are told as it happens, whoever they are. */
async function liveEvents({ stores, universe }: SearchedWorld): Promise<Heard> {
  const { rows } = await stores.service.query(
    'select kind, detail, permission, leaves from live_event where universe = $1 order by tx, seq',
    [universe],
  )
  return { what: 'live events', status: 200, body: JSON.stringify(rows) }
}

const isOf = (what: string, key: string) => {
  const [method = '', path = ''] = key.split(' ')
  return new RegExp(`^\\S+ ${method} /api/${path.replace(/:\w+/g, '[^/?]+')}\\?`).test(what)
}

async function optionsOf({ app, survey, askers: [asker] }: SearchedWorld, limit: number): Promise<readonly string[]> {
  const url = `/api/vuejs/filters/query/${survey}/gender?limit=${limit}`
  const reply = await app.inject({ url, headers: asker?.headers ?? {} })
  return reply.json().map(({ extName }: { extName: string }) => extName)
}

const isKnown = (number: number) => number % 5 === 0

describe.each(seeds)('somebody who asks a protected survey all that can be asked (world %i)', (seed) => {
  let found: Awaited<ReturnType<typeof search>>
  beforeAll(async () => {
    found = await search(seed, true)
  }, 600_000)

  it('is told of nobody’s part of a group', () => expect(smallSets(found.ears.told, minimum)).toEqual([]))

  it('is told of no cell by background that few people are in, however often they answered', () => {
    expect(
      smallCells(
        found.ears.told.filter(({ measure }) => measure === 'n'),
        minimum,
      ),
    ).toEqual([])
    const named = found.ears.groups.map((rows) => rows.filter(({ background }) => background.gender !== ''))
    expect(named.some((rows) => rows.length > 0)).toBe(true)
    for (const rows of named) expect(new Set(rows.map(({ person }) => person)).size).toBe(rows.length)
    const twice = found.ears.groups.filter((rows) => new Set(rows.map(({ person }) => person)).size < rows.length)
    expect(twice.length).toBeGreaterThan(0)
  })

  it('is told the same of the same people at every door', () => expect(differingDoors(found.ears.told)).toEqual([]))

  it('is told nothing with a filter that cannot be blurred', () => expect(found.ears.unblurred).toEqual([]))

  it('recognises nobody', () => {
    const { recognised, of } = recognise(found.ears.told, found.ears.groups, isKnown)
    expect(of).toBeGreaterThan(30)
    expect(recognised).toBe(0)
  })

  it('meets nothing that a single person wrote or is called by', () =>
    expect(canariesIn(found.ears.heard, found.allowed)).toEqual([]))

  it('sees nothing move between two releases', () => expect(found.stays).toEqual([]))

  it('is refused what tells people apart', async () => {
    for (const asker of found.world.askers.slice(0, 1))
      for (const token of refusedTokens) {
        const { status } = await post(found.world, asker, `stores,all;${token}`, [{ type: 'IndicatorTiles' }])
        expect([token, status]).toEqual([token, 403])
      }
  })

  it('is answered no statement of SQL', async () => {
    const statement = { type: 'Sql', statement: 'select count(*) as n from interviews' }
    for (const asker of found.world.askers)
      for (const path of ['stores,all', 'stores,all,r1']) {
        const { status, body } = await post(found.world, asker, path, [statement])
        expect(status === 200 ? answersIn(body).map(({ type }) => type) : ['Failed'], body).toEqual(['Failed'])
      }
  })

  it('cannot tell by the options of a filter that few have one between them', async () => {
    const all = await optionsOf(found.world, 50)
    const rows = await found.world.rows()
    for (const option of all)
      expect(rows.filter(({ background }) => background.gender === option).length).toBeGreaterThanOrEqual(minimum)
    for (let limit = 1; limit <= all.length; limit++)
      expect(await optionsOf(found.world, limit)).toEqual(all.slice(0, limit))
  })

  it('never sees the keys that the noise is made of, or the id of an interview', async () => {
    const keys = (await found.world.cellKeys()).filter((key) => key.length > 8)
    const ids = await found.world.ids()
    const seen = found.ears.heard.filter(({ body }) => [...keys, ...ids].some((one) => body.includes(one)))
    expect(seen.map(({ what }) => what)).toEqual([])
  })

  it('finds nothing in the answers of calls that change something', async () => {
    for (const key of changingCalls) found.ears.heard.push(...(await found.caller.ask(key)))
    expect(canariesIn(found.ears.heard, found.allowed)).toEqual([])
  })
})

it('somebody who asks the same survey without protection recognises people and reads what they wrote', async () => {
  const { ears, stays } = await search(1, false)
  const told = ears.told.map((one) => ({ ...one, isFiltered: false }))
  expect(recognise(told, ears.groups, isKnown).recognised).toBeGreaterThan(10)
  expect(smallSets(told, minimum).length).toBeGreaterThan(10)
  expect(canariesIn(ears.heard, []).length).toBeGreaterThan(10)
  expect(stays.length).toBeGreaterThan(10)
}, 600_000)
