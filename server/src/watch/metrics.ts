import type { HouseSample } from '@kaiku/contract/watch.ts'
import { release } from '@kaiku/core/release.ts'
import { Gauge, Registry } from 'prom-client'
import { loopStates } from '../background-work/loop-state.ts'
import type { BackupConfiguration } from '../configuration/backup-configuration.ts'
import type { Stores } from '../db/stores.ts'
import { registry as counted, processRole } from '../measure/meter.ts'
import { sharedServer } from '../result/served.ts'
import { openAlerts } from './health-alert.store.ts'
import { sharedLooker } from './house-sample.ts'

type Labels = Readonly<Record<string, string>>
type Put = (name: string, help: string, ...values: readonly (readonly [value: number, labels?: Labels])[]) => void

/** In Prometheus's text: all that this process counted, and how Kaiku fares now. */
export async function metricsText(stores: Stores, backup: BackupConfiguration | null): Promise<string> {
  const looked = new Registry()
  const put: Put = (name, help, ...values) => {
    const labelNames = Object.keys(values[0]?.[1] ?? {})
    const gauge = new Gauge({ name, help, labelNames, registers: [looked] })
    for (const [value, labels = {}] of values) gauge.set(labels, value)
  }
  put('kaiku_info', 'Which part of Kaiku this process is, and its release.', [1, { role: processRole(), release }])
  poolGauges(put, stores)
  put('kaiku_cache_bytes', 'Bytes of finished answers in memory.', [
    sharedServer(stores, {}).cache.bytes,
    { cache: 'result' },
  ])
  const house = await sharedLooker(stores, backup)(Date.now()).catch(() => null)
  put(
    'kaiku_store_up',
    'Whether a store answers.',
    [house === null ? 0 : 1, { store: 'postgres' }],
    [house?.clickhouse || (house === null && (await stores.clickhouse.ping())) ? 1 : 0, { store: 'clickhouse' }],
  )
  if (house !== null) {
    workGauges(put, house)
    sizeGauges(put, house)
    await stateGauges(put, stores)
  }
  return `${await counted.metrics()}\n${await looked.metrics()}`
}

/** What one answers to who asks for the text. */
export const metricsType = counted.contentType

function poolGauges(put: Put, { pool, service, owner }: Stores) {
  const pools = Object.entries({ app: pool, service, owner })
  put(
    'kaiku_postgres_pool_connections',
    'Connections of this process to PostgreSQL.',
    ...pools.flatMap(([name, one]) => [
      [one.totalCount - one.idleCount, { pool: name, state: 'used' }] as const,
      [one.idleCount, { pool: name, state: 'idle' }] as const,
    ]),
  )
  put(
    'kaiku_postgres_pool_waiting',
    'Who waits in this process for a connection to PostgreSQL.',
    ...pools.map(([name, one]) => [one.waitingCount, { pool: name }] as const),
  )
}

function workGauges(put: Put, { queues, behind, lag, backup }: HouseSample) {
  const all = Object.entries(queues)
  const perQueue = (of: (queue: HouseSample['queues'][string]) => number) =>
    all.map(([queue, one]) => [of(one), { queue }] as const)
  put('kaiku_queue_waiting', 'What waits to be sent, told or made.', ...perQueue((one) => one.waiting))
  put('kaiku_queue_given_up', 'What is not tried again by itself.', ...perQueue((one) => one.givenUp))
  put(
    'kaiku_queue_overdue_seconds',
    'For how long what should have been sent longest has been due.',
    ...perQueue((one) => one.overdue),
  )
  const perFollower = ({ figures, alerts }: HouseSample['lag']) =>
    [
      [figures, { follower: 'figures' }],
      [alerts, { follower: 'alerts' }],
    ] as const
  put(
    'kaiku_changes_behind',
    'Changes that are yet to be followed, as far as they are counted.',
    ...perFollower(behind),
  )
  put('kaiku_lag_seconds', 'For how long the oldest change has waited that is yet to be followed.', ...perFollower(lag))
  if (backup?.backup != null) put('kaiku_backup_age_seconds', 'Seconds since the newest backup.', [backup.backup])
  if (backup?.log != null) put('kaiku_backup_log_age_seconds', 'Seconds since log was copied.', [backup.log])
}

function sizeGauges(put: Put, { postgres, clickhouse, disk }: HouseSample) {
  put('kaiku_postgres_size_bytes', 'Bytes of the database.', [postgres.bytes])
  put('kaiku_postgres_connections', 'Connections that are open to PostgreSQL.', [postgres.connections])
  put('kaiku_postgres_connections_max', 'Connections that PostgreSQL lets in.', [postgres.most])
  if (clickhouse) {
    put('kaiku_clickhouse_size_bytes', 'Bytes of ClickHouse on the disk.', [clickhouse.bytes])
    put('kaiku_clickhouse_parts', 'Parts of ClickHouse on the disk.', [clickhouse.parts])
    put('kaiku_clickhouse_memory_bytes', 'Bytes of memory of ClickHouse.', [clickhouse.memory])
  }
  put('kaiku_disk_free_bytes', 'Bytes of the disk that are free.', [disk.free])
  put('kaiku_disk_size_bytes', 'Bytes of the disk.', [disk.total])
  put('kaiku_disk_reserve_bytes', 'Free bytes below which changes are refused.', [disk.reserve])
}

async function stateGauges(put: Put, stores: Stores) {
  const loops = await loopStates(stores)
  const seconds = (at: Date | null) => (at?.getTime() ?? 0) / 1_000
  put(
    'kaiku_loop_done_timestamp_seconds',
    'When a step of what goes on all the time went well last; 0: never.',
    ...loops.map(({ name, doneAt }) => [seconds(doneAt), { loop: name }] as const),
  )
  put(
    'kaiku_loop_failing',
    'Whether the last step failed.',
    ...loops.map(
      ({ name, doneAt, faultedAt }) => [Number(seconds(faultedAt) > seconds(doneAt)), { loop: name }] as const,
    ),
  )
  put('kaiku_health_alerts', 'What Kaiku itself holds to be wrong now.', [(await openAlerts(stores)).length])
}
