import { join, resolve } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../fault/usage-error.ts'
import { type BackupConfiguration, readBackup } from './backup-configuration.ts'
import { repository } from './installation.ts'
import { type LogFormat, logFormats } from './log.ts'
import { type MailConfiguration, readDkim, readSender, senderOf } from './mail-configuration.ts'
import { readSignIn, type SignIn, signInVariables } from './sign-in.ts'
import { readTrustedProxies } from './trusted-proxy.ts'
import { readMetricsKey, readWatchers, type WatchConfiguration } from './watch-configuration.ts'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const webUrl = z.url({ protocol: /^https?$/, error: 'an address like https://kaiku.example.com' })

const environment = z.object({
  /** Port of the web server. */
  PORT: z.coerce.number({ error: 'a port number' }).int().min(0).max(65_535).default(8080),
  /** The address to listen on; 0.0.0.0 for all. Loopback suits a proxy on the same machine. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Where embedded stores keep everything. */
  KAIKU_DATA: z.string().min(1).optional(),
  /** A PostgreSQL of one's own instead of the embedded one. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'an address like postgresql://user@host/database' })
    .optional(),
  /** A ClickHouse of one's own instead of the embedded one. */
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'an address like http://user:password@host:8123' }).optional(),
  /** The address people use, where it is not http://localhost:PORT. */
  PUBLIC_URL: webUrl.optional(),
  /** Proxies before Kaiku whose `X-Forwarded-For` is believed; without it nobody's is. */
  TRUST_PROXY: z
    .string()
    .refine((text) => readTrustedProxies(text) !== null, {
      error: 'addresses of proxies like 10.0.0.5, 192.168.0.0/16, loopback',
    })
    .optional(),
  /** The server that mails go out through; without one they stay in the mailbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an address like smtp://user:password@host:587' }).optional(),
  /** The sender of every mail. */
  MAIL_FROM: z
    .string()
    .refine((text) => readSender(text) !== null, { error: 'a sender like Kaiku <kaiku@example.com>' })
    .optional(),
  /** A file with the key that signs every mail, and the name under which the DNS has its other half. */
  DKIM_KEY: z.string().min(1).optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i, { error: 'a name like kaiku2026' })
    .optional(),
  /** Where mails of campaigns come back to. */
  BOUNCE_ADDRESS: z.email({ error: 'an address like bounces@example.com' }).optional(),
  /** The port at which Kaiku takes what comes back. */
  BOUNCE_PORT: z.coerce
    .number({ error: 'a port' })
    .int({ error: 'a port' })
    .min(1, { error: 'a port' })
    .max(65_535, { error: 'a port' })
    .optional(),
  /** Hosts of one's own network that webhooks may reach; without it, only the open internet. */
  WEBHOOK_HOSTS: z.string().optional(),
  /** Answers from memory and from the roll-up; off only to measure or to compare. */
  KAIKU_CACHE: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  KAIKU_ROLLUP: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  LOG_LEVEL: z.enum(levels, { error: `one of ${levels.join(', ')}` }).default('warn'),
  /** How the server process writes its log: lines for people, or a JSON object a line. */
  LOG_FORMAT: z.enum(logFormats, { error: logFormats.join(' or ') }).default('plain'),
  /** The file with the key that opens `/metrics`; without it there is no such address. */
  KAIKU_METRICS_KEY_FILE: z.string().min(1).optional(),
  /** The port at which a process without a web server answers `/metrics`. */
  KAIKU_METRICS_PORT: z.coerce
    .number({ error: 'a port' })
    .int({ error: 'a port' })
    .min(1, { error: 'a port' })
    .max(65_535, { error: 'a port' })
    .optional(),
  /** Whom Kaiku tells by mail how it fares: addresses, or `off`; without it, people who are root. */
  KAIKU_WATCH_MAIL: z
    .string()
    .refine((text) => readWatchers(text) !== null, { error: 'addresses like it@example.com, or off' })
    .optional(),
  /** The collector that traces are sent to; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address like http://collector:4318' })
    .optional(),
  /** The part of calls and works that is traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: 'a number from 0 to 1' }).min(0).max(1).default(0.1),
  /** MiB of the disk that stay free: below them every change is refused. */
  DISK_RESERVE: z.coerce.number({ error: 'a number of MiB' }).min(0).default(512),
  /** Where backups are kept; without it, Kaiku makes none by itself. */
  KAIKU_BACKUP_DIR: z.string().min(1).optional(),
  /** The file with the key that backups are sealed under. */
  KAIKU_BACKUP_KEY_FILE: z.string().min(1).optional(),
  /** Days that a backup is kept. */
  KAIKU_BACKUP_KEEP_DAYS: z.coerce.number({ error: 'a number of days' }).int().min(1).max(3_650).default(30),
  /** The hour of the night in which backups are made. */
  KAIKU_BACKUP_HOUR: z.coerce.number({ error: 'an hour' }).int().min(0).max(23).default(4),
  /** Minutes between two copies of the log. */
  KAIKU_BACKUP_LOG_MINUTES: z.coerce.number({ error: 'a number of minutes' }).min(1).max(1_440).default(5),
})

