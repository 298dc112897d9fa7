import type { Stores } from '@kaiku/server/db/stores.ts'
import type { Dictionary } from '@kaiku/server/dictionary/dictionary.ts'
import { period, stores as usualStores } from './definition.ts'

const chunk = 200_000

/** A whole number from 0 up to, not including, `below`, from the row and a salt: the same on every machine. */
const random = (salt: number, below: number) => `((hashint8extended(i, ${salt}) & 2147483647) % ${below})::int`

/** Answers of one interview as PostgreSQL keeps them; a fifth of the ratings are missing. */
const answers = (ratings: number, stores: number) => {
  const scales = Array.from({ length: ratings }, (_, k) => {
    const salt = 30 + 2 * k
    return `'s${k + 1}', case when ${random(salt, 100)} < 20 then null else 1 + ${random(salt + 1, 5)} end`
  })
  return `jsonb_strip_nulls(jsonb_build_object(
    'visited', (date '${period.from}' + ${random(1, period.days)})::text,
    'store', 'store-' || lpad((${random(2, stores)})::text, 4, '0'),
    'channel', 'channel' || ${random(3, 4)}, 'line', 'line' || ${random(4, 10)}, 'segment', 'segment' || ${random(5, 6)},
    'age', 15 + ${random(6, 70)}, 'recommend', case when ${random(7, 100)} < 4 then 99 else ${random(8, 11)} end,
    ${scales.join(', ')}, 'basket', ${random(9, 20_000)}))`
}

/** Writes interviews `first` to `last` straight into the truth: what is measured afterwards is not how they came there. */
export async function loadTruth(
  stores: Stores,
  dictionary: Dictionary,
  first: number,
  last: number,
  onProgress: (done: number) => void,
  stored = usualStores,
) {
  const { universe, survey } = dictionary
  const ratings = [...dictionary.questions.keys()].filter((id) => /^s\d+$/.test(id)).length
  const starts = Array.from({ length: Math.ceil((last - first + 1) / chunk) }, (_, i) => first + i * chunk)
  let done = first - 1
  // Two at a time: a core each.
  await Promise.all(
    [0, 1].map(async (half) => {
      for (const [at, from] of starts.entries()) {
        if (at % 2 !== half) continue
        const to = Math.min(last, from + chunk - 1)
        await stores.service.query(statement(ratings, stored), [universe, survey, from, to])
        done += to - from + 1
        onProgress(done)
      }
    }),
  )
}

const statement = (
  ratings: number,
  stores: number,
) => `insert into interview (universe, survey, row_key, answers, day, leaves)
  select $1, $2, 'b' || i, a, (a->>'visited')::date, array[n.number]
  from (select i, ${answers(ratings, stores)} a from generate_series($3::bigint, $4::bigint) i) made
  join node n on n.universe = $1 and n.survey = $2 and n.view = 'region' and n.id = a->>'store'`
