import { text as textOf } from 'node:stream/consumers'
import { component } from '@kaiku/contract/page.ts'
import { fullGrant, type Permission, permissions, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { alertOf } from '../alert/find-alert.ts'
import { listAlerts } from '../alert-list/alert-list.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { actorOf } from '../audit/audit.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, type StoredView, tableOf } from '../dictionary/dictionary.ts'
import { filterSet, searchOptions } from '../filter/filter.ts'
import { scoresOfInterviews } from '../interview-list/chosen-interviews.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { recordTable } from '../interview-page/record-table.ts'
import { knownTags } from '../interview-tag/interview-tag.ts'
import { variableCounts } from '../key-driver/variable-count.ts'
import { toldTo } from '../live-event/audience.ts'
import { unreadMentions } from '../mention/mention.ts'
import { noticedInterview } from '../notice/noticed-interview.ts'
import { createPerson } from '../person/person.ts'
import { searchNodes } from '../result/nodes.ts'
import { type FilledOracle, fillOracle, reorganise } from '../result/oracle/filled-oracle.fixture.ts'
import type { OracleInterview } from '../result/oracle/oracle.ts'
import { Random } from '../result/oracle/random.ts'
import { randomUnits, today } from '../result/oracle/random-survey.ts'
import { begins, OracleRights, randomViewer } from '../result/oracle/random-viewer.ts'
import { figuresFor, placeFor, questionFor } from '../result/result.ts'
import { listSamples } from '../sample-list/sample-list.ts'
import { sampleTable, usualTable } from '../sample-list/sample-table.ts'
import { sampleOf } from '../sample-page/read-sample.ts'
import { createSavedFilter, listSavedFilters } from '../saved-filter/saved-filter.ts'
import { createUniverse } from '../universe/universe.ts'
import { findFilter } from './filter-door.ts'
import { quietScopeOf, scopeKey, scopeOf, scopeOfGrants, withinBoth } from './scope.ts'
import { holdsLeaves, leafKeysOf, reaches, reachesAny, scopeCondition, scopePredicate } from './scope-condition.ts'
import { holdsWhole, maySeeNode, topNode, visibleNodes } from './visible-node.ts'

const seed = Number(process.env.SEED ?? 20_261_124)
const viewers = Number(process.env.VIEWERS ?? 30)
const now = Date.parse(`${today}T12:00:00Z`)
const rows = 150
const rights = new OracleRights('open')

let opened: TestStores
let stores: Stores
let universe: string
let person: string
let present: FilledOracle
/** Before the places were given another order. */
let past: FilledOracle

/** An interview with what stands around it: each has a tag, a sample, an alert and two mentions of the person. */
type Around = {
  readonly of: OracleInterview
  readonly number: string
  readonly id: string
  readonly leaves: readonly number[]
  readonly alert: string
  readonly sample: string
}
let around: readonly Around[]

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  person = (await createPerson(stores, { username: 'bert' })).id
  present = await fillOracle(stores, universe, 'open', { seed, rows, units: randomUnits(new Random(seed)) })
  past = present
  await standAround(present.dictionary)
  around = await readAround(present)
})
afterAll(async () => {
  await opened?.close()
})

const standAround = ({ survey }: Dictionary) =>
  inUniverse(stores.pool, universe, async (client) => {
    const ofSurvey = [universe, survey]
    await client.query(
      `insert into alert (universe, survey, rule, rule_title, title, description, interview, leaves, day, view, severity)
       select universe, survey, 'rule', '"Rule"', '"Title"', '""', number, leaves, day, 'stores', 'high' from interview
       where universe = $1 and survey = $2`,
      ofSurvey,
    )
    await client.query(
      `insert into sample (universe, survey, external_id, name, leaves, state, interview)
       select universe, survey, row_key, row_key, leaves, 'completed', number from interview
       where universe = $1 and survey = $2`,
      ofSurvey,
    )
    await client.query(
      `update interview set tags = array['tag ' || number] where universe = $1 and survey = $2`,
      ofSurvey,
    )
    await client.query(
      `insert into mention (universe, survey, interview, note, person)
       select universe, survey, number, uuidv7(), $3 from interview where universe = $1 and survey = $2 limit 45`,
      [...ofSurvey, person],
    )
    await client.query(
      `insert into mention (universe, survey, alert, note, person)
       select universe, survey, id, uuidv7(), $3 from alert where universe = $1 and survey = $2 limit 45`,
      [...ofSurvey, person],
    )
  })

