import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { likely, nearly, placesOf, rowsOf, withAt } from './fuzz.fixture.ts'
import { neverSucceeds, type Seed, seeds } from './fuzz.rows.ts'
import { hostileTexts, hostileValues, randomOf } from './hostile-value.fixture.ts'
import { calls, openTenantMatrix, type TenantMatrix } from './tenant-matrix.fixture.ts'
import { rows, type Sent } from './tenant-matrix.rows.ts'

const isSoak = process.env.KAIKU_SOAK === '1'
const seed = Number(process.env.KAIKU_FUZZ_SEED ?? 1)
/** Tries of one call, by whom. */
const tries = isSoak ? { owner: 2_000, stranger: 500 } : { owner: 18, stranger: 4 }

let matrix: TenantMatrix
const counts = new Map<string, { good: number; refused: number; away: number; broken: number }>()
const broken: string[] = []
beforeAll(async () => {
  matrix = await openTenantMatrix(process.env.KAIKU_FUZZ_LOG)
})
afterAll(async () => {
  await matrix?.close()
  const table = [...counts].map(([key, { good, refused, away, broken: bad }]) =>
    [key, good, refused, away, bad].join('\t'),
  )
  if (process.env.KAIKU_FUZZ_TABLE)
    writeFileSync(process.env.KAIKU_FUZZ_TABLE, ['call\t2xx\t4xx\t503\t5xx', ...table, ''].join('\n'))
})

async function tried(key: string, sent: Sent, headers: Record<string, string>) {
  const { statusCode, body } = await matrix.ask(key, sent, headers)
  const count = counts.get(key) ?? { good: 0, refused: 0, away: 0, broken: 0 }
  counts.set(key, count)
  if (statusCode < 400) count.good++
  else if (statusCode < 500) count.refused++
  else if (statusCode === 503) count.away++
  else {
    count.broken++
    broken.push(`${key} ${JSON.stringify(sent).slice(0, 500)}: ${statusCode} ${body.slice(0, 200)}`)
  }
}

/** What is right with something else at one place. */
function* changed(key: string, right: Sent, random: () => number): Generator<Sent> {
  const { params, query, body } = calls.get(key) ?? {}
  const known = [...Object.values(matrix.world), 'nps', 'stores', 'overview', 'IndicatorTiles']
  const optional = Object.keys(query?.shape ?? {})
  for (;;) {
    const draw = random()
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const hostile = random() < 0.6 ? pick(hostileTexts) : pick(hostileValues)
    if (draw < 0.15 && params)
      yield {
        ...right,
        params: { ...right.params, [pick(Object.keys(params.shape))]: pick([...hostileTexts, ...known]) },
      }
    else if (draw < 0.35 && optional.length > 0)
      yield { ...right, query: { ...right.query, [pick(optional)]: pick([...hostileTexts, ...known]) } }
    else if (draw < 0.5 && query) yield { ...right, query: texts(likely(query, random, known)) }
    else if (draw < 0.75 && body) {
      const places = placesOf(right.body ?? {})
      const place = places.length > 0 ? pick(places) : ['x']
      yield { ...right, body: withAt(right.body ?? {}, place, hostile) as Record<string, unknown> }
    } else if (body) {
      const make = random() < 0.5 ? likely : nearly
      yield { ...right, body: make(body, random, known) as Record<string, unknown> }
    } else yield right
  }
}

/** As an address says it. */
const texts = (value: unknown) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  )

const orderOf = (key: string) => (rows[key]?.order === 'skip' ? 97 : Number(rows[key]?.order ?? 0))
const keys = [...calls.keys()].sort((a, b) => orderOf(a) - orderOf(b))

/** What each call was sent that is right, kept for who is of another universe. */
const sentRight = new Map<string, Seed>()

describe('however it is called', () => {
  it.each(keys)('%s', async (key) => {
    const random = randomOf(seed + keys.indexOf(key))
    const right: Seed = (await seeds[key]?.(matrix)) ?? rows[key]?.sent?.(matrix.world) ?? {}
    sentRight.set(key, right)
    const caller: Record<string, string> = right.headers ?? matrix.callerIn('acme', key)
    await tried(key, right, caller)
    const others = changed(key, right, random)
    for (let at = 0; at < tries.owner; at++) {
      const { value } = others.next()
      if (value) await tried(key, value, caller)
    }
  })

  it('from another universe, nothing of this one changes', { timeout: 600_000 }, async () => {
    const { stores, callerIn } = matrix
    const before = await rowsOf(stores, 'acme')
    expect([...before.values()].filter(({ rows: count }) => count > 0).length).toBeGreaterThan(20)
    // Root is of every universe, and calls for who is signed out go by what they are sent, such as a right password.
    const bound = keys.filter((key) => rows[key]?.by !== 'root' && calls.get(key)?.auth !== 'none')
    for (const key of bound) {
      const right = sentRight.get(key) ?? {}
      const others = changed(key, right, randomOf(seed + 10_000 + keys.indexOf(key)))
      await tried(key, right, callerIn('globex', key))
      for (let at = 1; at < tries.stranger; at++) {
        const { value } = others.next()
        if (value) await tried(key, value, callerIn('globex', key))
      }
    }
    const after = await rowsOf(stores, 'acme')
    const touched = [...after].filter(([table, { digest }]) => before.get(table)?.digest !== digest)
    expect(touched.map(([table]) => table)).toEqual([])
  })

  it('nothing breaks', () => expect(broken).toEqual([]))

  it('each call also does what it is for', () => {
    const never = keys.filter((key) => (counts.get(key)?.good ?? 0) === 0)
    expect(never).toEqual(keys.filter((key) => key in neverSucceeds))
  })
})