/** Every environment variable that says how Kaiku runs: `docs/operating.md` has them all. */
export const variableNames: readonly string[] = [...Object.keys(environment.shape), ...signInVariables]

export type Configuration = {
  port: number
  host: string
  /** Absolute. */
  data: string
  databaseUrl?: string | undefined
  clickhouseUrl?: string | undefined
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
  logLevel: (typeof levels)[number]
  logFormat: LogFormat
  /** Bytes. */
  diskReserve: number
  watch: WatchConfiguration
  /** Null: Kaiku makes none by itself. */
  backup: BackupConfiguration | null
  /** The file with the key of backups that are made or read by hand; null: their command says which. */
  backupKeyFile: string | null
}

/** Throws a refusal that names each variable that cannot be used. An empty variable counts as absent. */
export function readConfiguration(
  variables: Record<string, string | undefined>,
  flags: { data?: string | undefined; port?: string | undefined } = {},
): Configuration {
  const given = Object.entries({ ...variables, ...(flags.port !== undefined && { PORT: flags.port }) })
  const { data, error } = environment.safeParse(Object.fromEntries(given.filter(([, value]) => value)))
  if (error) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')} must be ${message}`)
    throw new UsageError(faults.join('; '))
  }
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`
  const from = senderOf(data.MAIL_FROM, publicUrl)
  const directory = resolve(flags.data ?? data.KAIKU_DATA ?? join(repository, 'data'))
  return {
    port: data.PORT,
    host: data.HOST,
    data: directory,
    databaseUrl: data.DATABASE_URL,
    clickhouseUrl: data.CLICKHOUSE_URL,
    publicUrl,
    trustedProxies: readTrustedProxies(data.TRUST_PROXY ?? '') ?? [],
    signIn: readSignIn(variables),
    mail: {
      smtpUrl: data.SMTP_URL ?? null,
      from,
      dkim: readDkim({ file: data.DKIM_KEY, selector: data.DKIM_SELECTOR }, from),
      bounces: data.BOUNCE_ADDRESS
        ? { address: data.BOUNCE_ADDRESS, port: data.BOUNCE_PORT ?? null, host: data.HOST }
        : null,
    },
    webhookHosts: (data.WEBHOOK_HOSTS ?? '').split(',').flatMap((host) => host.trim() || []),
    cache: data.KAIKU_CACHE === 'on',
    rollup: data.KAIKU_ROLLUP === 'on',
    logLevel: data.LOG_LEVEL,
    logFormat: data.LOG_FORMAT,
    diskReserve: data.DISK_RESERVE * 2 ** 20,
    watch: {
      metricsKey: readMetricsKey(data.KAIKU_METRICS_KEY_FILE),
      metricsPort: data.KAIKU_METRICS_PORT ?? null,
      mail: readWatchers(data.KAIKU_WATCH_MAIL ?? '') ?? 'roots',
      traces: data.OTEL_EXPORTER_OTLP_ENDPOINT
        ? { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, share: data.OTEL_TRACES_SAMPLER_ARG }
        : null,
    },
    backup: readBackup(
      {
        databaseUrl: data.DATABASE_URL,
        directory: data.KAIKU_BACKUP_DIR,
        keyFile: data.KAIKU_BACKUP_KEY_FILE,
        keepDays: data.KAIKU_BACKUP_KEEP_DAYS,
        hour: data.KAIKU_BACKUP_HOUR,
        logMinutes: data.KAIKU_BACKUP_LOG_MINUTES,
      },
      directory,
    ),
    backupKeyFile: data.KAIKU_BACKUP_KEY_FILE ?? null,
  }
}
