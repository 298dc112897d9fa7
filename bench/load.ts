import type { Stores } from '@kaiku/server/stores.ts'
import type { Dictionary } from '@kaiku/server/survey/dictionary.ts'
import { period, stores as storeCount } from './definition.ts'

const chunk = 200_000

/** A number from 0 up to, not including, `below`, from the row and a salt: the same on every machine. */
const random = (salt: number, below: number) =>
  `(((hashint8extended(i, ${salt}) & 9007199254740991)::float8 / 9007199254740992.0) * ${below})::int`
const floor = (salt: number, below: number) =>
  `least(${below - 1}, floor(${random(salt, 1_000_000)} / 1000000.0 * ${below})::int)`

/** Answers of one interview as PostgreSQL keeps them; a fifth of the ratings are missing. */
const answers = () => {
  const scales = Array.from({ length: 12 }, (_, k) => {
    const salt = 30 + 2 * k
    return `'s${k + 1}', case when ${floor(salt, 100)} < 20 then null else 1 + ${floor(salt + 1, 5)} end`
  })
  return `jsonb_strip_nulls(jsonb_build_object(
    'visited', (date '${period.from}' + ${floor(1, period.days)})::text,
    'store', 'store-' || lpad((${floor(2, storeCount)})::text, 4, '0'),
    'channel', 'channel' || ${floor(3, 4)}, 'line', 'line' || ${floor(4, 10)}, 'segment', 'segment' || ${floor(5, 6)},
    'age', 15 + ${floor(6, 70)}, 'recommend', case when ${floor(7, 100)} < 4 then 99 else ${floor(8, 11)} end,
    ${scales.join(', ')}, 'basket', ${floor(9, 20_000)}))`
}

/** Writes interviews `first` to `last` straight into the truth: what is measured afterwards is not how they came there. */
export async function loadTruth(
  stores: Stores,
  dictionary: Dictionary,
  first: number,
  last: number,
  say: (done: number) => void,
) {
  const { universe, survey } = dictionary
  for (let from = first; from <= last; from += chunk) {
    const to = Math.min(last, from + chunk - 1)
    await stores.service.query(
      `insert into interview (universe, survey, row_key, answers, day, leaves)
       select $1, $2, 'b' || i, a, (a->>'visited')::date, array[n.number]
       from (select i, ${answers()} a from generate_series($3::bigint, $4::bigint) i) made
       join node n on n.universe = $1 and n.survey = $2 and n.view = 'region' and n.id = a->>'store'`,
      [universe, survey, from, to],
    )
    say(to)
  }
}
