import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publishLiveEvents } from '../live-event/live-event.ts'

/** A sample that came, changed or went, and where it stands; one that moved is named at both places. */
export type Touched = { readonly id: string; readonly leaves: readonly number[] }

/** So many are told of one by one; of more only that there are some, once at each place. */
const few = 20

/** Tells the open screens of who manages these samples, once the transaction is committed. */
export async function tellOfSamples(
  client: pg.PoolClient,
  survey: Pick<Dictionary, 'universe' | 'survey'>,
  touched: readonly Touched[],
): Promise<void> {
  const isFew = touched.length <= few
  const events = touched.map(({ id, leaves }) => ({
    told: { kind: 'sample', sampleId: isFew ? id : null } as const,
    audience: { permission: 'manageSamples', leaves } as const,
  }))
  await publishLiveEvents(client, survey, [...new Map(events.map((event) => [JSON.stringify(event), event])).values()])
}

/** The same of samples of several surveys. */
export async function tellOfSamplesIn(
  client: pg.PoolClient,
  universe: string,
  touched: readonly (Touched & { readonly survey: number })[],
): Promise<void> {
  for (const survey of new Set(touched.map((one) => one.survey)))
    await tellOfSamples(
      client,
      { universe, survey },
      touched.filter((one) => one.survey === survey),
    )
}
