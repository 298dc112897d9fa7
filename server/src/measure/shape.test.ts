import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapeOf } from './shape.ts'

describe('the shape of a statement', () => {
  it.each([
    ["select * from person where email = 'anna@example.com'", 'select * from person where email = ?'],
    ["select 'it''s', 12, 1.5e3 from t -- of Maija", 'select ?, … from t'],
    ['select a1 from t where b = $1 and c in ($2, $3, $4)', 'select a1 from t where b = ? and c in (?, …)'],
    ['select {q:String} from interview_12 where q1 = {v: Int32}', 'select ? from interview_12 where q1 = ?'],
    ['select $$Maija$$, $x$ it $x$', 'select ?, …'],
    ['select "when", "Maija Meikäläinen" from t', 'select "when", ? from t'],
    ['insert into t values (1, 2), (3, 4),\n (5, 6)', 'insert into t values (?), …'],
    ['select /* 358401234567 */ 1', 'select ?'],
    ["select 'never ended", 'select ?'],
  ])('of %j is %j', (sql, shape) => {
    expect(shapeOf(sql)).toBe(shape)
  })

  it('holds no value, however it is written', () => {
    const secret = 'Zebra41'
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '"', '\\', ' ', 'a', '$', '`') }), (around) => {
        const literal = `'${`${around}${secret}`.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
        expect(shapeOf(`select ${literal} from t`)).not.toContain(secret)
      }),
      { seed: 41, numRuns: 2_000 },
    )
  })
})
