import { nullable, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

const stateColumns = {
  name: text,
  doneAt: nullable(time),
  faultedAt: nullable(time),
  fault: nullable(text),
} satisfies Shape

/** A loop of any process: when a step of it went well last, and what failed last and when. */
export type LoopState = RowOf<typeof stateColumns>

/** Every loop that ever ran, by name. */
export async function loopStates({ service }: Pick<Stores, 'service'>): Promise<readonly LoopState[]> {
  const { rows } = await query(
    service,
    stateColumns,
    'select name, done_at as "doneAt", faulted_at as "faultedAt", fault from work_loop order by name',
  )
  return rows
}

/** Milliseconds between two notes that all goes well. */
const seldom = 10_000

/** Notes for operators how a loop goes. What cannot be noted was said, and does not hold up the work. */
export function loopNotes({ service }: Pick<Stores, 'service'>, name: string) {
  let last: Promise<unknown> = Promise.resolve()
  let nextAt = 0
  const note = (columns: string, fault: string | null) => {
    last = last.then(() =>
      service
        .query(
          `insert into work_loop as l (name, done_at, faulted_at, fault)
           select $1, case when f is null then now() end, case when f is not null then now() end, f
           from (select $2::text as f) said
           on conflict (name) do update set ${columns}`,
          [name, fault],
        )
        .catch(() => {}),
    )
  }
  return {
    well: () => {
      if (performance.now() < nextAt) return
      nextAt = performance.now() + seldom
      note('done_at = now()', null)
    },
    failed: (fault: string) => {
      // That it goes well again is noted at once.
      nextAt = 0
      note('faulted_at = now(), fault = excluded.fault', fault.slice(0, 500))
    },
    written: () => last,
  }
}