/** As they stand now: whoever publishes places moves them all. */
async function readAround({ dictionary, oracle }: FilledOracle): Promise<readonly Around[]> {
  const byNumber = new Map(oracle.survey.interviews.map((one) => [String(one.number), one]))
  const found = await inUniverse(stores.pool, universe, (client) =>
    client.query<Omit<Around, 'of'>>(
      `select i.number::text, i.id, i.leaves, a.id as alert, s.id as sample from interview i
       join alert a on (a.universe, a.survey, a.interview) = (i.universe, i.survey, i.number)
       join sample s on (s.universe, s.survey, s.interview) = (i.universe, i.survey, i.number)
       where i.universe = $1 and i.survey = $2 order by i.number`,
      [universe, dictionary.survey],
    ),
  )
  return found.rows.map((row) => {
    const of = byNumber.get(row.number)
    if (!of) throw new TypeError(`interview ${row.number} is in no oracle`)
    return { ...row, of }
  })
}

type Turn = FilledOracle & { readonly who: Viewer; readonly random: Random; readonly what: string }

async function eachViewer(from: number, ask: (turn: Turn) => Promise<void>) {
  for (let at = 0; at < viewers; at++) {
    const random = new Random(seed + from + at)
    // Some hold places of the order before, which may be gone.
    const { interviews } = (random.chance(0.8) ? present : past).oracle.survey
    const who = { ...randomViewer(random, universe, interviews), userId: person }
    await ask({ ...present, who, random, what: `SEED=${seed} viewer ${from + at} ${JSON.stringify(who)}` })
  }
}

/** Somebody of one role that allows everything. */
const plainViewer = (): Viewer => ({
  userId: person,
  username: 'bert',
  universe,
  universes: [universe],
  isUserAdmin: false,
  isRoot: false,
  isReadOnly: false,
  locale: 'en',
  grants: [fullGrant('all')],
})

