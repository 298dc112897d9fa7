import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { universeCopyCalls } from '@kaiku/contract/universe-copy.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { operatorIn } from '../audit/audit.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { openTenantMatrix, type TenantMatrix } from '../http/tenant-matrix.fixture.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { randomOf } from '../sample-survey/random.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { createUniverse, findUniverse, type Universe } from '../universe/universe.ts'
import { copyUniverse } from './copy-universe.ts'
import { universeImportWorker } from './copy-work.ts'
import { keptArchive } from './kept-archive.ts'

let matrix: TenantMatrix
let source: Universe
const ask = async (sql: string, values: unknown[] = []) => (await matrix.stores.owner.query(sql, values)).rows

const text = (value: unknown) => `${JSON.stringify(value)}\n`
const scale = { type: 'scale', min: 1, max: 5 }
const questions = [
  { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
  { id: 'store', type: 'choice', title: 'Store', open: true },
  Object.assign({ id: 'service', title: 'Service' }, scale),
  Object.assign({ id: 'price', title: 'Price' }, scale),
  { id: 'colour', type: 'choice', title: 'Colour', open: true },
  { id: 'seen', type: 'multiple', title: 'Seen', open: true },
  { id: 'income', type: 'number', title: 'Income' },
  { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
  { id: 'name', type: 'text', title: 'Name', roles: ['pii'] },
  { id: 'mail', type: 'text', title: 'Mail', roles: ['contact'] },
  { id: 'note', type: 'text', title: 'Note', hidden: true },
]
const definition = (extName: string, protection: boolean) =>
  new Map([
    ['settings.json', text({ extName, title: { en: 'Visits', fi: 'Käynnit' }, protection })],
    ['questions.json', text({ questions })],
    [
      'views.json',
      text({
        views: [
          {
            extName: 'store',
            title: 'Stores',
            root: { title: 'All' },
            levels: [{ question: 'store', title: 'Store' }],
          },
        ],
      }),
    ],
  ])

const interviews = 2_000
/** Satisfaction that goes together, a large and a small store, rare codes, one who earns more than all. */
function answersOf(): Answers[] {
  const random = randomOf(11)
  return Array.from({ length: interviews }, (_, at) => {
    const mood = random.normal()
    const score = (shift: number) => Math.max(1, Math.min(5, Math.round(3.4 + shift + mood + 0.5 * random.normal())))
    const store = at < 3 ? 'tiny' : random.weighted([['north', 3] as const, ['south', 1] as const])
    const answers: Record<string, Answers[string]> = {
      store,
      date: `2026-0${random.weighted([[3, 1] as const, [4, 3] as const])}-${String(random.whole(1, 28)).padStart(2, '0')}`,
      price: score(0),
      colour: at < 4 ? `secret-colour-${at}` : random.weighted([['red', 7] as const, ['blue', 3] as const]),
      seen: random.next() < 0.5 ? ['tv'] : ['tv', 'web'],
      income: at === 9 ? 99_000_000 : random.whole(20_000, 60_000),
      name: `Person Secretname${at}`,
      mail: `secret${at}@example.com`,
      note: `secret note ${at}`,
    }
    if (random.next() < 0.8) answers.service = score(store === 'south' ? -1 : 0)
    if (random.next() < 0.3) answers.comment = `secret comment ${at}`
    return answers
  })
}

async function fill(universe: Universe, extName: string, protection: boolean, rows: readonly Answers[]) {
  await publish(matrix.stores, universe.id, definition(extName, protection), 'Petra Publisher')
  const given = async function* () {
    for (const [at, answers] of rows.entries()) yield { key: `real-${at}`, answers }
  }
  await storeInterviews(matrix.stores, await findSurvey(matrix.stores, universe.id, extName), given(), {
    import: 'test',
  })
}

const copy = (
  as: string,
  more: { answers?: number | null; seed?: number; signal?: AbortSignal; token?: string } = {},
) =>
  copyUniverse(
    matrix.stores,
    source,
    Object.assign({ as, token: 'test', actor: operatorIn(null), archive: randomUUID(), answers: null, seed: 5 }, more),
  )
const answersIn = async (universe: Universe, survey: string): Promise<Answers[]> =>
  (
    await ask(
      `select i.answers from interview i join survey s on (s.universe, s.number) = (i.universe, i.survey)
       where i.universe = $1 and s.ext_name = $2 order by i.number`,
      [universe.id, survey],
    )
  ).map(({ answers }) => answers)
const share = (rows: readonly Answers[], test: (answers: Answers) => boolean) => rows.filter(test).length / rows.length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const numbersOf = (rows: readonly Answers[], id: string) =>
  rows.map((answers) => answers[id]).filter((answer) => typeof answer === 'number')

function correlation(rows: readonly Answers[], one: string, other: string): number {
  const both = rows.flatMap(({ [one]: a, [other]: b }) =>
    typeof a === 'number' && typeof b === 'number' ? [[a, b]] : [],
  )
  const [x, y] = [mean(both.map(([a = 0]) => a)), mean(both.map(([, b = 0]) => b))]
  const sum = (term: (a: number, b: number) => number) =>
    both.reduce((all, [a = 0, b = 0]) => all + term(a - x, b - y), 0)
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b))
}

