import { type HouseSample, houseSample, type ProcessSample, processSample } from '@kaiku/contract/watch.ts'
import { inTransaction } from '../db/postgres.ts'
import { json, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { mergeHouse, mergeProcesses } from './merge-sample.ts'

type Service = Pick<Stores, 'service'>
export type At<T> = { readonly at: Date; readonly sample: T }
export type OfProcess = At<ProcessSample> & { readonly process: string }

/** What a sample of all of Kaiku is of. */
const house = 'kaiku'
const minute = 60_000
const hour = 60 * minute
/** For how long minutes are kept, and hours; and how many rows altogether, whatever happens. */
const keeps = { minutes: 48 * hour, hours: 100 * 24 * hour, rows: 50_000 }
/** Hours that are made of minutes at once. */
const mostHours = 24

const floor = (at: number, to: number) => new Date(Math.floor(at / to) * to)

async function put({ service }: Service, at: Date, process: string, sample: object): Promise<boolean> {
  const { rowCount } = await service.query(
    `insert into health_sample (span, at, process, sample) values ('minute', $1, $2, $3) on conflict do nothing`,
    [at, process, JSON.stringify(sample)],
  )
  return rowCount === 1
}

/** Keeps the sample of this minute; false: another process has. */
export const putHouse = (stores: Service, now: number, sample: HouseSample) =>
  put(stores, floor(now, minute), house, sample)
/** `process`: its role, a blank, and what tells it from others of that role. */
export const putProcess = (stores: Service, now: number, process: string, sample: ProcessSample) =>
  put(stores, floor(now, minute), process, sample)

/** Of all of Kaiku since a moment, minutes and hours, the oldest first. */
export async function houseSamples({ service }: Service, since: number): Promise<readonly At<HouseSample>[]> {
  const { rows } = await query(
    service,
    { at: time, sample: json(houseSample) },
    'select at, sample from health_sample where process = $1 and at >= $2 order by at',
    [house, new Date(since)],
  )
  return rows
}

export async function processSamples({ service }: Service, since: number): Promise<readonly OfProcess[]> {
  const { rows } = await query(
    service,
    { at: time, process: text, sample: json(processSample) },
    'select at, process, sample from health_sample where process <> $1 and at >= $2 order by at',
    [house, new Date(since)],
  )
  return rows
}

/** Makes hours of minutes that are old, and forgets hours that are; the oldest where there are too many of either. */
export async function thinSamples(stores: Service, now: number): Promise<void> {
  const { service } = stores
  const before = floor(now - keeps.minutes, hour)
  for (let done = 0; done < mostHours; done++) if (!(await thinHour(stores, before))) break
  await service.query('delete from health_sample where at < $1', [new Date(now - keeps.hours)])
  await service.query(
    `delete from health_sample where (span, at, process) in (
       select span, at, process from health_sample order by at desc offset $1)`,
    [keeps.rows],
  )
}

const nonEmpty = <T>([first, ...rest]: readonly T[]): [T, ...T[]] | null =>
  first === undefined ? null : [first, ...rest]

/** One hour's minutes, the oldest's; false: there are none that are old. */
const thinHour = ({ service }: Service, before: Date): Promise<boolean> =>
  inTransaction(service, async (client) => {
    const { rows } = await query(
      client,
      { at: time, process: text, sample: json(houseSample.or(processSample)) },
      `with old as (
         select date_trunc('hour', min(at)) as at from health_sample where span = 'minute' and at < $1),
       taken as (
         delete from health_sample s using old
         where s.span = 'minute' and s.at >= old.at and s.at < old.at + interval '1 hour' returning s.at, s.process, s.sample)
       select at, process, sample from taken order by at`,
      [before],
    )
    const [first] = rows
    if (!first) return false
    const at = floor(first.at.getTime(), hour)
    const keep = (process: string, sample: object) =>
      client.query(
        `insert into health_sample (span, at, process, sample) values ('hour', $1, $2, $3) on conflict do nothing`,
        [at, process, JSON.stringify(sample)],
      )
    const houses = nonEmpty(rows.flatMap(({ sample }) => ('queues' in sample ? [sample] : [])))
    if (houses) await keep(house, mergeHouse(houses))
    const roleOf = (process: string) => process.split(' ')[0] ?? process
    const roles = new Set(rows.map(({ process }) => roleOf(process)))
    for (const role of roles) {
      const samples = nonEmpty(
        rows.flatMap(({ process, sample }) => (roleOf(process) === role && 'calls' in sample ? [sample] : [])),
      )
      if (samples) await keep(role, mergeProcesses(samples))
    }
    return true
  })