const outcomeOf = async <T>(asking: () => T | Promise<T>): Promise<T | string> => {
  try {
    return await asking()
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}
const sorted = (texts: Iterable<string>) => [...texts].sort()
const of = (who: Viewer, ...needed: Permission[]) =>
  around.filter((one) => needed.every((permission) => rights.permits(who, permission, one.of)))
const viewOf = ({ views }: Dictionary, name: string): StoredView => {
  const view = views.get(name)
  if (!view) throw new TypeError(`no view ${name}`)
  return view
}

const emitters = async () => {
  const known = new Map<string, string>()
  let [narrow, whole] = [0, 0]
  await eachViewer(0, async ({ dictionary, who, random, what, exists }) => {
    const chosen = [random.pick(random.pick(who.grants).permissions), ...random.some(permissions, 2)]
    const scopes = chosen.map((permission) => quietScopeOf(who, dictionary, permission))
    const right = chosen.map((permission) => sorted(of(who, permission).map(({ number }) => number)))
    const [one, other] = [scopes[0], scopes.at(-1)]
    if (!one || !other) throw new TypeError('nothing chosen')
    const all = [...scopes, withinBoth(one, other)]
    right.push((right[0] ?? []).filter((number) => right[chosen.length - 1]?.includes(number)))

    const byTest = all.map((scope) =>
      sorted(around.flatMap((row) => (holdsLeaves(scope, row.leaves) ? row.number : []))),
    )
    expect([what, chosen, byTest]).toEqual([what, chosen, right])
    const counted = await stores.clickhouse.read(
      `select toString(id), ${all.map((scope) => `toUInt8(${scopePredicate(scope)})`).join(', ')} from ${tableOf(dictionary.survey)} final`,
      {},
      { lane: 'user', tenant: universe, timeout: 60 },
    )
    const passing = (found: readonly (readonly unknown[])[], at: number) =>
      sorted(found.flatMap((row) => (Number(row[at + 1]) === 1 ? String(row[0]) : [])))
    expect([what, chosen, all.map((_, at) => passing(counted, at))]).toEqual([what, chosen, right])
    const { values, bind } = binder()
    const conditions = all.map((scope, at) => `(${scopeCondition(scope, bind, 'i.leaves')})::int as c${at}`)
    const stored = await inUniverse(stores.pool, universe, (client) =>
      client.query<Record<string, string | number>>(
        `select i.number::text, ${conditions.join(', ')} from interview i where i.survey = ${bind(dictionary.survey)}`,
        values,
      ),
    )
    const listed = stored.rows.map((row) => [row.number, ...all.map((__, at) => row[`c${at}`])])
    expect([what, chosen, all.map((_, at) => passing(listed, at))]).toEqual([what, chosen, right])

    for (const [at, permission] of chosen.entries()) {
      const scope = scopes[at] ?? one
      const key = scopeKey(scope)
      expect([what, permission, known.get(key) ?? String(right[at])]).toEqual([what, permission, String(right[at])])
      known.set(key, String(right[at]))
      const refusal = rights.refusal(who, permission)
      expect([what, permission, await outcomeOf(() => scopeKey(scopeOf(who, dictionary, permission)))]).toEqual([
        what,
        permission,
        refusal ?? scopeKey(scope),
      ])
      expect([what, permission, reachesAny(who, dictionary, permission)]).toEqual([
        what,
        permission,
        rights.sets(who, permission).length > 0,
      ])
      for (const name of ['stores', 'units']) {
        const view = viewOf(dictionary, name)
        const tops = rights.tops(who, permission, name, exists)
        const leafKeys = leafKeysOf(scope, view)
        if (leafKeys !== null) {
          narrow += leafKeys === 'all' ? 0 : 1
          const keys = leafKeys === 'all' ? null : new Set(leafKeys)
          const inside = around.filter(({ leaves }) => keys?.has(leaves[view.number - 1] ?? 0) ?? true)
          expect([what, name, sorted(inside.map(({ number }) => number))]).toEqual([what, name, right[at]])
        }
        const shown = visibleNodes({ scope, view }, [...view.tree.nodes.values()]).map(({ number }) => number)
        for (const { number } of view.tree.nodes.values()) {
          const ids = view.tree.line(number).map(({ id }) => id)
          const told = tops.some((top) => begins(ids, top) || begins(top, ids))
          expect([what, name, ids, maySeeNode(scope, view, number), shown.includes(number)]).toEqual([
            ...[what, name, ids],
            told,
            told,
          ])
          const isWhole = rights.holdsWhole(who, permission, [name, ...ids], exists)
          whole += isWhole ? 1 : 0
          expect([what, name, ids, holdsWhole(scope, view, number)]).toEqual([what, name, ids, isWhole])
        }
        const [line = []] = tops
        const depth = line.findIndex((_, to) => !tops.every((top) => begins(top, line.slice(0, to + 1))))
        const top = view.tree.line(topNode(scope, view)).map(({ id }) => id)
        expect([what, name, top]).toEqual([what, name, depth < 0 ? [...line] : line.slice(0, depth)])
      }
    }
    for (const grant of who.grants)
      for (const permission of chosen) {
        const given = scopeOfGrants([grant], dictionary, permission)
        const alone: Viewer = { ...plainViewer(), grants: [grant] }
        expect([what, permission, around.filter(({ leaves }) => holdsLeaves(given, leaves)).length]).toEqual([
          what,
          permission,
          of(alone, permission).length,
        ])
      }
  })
  expect(narrow).toBeGreaterThan(viewers / 10)
  expect(whole).toBeGreaterThan(viewers)
}

const doors = async () => {
  let [passed, refused] = [0, 0]
  await eachViewer(500, async ({ dictionary, who, random, what, exists, oracle }) => {
    const check = (door: string, found: unknown, right: unknown) => {
      if (typeof right === 'string') refused += 1
      else passed += 1
      expect([door, what, found]).toEqual([door, what, right])
    }
    const one = random.pick(around)
    const permitsOne = (permission: Permission) => rights.permits(who, permission, one.of)
    const state = await dataState(stores, dictionary.survey)
    const question = () =>
      questionFor(stores, who, dictionary, { path: 'stores,all', compare: 'none', locale: 'en' }, now)
    const ask = async (asked: object) => {
      const { answers } = await figuresFor(question(), [component.parse(asked)], state)
      return answers[0]
    }
    // Figures are asked for from the root of a view, which whoever holds no place of it is not told of.
    const figures = rights.refusal(who, 'seeIndicators') ?? (rights.tells(who, ['stores'], exists) ? null : 'not_found')

    check(
      'place',
      await outcomeOf(async () => (await placeFor(question(), state)).nInterviews),
      figures ?? of(who, 'seeIndicators').length,
    )
    const { filter, stored } = findFilter(dictionary, 'channel') ?? {}
    if (!filter || !stored) throw new TypeError('no filter channel')
    const withWeb = of(who, 'seeIndicators').filter(({ of: { answers } }) => answers.channel === 'web').length
    check(
      'options',
      await outcomeOf(async () => {
        const options = await searchOptions(question(), filter, stored, 'web', 10)
        return options.find(({ extName }) => extName === 'web')?.n ?? 0
      }),
      figures ?? withWeb,
    )
    check(
      'counts of variables',
      await outcomeOf(async () => {
        const scope = scopeOf(who, dictionary, 'seeIndicators')
        return (await variableCounts(stores, dictionary, scope, today)).nInterviews
      }),
      rights.refusal(who, 'seeIndicators') ?? of(who, 'seeIndicators').length,
    )
    check(
      'search for places',
      await outcomeOf(
        () => searchNodes(who, dictionary, { view: 'units', query: 'n2', limit: 20, locale: 'en' }).length,
      ),
      rights.refusal(who, 'seeIndicators') ??
        [...viewOf(dictionary, 'units').tree.nodes.values()].filter(
          ({ id, number }) =>
            id.includes('n2') &&
            rights.tells(
              who,
              [
                'units',
                ...viewOf(dictionary, 'units')
                  .tree.line(number)
                  .map((node) => node.id),
              ],
              exists,
            ),
        ).length,
    )
    const listed = await outcomeOf(async () => {
      const list = await ask({ type: 'InterviewList', limit: 200, columns: ['channel'] })
      return list?.type === 'InterviewList'
        ? sorted(list.rows.map(({ interviewId }) => interviewId))
        : list?.type === 'Failed'
          ? list.code
          : String(list?.type)
    })
    check(
      'interview list',
      listed,
      figures ?? rights.refusal(who, 'seeInterviews') ?? sorted(of(who, 'seeInterviews').map(({ id }) => id)),
    )
    const said = await outcomeOf(async () => {
      const list = await ask({ type: 'Comments', limit: 200 })
      return list?.type === 'Comments' ? list.total : list?.type === 'Failed' ? list.code : String(list?.type)
    })
    check(
      'comments',
      said,
      figures ??
        rights.refusal(who, 'seeComments') ??
        of(who, 'seeComments').filter(({ of: { answers } }) => typeof answers.comment === 'string').length,
    )
    check(
      'one interview',
      await outcomeOf(async () => {
        const { seesPersonal } = await openInterview(stores, who, dictionary, one.number)
        return { seesPersonal }
      }),
      rights.refusal(who, 'seeInterviews') ??
        (permitsOne('seeInterviews') ? { seesPersonal: permitsOne('seeContacts') } : 'not_found'),
    )
    const scores = await scoresOfInterviews(
      stores,
      who,
      dictionary,
      around.map(({ number }) => number),
    )
    const scored = await scoresOfInterviews(
      stores,
      { ...who, isRoot: true, takesAlong: false },
      dictionary,
      around.map(({ number }) => number),
    )
    check(
      'scores',
      sorted(scores.keys()),
      sorted(of(who, 'seeIndicators').flatMap(({ number }) => (scored.has(number) ? number : []))),
    )
    check(
      'export of interviews',
      await outcomeOf(async () => {
        const wanted = {
          survey: 'open',
          path: 'stores,all',
          format: 'csv' as const,
          columns: ['channel'],
          order: 'rising' as const,
        }
        const { content } = await recordTable(stores, who, wanted, actorOf(who, ''))
        // Its heading, and last how many there are.
        return (await textOf(content)).trim().split('\n').length - 2
      }),
      figures ?? rights.refusal(who, 'seeInterviews', 'export') ?? of(who, 'seeInterviews', 'export').length,
    )
    const alerts = { sort: 'due' as const, limit: 200 }
    check(
      'alerts',
      await outcomeOf(async () => {
        const list = await listAlerts(stores, who, dictionary, { ...alerts, survey: 'open', path: 'stores,all' }, now)
        return sorted(
          list.rows.map(({ alertId, interviewId, excerpt }) => `${alertId} ${interviewId} ${excerpt !== null}`),
        )
      }),
      rights.refusal(who, 'handleAlerts') ??
        (rights.tells(who, ['stores'], exists, 'handleAlerts')
          ? sorted(
              of(who, 'handleAlerts').map((row) => {
                const isHeard = typeof row.of.answers.comment === 'string' && rights.permits(who, 'seeComments', row.of)
                return `${row.alert} ${rights.permits(who, 'seeInterviews', row.of) ? row.id : null} ${isHeard}`
              }),
            )
          : 'not_found'),
    )
    const inDatabase = <T>(asking: (client: Parameters<typeof alertOf>[0]) => Promise<T>) =>
      outcomeOf(() => inUniverse(stores.pool, universe, asking))
    check(
      'one alert',
      await inDatabase(async (client) => [(await alertOf(client, who, dictionary, one.alert)).id]),
      rights.refusal(who, 'handleAlerts') ?? (permitsOne('handleAlerts') ? [one.alert] : 'not_found'),
    )
    const samples = { step: 'sampled' as const, sort: 'changed' as const, limit: 200 }
    check(
      'samples',
      await outcomeOf(async () => {
        const list = await listSamples(stores, who, dictionary, { ...samples, survey: 'open', path: 'stores,all' }, now)
        return sorted(
          list.rows.map(({ sampleId, person: known, interviewId }) => `${sampleId} ${known !== null} ${interviewId}`),
        )
      }),
      rights.refusal(who, 'manageSamples') ??
        (rights.tells(who, ['stores'], exists, 'manageSamples')
          ? sorted(
              of(who, 'manageSamples').map(
                (row) =>
                  `${row.sample} ${rights.permits(who, 'seeContacts', row.of)} ${rights.permits(who, 'seeInterviews', row.of) ? row.id : null}`,
              ),
            )
          : 'not_found'),
    )
    check(
      'one sample',
      await inDatabase(async (client) => [(await sampleOf(client, who, dictionary, one.sample)).id]),
      rights.refusal(who, 'manageSamples') ?? (permitsOne('manageSamples') ? [one.sample] : 'not_found'),
    )
    check(
      'export of samples',
      await outcomeOf(async () => {
        const wanted = { ...usualTable, path: 'stores,all', format: 'csv', totals: false } as const
        const { content } = await sampleTable(stores, who, dictionary, wanted, now)
        return (await textOf(content)).trim().split('\n').length - 1
      }),
      rights.refusal(who, 'manageSamples') ??
        (rights.tells(who, ['stores'], exists, 'manageSamples')
          ? (rights.refusal(who, 'export') ?? of(who, 'manageSamples', 'export').length)
          : 'not_found'),
    )
    check(
      'tags',
      await outcomeOf(async () => sorted(await knownTags(stores, who, dictionary))),
      rights.refusal(who, 'seeInterviews') ?? sorted(of(who, 'seeInterviews').map(({ number }) => `tag ${number}`)),
    )
    check(
      'notice of an interview',
      await inDatabase(async (client) => [(await noticedInterview(client, who, dictionary, one.number))?.id]),
      rights.refusal(who, 'seeInterviews') ?? [permitsOne('seeInterviews') ? one.id : undefined],
    )
    const sees = rights.refusal(who) === null
    const mentioned = await unreadMentions(stores, who, 'en')
    const byNumber = [...around].sort((a, b) => Number(a.number) - Number(b.number))
    check(
      'mentions',
      mentioned.every(({ interviewId, alertId }) => {
        const about = byNumber.find(({ id, alert }) => id === interviewId || alert === alertId)
        return about && rights.permits(who, interviewId === null ? 'handleAlerts' : 'seeInterviews', about.of)
      }),
      true,
    )
    check('number of mentions', mentioned.length, sees ? await mentionsOf(who) : 0)
    const permission = random.pick(permissions)
    const event = { universe, survey: dictionary.survey, dictionary, person: null, permission, at: { tx: 0n, seq: 0n } }
    const told = (leaves: readonly number[] | null) =>
      toldTo(who, { ...event, leaves, kind: 'alert', detail: { alertId: one.alert } }) !== null
    check('live event at a place', told(one.leaves), sees && permitsOne(permission))
    check('live event of a survey', told(null), sees && rights.sets(who, permission).length > 0)
    check('a test by leaf keys', reaches(who, dictionary, permission, one.leaves), permitsOne(permission))
    const kept = await listSavedFilters(stores, who, dictionary)
    const seesWords = [who.grants, ...(who.within ? [who.within] : [])].every((grants) =>
      grants.some((grant) => grant.permissions.includes('seeComments')),
    )
    check(
      'saved filters',
      kept.saved.map(({ title }) => title),
      seesWords ? ['by channel', 'by words'] : ['by channel'],
    )
    const shown = await outcomeOf(async () => {
      const set = await filterSet(question(), dictionary.definition.filters.standard)
      return set.filterGroups.flatMap(({ filters }) => filters).some(({ extName }) => extName === 'comment')
    })
    check('filters', shown, figures ?? seesWords)
    expect(oracle.survey.interviews.length).toBe(around.length)
  })
  expect(passed).toBeGreaterThan(viewers)
  expect(refused).toBeGreaterThan(viewers)
}

/** How many of the person's mentions are about what the viewer may open. */
async function mentionsOf(who: Viewer): Promise<number> {
  const { rows: found } = await inUniverse(stores.pool, universe, (client) =>
    client.query<{ interview: string | null; alert: string | null }>('select interview::text, alert from mention'),
  )
  return found.filter(({ interview, alert }) => {
    const about = around.find((one) => one.number === interview || one.alert === alert)
    return about && rights.permits(who, alert === null ? 'seeInterviews' : 'handleAlerts', about.of)
  }).length
}

const timeout = 900_000

it('emits for both stores, for tests and for places what the rule says of random roles', { timeout }, emitters)

it('lets through each door what the rule says of random roles, and nothing else', { timeout }, async () => {
  for (const [title, token] of [
    ['by channel', 'channel=web'],
    ['by words', 'comment=bra'],
  ] as const)
    await createSavedFilter(stores, plainViewer(), present.dictionary, { title, token, isShared: true, asShown: null })
  await doors()
})

it('holds for the places as they are after they were given another order', { timeout }, async () => {
  present = await reorganise(stores, universe, 'open', { seed, rows, units: randomUnits(new Random(seed + 1)) })
  around = await readAround(present)
  await emitters()
  await doors()
})
