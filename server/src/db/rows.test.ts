import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { bool, int8, json, nullable, number, oneOf, query, text, texts, time } from './rows.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores()
})
afterAll(() => test?.close())

const refused = (shape: Parameters<typeof query>[1], sql: string) =>
  query(test.stores.service, shape, sql).then(
    () => 'taken',
    ({ message }: Error) => message,
  )

describe('rows', () => {
  it('are what they are said to be', async () => {
    const shape = { a: int8, b: text, c: nullable(number), d: bool, e: time, f: texts, g: oneOf('x', 'y'), h: number }
    const sql = `select 9007199254740993 as a, 'b' as b, null::int as c, true as d, now() as e, array['f'] as f, 'x' as g, 0.5::float8 as h`
    const {
      rows: [found],
    } = await query(test.stores.service, shape, sql)
    expect(found).toEqual({
      a: '9007199254740993',
      b: 'b',
      c: null,
      d: true,
      e: expect.any(Date),
      f: ['f'],
      g: 'x',
      h: 0.5,
    })
    const payload = { p: json(z.object({ n: z.number().default(3) })) }
    expect((await query(test.stores.service, payload, `select '{}'::jsonb as p`)).rows).toEqual([{ p: { n: 3 } }])
  })

  it('are refused with statement and column where they are something else', async () => {
    expect(await refused({ a: number }, 'select 1::bigint as a')).toBe(
      'select 1::bigint as a: column "a" is of type 20, not integer or double precision',
    )
    expect(await refused({ a: text }, 'select null::text as a')).toBe('select null::text as a: column "a" is null')
    expect(await refused({ a: text, b: text }, `select 'x' as a`)).toBe(`select 'x' as a: has no column "b"`)
    expect(await refused({ a: text }, `select 'x' as a, 1 as b`)).toBe(
      `select 'x' as a, 1 as b: nobody reads column "b"`,
    )
    expect(await refused({ a: oneOf('x', 'y') }, `select 'z' as a`)).toContain(
      'column "a" is "z", which is none of x, y',
    )
    expect(await refused({ a: json(z.object({ n: z.number() })) }, `select '{"n":"1"}'::jsonb as a`)).toContain(
      'column "a"',
    )
  })
})
