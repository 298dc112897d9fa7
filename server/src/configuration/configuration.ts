import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { S3Access } from '../backup-place/place.ts'
import { UsageError } from '../fault/usage-error.ts'
import { type BackupConfiguration, readBackup, readS3 } from './backup-configuration.ts'
import { givenSettings, lonelySettings, type ToldSetting, unusable, type Variables } from './given-setting.ts'
import { repository } from './installation.ts'
import type { LogFormat } from './log.ts'
import { type MailConfiguration, readDkim, senderOf } from './mail-configuration.ts'
import { environment, type logLevels } from './setting.ts'
import { readSignIn, type SignIn } from './sign-in.ts'
import { readTrustedProxies } from './trusted-proxy.ts'
import { readMetricsKey, readWatchers, type WatchConfiguration } from './watch-configuration.ts'

export type Configuration = {
  port: number
  host: string
  /** Absolute. */
  data: string
  databaseUrl?: string | undefined
  clickhouseUrl?: string | undefined
  /** The cluster of that ClickHouse over which tables of figures are spread. */
  clickhouseCluster?: string | undefined
  publicUrl: string
  /** Empty: the address of a request is that of its connection. */
  trustedProxies: string[]
  signIn: SignIn
  mail: MailConfiguration
  webhookHosts: readonly string[]
  /** False: every figure is computed anew. */
  cache: boolean
  /** False: no figure is taken from the roll-up. */
  rollup: boolean
  logLevel: (typeof logLevels)[number]
  logFormat: LogFormat
  /** Bytes. */
  diskReserve: number
  watch: WatchConfiguration
  /** Null: Kaiku makes none by itself. */
  backup: BackupConfiguration | null
  /** The file with the key of backups that are made or read by hand; null: their command says which. */
  backupKeyFile: string | null
  /** How buckets are reached that backups are kept in; null: nothing is said of it. */
  backupS3: S3Access | null
  /** Who hears of weaknesses: an address with `mailto:` or `https:`; null: nobody is named. */
  securityContact: string | null
  /** What is likely meant otherwise: unknown variables, and settings that do nothing. */
  notices: readonly string[]
  /** What is given, as it may be shown. */
  given: readonly ToldSetting[]
}

/** Throws a refusal that names all that cannot be used, at once. An empty variable counts as absent. */
export function readConfiguration(
  variables: Variables,
  flags: { data?: string | undefined; port?: string | undefined } = {},
): Configuration {
  const given = givenSettings(Object.assign({}, variables, flags.port !== undefined && { PORT: flags.port }))
  const wrong = unusable(given.values)
  const faults = [...given.faults, ...[...wrong].map(([name, must]) => `${name} must be ${must}`)]
  // What cannot be used counts as absent while the rest is looked at, too.
  const usable = Object.fromEntries(Object.entries(given.values).filter(([name]) => !wrong.has(name)))
  const tried = <T>(read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      faults.push(error.message)
      return null
    }
  }
  const values = environment.parse(usable)
  const directory = resolve(flags.data ?? values.KAIKU_DATA ?? join(repository, 'data'))
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const from = senderOf(values.MAIL_FROM, publicUrl)
  const signIn = tried(() => readSignIn(given.values))
  const dkim = tried(() => readDkim({ file: values.DKIM_KEY, selector: values.DKIM_SELECTOR }, from))
  const backupS3 = tried(() => readS3(s3Of(values)))
  const backup = tried(() => readBackup(Object.assign(backupOf(values), { s3: backupS3 }), directory))
  const metricsKey = tried(() => readMetricsKey(values.KAIKU_METRICS_KEY_FILE))
  if (values.BOUNCE_PORT !== undefined && values.BOUNCE_PORT === values.PORT)
    faults.push(`BOUNCE_PORT and PORT are both ${values.PORT}: mails that come back need a port of their own`)
  if (values.CLICKHOUSE_CLUSTER !== undefined && values.CLICKHOUSE_URL === undefined)
    faults.push('CLICKHOUSE_CLUSTER names a cluster of an outside ClickHouse: it needs CLICKHOUSE_URL (docs/scale.md)')
  if (faults.length > 0 || signIn === null) throw new UsageError(together(faults))
  return {
    port: values.PORT,
    host: values.HOST,
    data: directory,
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER,
    publicUrl,
    trustedProxies: readTrustedProxies(values.TRUST_PROXY ?? '') ?? [],
    signIn,
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from,
      dkim,
      bounces: values.BOUNCE_ADDRESS
        ? { address: values.BOUNCE_ADDRESS, port: values.BOUNCE_PORT ?? null, host: values.HOST }
        : null,
    },
    webhookHosts: (values.WEBHOOK_HOSTS ?? '').split(',').flatMap((host) => host.trim() || []),
    cache: values.KAIKU_CACHE === 'on',
    rollup: values.KAIKU_ROLLUP === 'on',
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    diskReserve: values.DISK_RESERVE * 2 ** 20,
    watch: {
      metricsKey,
      metricsPort: values.KAIKU_METRICS_PORT ?? null,
      mail: readWatchers(values.KAIKU_WATCH_MAIL ?? '') ?? 'roots',
      traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
        ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG }
        : null,
    },
    backup,
    backupKeyFile: values.KAIKU_BACKUP_KEY_FILE ?? null,
    backupS3,
    securityContact: contactOf(values.SECURITY_CONTACT),
    notices: [...given.notices, ...lonelySettings(given.values)],
    given: given.told,
  }
}

const together = (faults: readonly string[]): string =>
  faults.length === 1
    ? faults.join('')
    : [`${faults.length} settings cannot be used:`, ...faults.map((fault) => `- ${fault}`)].join('\n')

const contactOf = (contact: string | undefined): string | null => {
  if (contact === undefined) return null
  return contact.includes(':') ? contact : `mailto:${contact}`
}

const backupOf = (values: z.output<typeof environment>) => ({
  databaseUrl: values.DATABASE_URL,
  directory: values.KAIKU_BACKUP_DIR,
  keyFile: values.KAIKU_BACKUP_KEY_FILE,
  keepDays: values.KAIKU_BACKUP_KEEP_DAYS,
  hour: values.KAIKU_BACKUP_HOUR,
  logMinutes: values.KAIKU_BACKUP_LOG_MINUTES,
})

const s3Of = (values: z.output<typeof environment>) => ({
  endpoint: values.KAIKU_BACKUP_S3_ENDPOINT,
  region: values.KAIKU_BACKUP_S3_REGION,
  keyId: values.KAIKU_BACKUP_S3_KEY_ID,
  secret: values.KAIKU_BACKUP_S3_SECRET,
  pathStyle: values.KAIKU_BACKUP_S3_PATH_STYLE,
})
