import { queueNames } from '@kaiku/contract/background-work.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { HouseSample, watchCalls } from '@kaiku/contract/watch.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import css from './health.module.css'
import { bytesText, secondsText } from './health-value.ts'

type Standing = ReplyOf<(typeof watchCalls)['standing']>

/** Figures, stores, disk, backups, queues and processes, as they are now. */
export function HealthNow({ house, of: { diskFullAt, processes } }: { house: HouseSample; of: Standing }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const locale = i18n.language
  const bytes = (n: number) => bytesText(n, locale)
  const seconds = (n: number) => secondsText(n, locale)
  const { lag, postgres, clickhouse, disk, backup } = house
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const backupText = () => {
    if (backup === null) return t('health.backup.off')
    return backup.backup === null ? t('health.backup.none') : seconds(backup.backup)
  }
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{t('health.now')}</h2>
      <dl className={css.facts}>
        <Fact title={t('health.measure.figuresLag')} value={seconds(lag.figures)} />
        <Fact title={t('health.measure.alertsLag')} value={seconds(lag.alerts)} />
        <Fact
          title={t('health.measure.diskFree')}
          value={bytes(disk.free)}
          more={
            diskFullAt === null
              ? t('health.disk', { share: share.format(disk.total === 0 ? 0 : disk.free / disk.total) })
              : t('health.diskFull', { day: momentDayText(diskFullAt, locale) })
          }
        />
        <Fact title={t('health.backup')} value={backupText()} />
        <Fact
          title={t('health.measure.postgres')}
          value={bytes(postgres.bytes)}
          more={t('health.connections', {
            n: formatCount(postgres.connections, locale),
            most: formatCount(postgres.most, locale),
          })}
        />
        <Fact
          title={t('health.measure.clickhouse')}
          value={clickhouse ? bytes(clickhouse.bytes) : t('health.away')}
          more={
            clickhouse &&
            t('health.parts', { n: formatCount(clickhouse.parts, locale), memory: bytes(clickhouse.memory) })
          }
        />
      </dl>
      <div className={css.tables}>
        <Queues house={house} />
        <Table
          title={t('health.processes')}
          columns={[t('health.process'), t('health.measure.memory'), t('health.measure.loopDelay')]}
          rows={processes.map((one) => [one.process, bytes(one.memory), seconds(one.loopDelay)])}
        />
      </div>
    </section>
  )
}

function Fact({ title, value, more }: { title: string; value: string; more?: string | null }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value}
        {more && <small>{more}</small>}
      </dd>
    </div>
  )
}

type Row = readonly [name: string, ...numbers: ReactNode[]]

function Queues({ house: { queues } }: { house: HouseSample }) {
  const { t, i18n } = useTranslation()
  const rows = queueNames.flatMap((name): Row[] => {
    const queue = queues[name]
    if (!queue) return []
    const late = queue.overdue < 1 ? '–' : secondsText(queue.overdue, i18n.language)
    const counts = [queue.waiting, queue.givenUp].map((n) => formatCount(n, i18n.language))
    return [[t(`work.queue.${name}`), ...counts, late]]
  })
  return (
    <Table
      title={t('health.queues')}
      columns={[t('health.queue'), t('health.queueWaiting'), t('health.givenUp'), t('health.overdue')]}
      rows={rows}
    />
  )
}

/** The first column names a row, the others are numbers. */
function Table({ title, columns, rows }: { title: string; columns: readonly string[]; rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={title} tabIndex={0}>
      <table className={css.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={at === 0 ? undefined : css.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...numbers]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {numbers.map((value, at) => (
                <td key={columns[at + 1]} className={css.number}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