const real = answersOf()
let made: Universe
beforeAll(async () => {
  matrix = await openTenantMatrix()
  source = await createUniverse(matrix.stores, { name: 'source', title: 'Source', timeZone: 'UTC' })
  await fill(source, 'visits', false, real)
  await fill(source, 'hidden', true, real.slice(0, 300))
  await catchUp(matrix.stores)
  made = (await copy('made', {})).universe
}, 300_000)
afterAll(() => matrix?.close())

describe('a copy with made-up answers', () => {
  it('spreads answers as the real ones are, over stores, months and options', async () => {
    const rows = await answersIn(made, 'visits')
    expect(rows.length).toBe(interviews)
    const alike = (test: (answers: Answers) => boolean, within = 0.04) =>
      expect(Math.abs(share(rows, test) - share(real, test))).toBeLessThan(within)
    for (let value = 1; value <= 5; value++) {
      alike(({ service }) => service === value)
      alike(({ price }) => price === value)
    }
    alike(({ service }) => service === undefined)
    alike(({ comment }) => comment === undefined)
    alike(({ store }) => store === 'south')
    alike(({ colour }) => colour === 'red')
    alike(({ seen }) => Array.isArray(seen) && seen.includes('web'))
    alike(({ date }) => typeof date === 'string' && date.startsWith('2026-04'))
    const at = (own: readonly Answers[], store: string) =>
      mean(
        numbersOf(
          own.filter((answers) => answers.store === store),
          'service',
        ),
      )
    expect(at(rows, 'north') - at(rows, 'south')).toBeGreaterThan(0.6)
    const typical = real.filter((_, place) => place !== 9)
    expect(mean(numbersOf(rows, 'income')) / mean(numbersOf(typical, 'income'))).toBeCloseTo(1, 1)
    expect(correlation(rows, 'service', 'price')).toBeGreaterThan(0.35)
  })

  it('shows no rare code, no cell below the minimum n and no outstanding number', async () => {
    const rows = await answersIn(made, 'visits')
    expect(new Set(rows.map(({ colour }) => colour))).toEqual(new Set(['red', 'blue']))
    expect(new Set(rows.map(({ store }) => store))).toEqual(new Set(['north', 'south']))
    expect(Math.max(...numbersOf(rows, 'income'))).toBeLessThan(61_000)
  })

  it('holds nothing that anybody wrote, no contact, no key and nobody, in no column of any table', async () => {
    const tables = await ask(
      `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'universe'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped`,
    )
    let [looked, found] = [0, '']
    for (const { name } of tables)
      for (const { line } of await ask(`select to_jsonb(t)::text as line from "${name}" t where universe = $1`, [
        made.id,
      ])) {
        looked++
        if (/secret|real-\d|example\.com|Publisher|99000000/i.test(line)) found += `${name}: ${line.slice(0, 200)}\n`
      }
    expect(found).toBe('')
    expect(looked).toBeGreaterThan(interviews)
    const [{ people }] = await ask(
      `select count(*)::int as people from membership m join person p on p.id = m.person where universe = $1 and not is_root`,
      [made.id],
    )
    expect(people).toBe(0)
    const rows = await answersIn(made, 'visits')
    expect(rows.some((answers) => 'mail' in answers)).toBe(false)
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Made up']))
  })

  it('makes answers of a protected survey of its definition alone', async () => {
    const before = await answersIn(made, 'hidden')
    expect(before.length).toBe(1_000)
    expect(new Set(before.map(({ colour }) => colour))).toEqual(new Set([undefined]))
    for (let value = 1; value <= 5; value++)
      expect(Math.abs(share(before, ({ service }) => service === value) - 0.2)).toBeLessThan(0.06)
    // Whatever its answers are, the copy is the same.
    await ask(
      `update interview i set answers = '{}' from survey s
       where (s.universe, s.number) = (i.universe, i.survey) and s.universe = $1 and s.ext_name = 'hidden'`,
      [source.id],
    )
    expect(await answersIn((await copy('other')).universe, 'hidden')).toEqual(before)
  })

  it('is the same for the same seed, another for another, and as large as was said', async () => {
    const [one, same, other] = [
      await copy('seed-one', { answers: 60, seed: 3 }),
      await copy('seed-same', { answers: 60, seed: 3 }),
      await copy('seed-other', { answers: 60, seed: 4 }),
    ]
    const rows = await answersIn(one.universe, 'visits')
    expect(rows.length).toBe(60)
    expect(await answersIn(same.universe, 'visits')).toEqual(rows)
    expect(await answersIn(other.universe, 'visits')).not.toEqual(rows)
  })

  it('says of itself that its answers are made up, and is suspended', async () => {
    const [{ title, suspended }] = await ask(
      'select title, suspended_at is not null as suspended from universe where id = $1',
      [made.id],
    )
    expect([title, suspended]).toEqual(['Source (made-up answers)', true])
    const { definition: own } = await findSurvey(matrix.stores, made.id, 'visits')
    expect(own.settings.title).toEqual({ en: 'Visits (made-up answers)', fi: 'Käynnit (keksityt vastaukset)' })
    expect(own.systemMessage?.text).toContain('made up')
    const again = await copyUniverse(matrix.stores, made, {
      ...{ as: 'again', token: 'test', actor: operatorIn(null), archive: randomUUID(), answers: 1, seed: 1 },
    })
    expect(again.universe.title).toBe('Source (made-up answers)')
  })

  it('raises no alert and is told to nobody', async () => {
    while ((await raiseAlerts(matrix.stores, Date.now())).changes > 0);
    // Of a protected survey the projection is told, and alerts know nothing of it.
    const [{ n }] = await ask(
      `select (select count(*) from interview_change c join survey s on (s.universe, s.number) = (c.universe, c.survey)
           where c.universe = $1 and s.ext_name = 'visits')
         + (select count(*) from alert where universe = $1) + (select count(*) from effect_run where universe = $1) as n`,
      [made.id],
    )
    expect(Number(n)).toBe(0)
  })

  it('that fails or is stopped leaves nothing, and what was killed is made anew', async () => {
    const archive = randomUUID()
    const stop = new AbortController()
    const stopped = copyUniverse(matrix.stores, source, {
      ...{ as: 'stopped', token: 'test', actor: operatorIn(null), archive, answers: 5_000, seed: 1 },
      signal: stop.signal,
      progress: (done) => done > 0.6 && stop.abort(),
    })
    await expect(stopped).rejects.toThrow()
    expect(await findUniverse(matrix.stores, 'stopped')).toBe(null)
    expect(existsSync(keptArchive(matrix.stores, archive))).toBe(false)
    // Killed on the way: what is there bears the mark of its task.
    const half = await createUniverse(matrix.stores, { name: 'half', title: 'Half', timeZone: 'UTC' })
    await ask(`update universe set settings = settings || '{"importing": "test"}' where id = $1`, [half.id])
    const whole = await copy('half', { answers: 10 })
    expect(whole.universe.id).not.toBe(half.id)
    await expect(copy('half', { token: 'somebody else' })).rejects.toMatchObject({
      reason: { key: 'universeCopy.taken' },
    })
  })
})

describe('root', () => {
  const post = (headers: Record<string, string>, payload: object, name = 'source') =>
    matrix.app.inject({ method: 'POST', url: `/api/backend/universes/${name}/copy`, headers, payload })

  it('alone makes copies in the browser; the audit logs of both universes tell it', async () => {
    const wanted = { name: 'by-root', title: 'Demonstration', answers: 20, seed: 7 }
    expect((await post({}, wanted)).statusCode).toBe(401)
    for (const headers of [matrix.owner, matrix.stranger, matrix.powerless])
      expect((await post(headers, wanted)).statusCode).toBe(403)
    const root = matrix.callerIn('globex', 'GET backend/universes')
    expect((await post(root, wanted, 'nowhere')).statusCode).toBe(404)
    expect((await post(root, Object.assign({}, wanted, { answers: 20_001 }))).statusCode).toBe(400)
    expect((await post(root, Object.assign({}, wanted, { name: 'globex' }))).json().reason.key).toBe(
      'universeCopy.taken',
    )
    const asked = universeCopyCalls.copyUniverse.reply.parse((await post(root, wanted)).json())
    expect(asked).toMatchObject({ kind: 'import', copyOf: 'source', universe: 'by-root' })
    const lanes = new WorkLanes(taskQueue.limits, (error) => {
      throw error
    })
    const { signal } = new AbortController()
    while ((await runTasks(matrix.stores, [universeImportWorker], () => {}, lanes, signal)) > 0) await lanes.allEnd()
    const list = await matrix.app.inject({ method: 'GET', url: '/api/backend/copies', headers: root })
    const [done] = universeCopyCalls.list.reply.parse(list.json())
    expect(done).toMatchObject({ taskId: asked.taskId, state: 'done', made: { interviews: 40 } })
    const account = await matrix.app.inject({
      ...{ method: 'GET', url: `/api/backend/copies/${asked.taskId}/file`, headers: root },
    })
    expect(account.payload).toContain('All answers are made up (seed 7)')
    const told = await ask(
      `select u.name, a.after ->> 'seed' as seed from audit a join universe u on u.id = a.universe
       where action = 'universe.copy' and u.name in ('source', 'by-root') and a.after ->> 'seed' = '7' order by u.name`,
    )
    expect(told.map(({ name }) => name)).toEqual(['by-root', 'source'])
    const [{ title }] = await ask(`select title from universe where name = 'by-root'`)
    expect(title).toBe('Demonstration (made-up answers)')
  })
})
