import { z } from 'zod'
import { logFormats } from './log.ts'
import { readSender } from './mail-configuration.ts'
import { readTrustedProxies } from './trusted-proxy.ts'
import { readWatchers } from './watch-configuration.ts'

/** What of Kaiku a setting is for. */
export type SettingPart = 'web' | 'stores' | 'backup' | 'log' | 'watch' | 'mail' | 'sign-in' | 'outgoing' | 'figures'

type SettingNote = {
  readonly part: SettingPart
  /** What its value is, as the documents say it. */
  readonly kind: string
  /** Markdown, for docs/operating.md. */
  readonly meaning: string
  /** What holds without it, where that is no value of its own. */
  readonly unset?: string
  /** Its value is shown nowhere, and NAME_FILE may name a file that holds it. */
  readonly isSecret?: true
}

/** What is said of each setting; its name, its shape and its default are in `environment`. */
export const settingNotes = z.registry<SettingNote>()

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const whole = (what: string, least: number, most: number) => {
  const error = `${what}, a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
const between = (what: string, least: number, most: number) => {
  const error = `${what}, a number from ${least} to ${most}`
  return z.coerce.number({ error }).min(least, { error }).max(most, { error })
}
const text = z.string().min(1)
const onOff = () => z.enum(['on', 'off'], { error: 'on or off' }).default('on')
const quickening = (meaning: string) => onOff().register(settingNotes, { part: 'figures', kind: 'on, off', meaning })
const provider = (kind: string, meaning: string) =>
  text.optional().register(settingNotes, { part: 'sign-in', kind, meaning })

/** Every setting, in the order of docs/operating.md. A new one needs its line here and a field in `Configuration`. */
export const environment = z.object({
  PORT: whole('a port', 0, 65_535)
    .default(8080)
    .register(settingNotes, { part: 'web', kind: 'port', meaning: 'Port of the web server; 0: any that is free.' }),
  HOST: text.default('127.0.0.1').register(settingNotes, {
    part: 'web',
    kind: 'address',
    meaning: 'Address to listen on; 0.0.0.0 for all. Loopback suits a proxy on the same machine.',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an address like https://kaiku.example.com' })
    .optional()
    .register(settingNotes, {
      part: 'web',
      kind: 'web address',
      meaning: 'The address that people use.',
      unset: 'http://localhost:PORT',
    }),
  TRUST_PROXY: z
    .string()
    .refine((value) => readTrustedProxies(value) !== null, {
      error: 'addresses of proxies like 10.0.0.5, 192.168.0.0/16, loopback',
    })
    .optional()
    .register(settingNotes, {
      part: 'web',
      kind: 'addresses',
      meaning:
        'Addresses of the proxies whose `X-Forwarded-For` is believed: `loopback`, `10.0.0.5, 192.168.0.0/16`; without it nobody’s is.',
    }),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:https:\/\/\S+|mailto:\S+@\S+|[^\s:/@]+@[^\s:/@]+)$/, {
      error: 'a mail address, or an address like https://example.com/security',
    })
    .optional()
    .register(settingNotes, {
      part: 'web',
      kind: 'mail or web address',
      meaning: 'Who hears of weaknesses of this installation: `/.well-known/security.txt` names it.',
      unset: 'no security.txt',
    }),
  KAIKU_DATA: text.optional().register(settingNotes, {
    part: 'stores',
    kind: 'directory',
    meaning: 'Directory of the embedded stores, of uploads and of secrets; `--data` goes before it.',
    unset: '`data` beside Kaiku; of the npm package, `kaiku-data` where it is started',
  }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'an address like postgresql://user@host/database' })
    .optional()
    .register(settingNotes, {
      part: 'stores',
      kind: 'address',
      meaning: 'A PostgreSQL of one’s own instead of the embedded one: `postgresql://user@host/database`.',
      isSecret: true,
    }),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'an address like http://user:password@host:8123' })
    .optional()
    .register(settingNotes, {
      part: 'stores',
      kind: 'address',
      meaning: 'A ClickHouse of one’s own instead of the embedded one: `http://user:password@host:8123`.',
      isSecret: true,
    }),
  CLICKHOUSE_CLUSTER: text
    .regex(/^[A-Za-z_][\w.-]*$/, { error: 'the name of a cluster, of letters, digits and _ . -' })
    .optional()
    .register(settingNotes, {
      part: 'stores',
      kind: 'name',
      meaning: 'The cluster of that ClickHouse over which figures are spread: [scale.md](scale.md).',
    }),
  DISK_RESERVE: between('a number of MiB', 0, 2 ** 30)
    .default(512)
    .register(settingNotes, {
      part: 'stores',
      kind: 'MiB',
      meaning: 'MiB of the disk that stay free: below them every change is refused.',
    }),
  KAIKU_BACKUP_DIR: text.optional().register(settingNotes, {
    part: 'backup',
    kind: 'directory or bucket',
    meaning:
      'Where Kaiku keeps backups that it makes by itself, also `s3://bucket/prefix`; none without it: [backup.md](backup.md).',
  }),
  KAIKU_BACKUP_KEY_FILE: text
    .optional()
    .register(settingNotes, { part: 'backup', kind: 'file', meaning: 'The file with the key of backups.' }),
  KAIKU_BACKUP_KEEP_DAYS: whole('a number of days', 1, 3_650)
    .default(30)
    .register(settingNotes, { part: 'backup', kind: 'days', meaning: 'Days that a backup is kept.' }),
  KAIKU_BACKUP_HOUR: whole('an hour', 0, 23).default(4).register(settingNotes, {
    part: 'backup',
    kind: 'hour',
    meaning: 'The hour of the night in which a backup is made.',
  }),
  KAIKU_BACKUP_LOG_MINUTES: between('a number of minutes', 1, 1_440).default(5).register(settingNotes, {
    part: 'backup',
    kind: 'minutes',
    meaning: 'Minutes between two copies of PostgreSQL’s log: what a lost disk may cost.',
  }),
  KAIKU_BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address like https://minio.example.com:9000' })
    .optional()
    .register(settingNotes, {
      part: 'backup',
      kind: 'web address',
      meaning: 'Where S3 is, for backups in a bucket: `https://minio.example.com:9000`.',
      unset: 'AWS, in that region',
    }),
  KAIKU_BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/i, { error: 'a region like eu-north-1' })
    .default('us-east-1')
    .register(settingNotes, { part: 'backup', kind: 'region', meaning: 'The region of the bucket.' }),
  KAIKU_BACKUP_S3_KEY_ID: text
    .optional()
    .register(settingNotes, { part: 'backup', kind: 'name', meaning: 'The key that may read and write the bucket.' }),
  KAIKU_BACKUP_S3_SECRET: text
    .optional()
    .register(settingNotes, { part: 'backup', kind: 'secret', meaning: 'Its secret.', isSecret: true }),
  KAIKU_BACKUP_S3_PATH_STYLE: z.enum(['on', 'off'], { error: 'on or off' }).optional().register(settingNotes, {
    part: 'backup',
    kind: 'on, off',
    meaning: '`on`: addresses have the bucket in their path; `off`: in their host.',
    unset: 'on where KAIKU_BACKUP_S3_ENDPOINT is set',
  }),
  LOG_LEVEL: z
    .enum(logLevels, { error: `one of ${logLevels.join(', ')}` })
    .default('warn')
    .register(settingNotes, {
      part: 'log',
      kind: 'level',
      meaning: `Of requests, of which \`info\` has one line each: ${logLevels.map((level) => `\`${level}\``).join(', ')}.`,
    }),
  LOG_FORMAT: z
    .enum(logFormats, { error: logFormats.join(' or ') })
    .default('plain')
    .register(settingNotes, {
      part: 'log',
      kind: 'format',
      meaning: '`plain` for people, `json` (an object a line) for programs.',
    }),
  KAIKU_METRICS_KEY_FILE: text.optional().register(settingNotes, {
    part: 'watch',
    kind: 'file',
    meaning: 'A file with the key that opens `/metrics`: [watching.md](watching.md).',
    unset: 'no such address',
  }),
  KAIKU_METRICS_PORT: whole('a port', 1, 65_535).optional().register(settingNotes, {
    part: 'watch',
    kind: 'port',
    meaning: 'The port at which `kaiku work` answers `/metrics`.',
    unset: 'it does not',
  }),
  KAIKU_WATCH_MAIL: z
    .string()
    .refine((value) => readWatchers(value) !== null, { error: 'addresses like it@example.com, or off' })
    .optional()
    .register(settingNotes, {
      part: 'watch',
      kind: 'mail addresses',
      meaning: 'Addresses that Kaiku tells how it fares, between commas; `off`: nobody: [watching.md](watching.md).',
      unset: 'whoever is root',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address like http://collector:4318' })
    .optional()
    .register(settingNotes, {
      part: 'watch',
      kind: 'web address',
      meaning: 'The collector that traces are sent to: `http://collector:4318`.',
      unset: 'no traces',
    }),
  OTEL_TRACES_SAMPLER_ARG: between('a part', 0, 1).default(0.1).register(settingNotes, {
    part: 'watch',
    kind: 'part',
    meaning: 'The part of calls and works that is traced, from 0 to 1.',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address like smtp://user:password@host:587' })
    .optional()
    .register(settingNotes, {
      part: 'mail',
      kind: 'address',
      meaning: 'The mail server: [mail.md](mail.md). Without one, mails stay in the mailbox.',
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .refine((value) => readSender(value) !== null, { error: 'a sender like Kaiku <kaiku@example.com>' })
    .optional()
    .register(settingNotes, {
      part: 'mail',
      kind: 'sender',
      meaning: 'The sender of every mail: `Kaiku <kaiku@example.com>`.',
      unset: 'kaiku@ the host of PUBLIC_URL',
    }),
  DKIM_KEY: text.optional().register(settingNotes, {
    part: 'mail',
    kind: 'file',
    meaning: 'The file with the key that signs every mail: [mail.md](mail.md).',
  }),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i, { error: 'a name like kaiku2026' })
    .optional()
    .register(settingNotes, {
      part: 'mail',
      kind: 'name',
      meaning: 'The name under which the DNS has the other half of that key.',
    }),
  BOUNCE_ADDRESS: z.email({ error: 'an address like bounces@example.com' }).optional().register(settingNotes, {
    part: 'mail',
    kind: 'mail address',
    meaning: 'Where mails of campaigns come back to that are refused later: [mail.md](mail.md).',
    unset: 'the sender',
  }),
  BOUNCE_PORT: whole('a port', 1, 65_535).optional().register(settingNotes, {
    part: 'mail',
    kind: 'port',
    meaning: 'The port at which Kaiku takes what comes back.',
    unset: 'something else takes it',
  }),
  WEBHOOK_HOSTS: z.string().optional().register(settingNotes, {
    part: 'outgoing',
    kind: 'hosts',
    meaning:
      'Hosts of one’s own network that webhooks may reach, and from which files may be fetched: [webhooks.md](webhooks.md), [import.md](import.md).',
    unset: 'the open internet alone',
  }),
  OIDC_URL: provider('web address', 'A Keycloak of one’s own: [keycloak.md](keycloak.md).'),
  OIDC_REALM: provider('name', 'Its realm.'),
  OIDC_ISSUER: provider('web address', 'Another OpenID provider instead of a Keycloak.'),
  OIDC_CLIENT_ID: provider('name', 'What the provider calls Kaiku; `kaiku-web` where nothing is said.'),
  OIDC_AUDIENCE: provider('name', 'Whom its tokens must be for.'),
  OIDC_UNIVERSES: provider('names', 'Universes into which its claims may bring people; any without it.'),
  OIDC_HOSTS: provider('file', 'A JSON file: which provider signs people in at which host name.'),
  KAIKU_CACHE: quickening('`off`: every figure is computed anew. To measure and to compare.'),
  KAIKU_ROLLUP: quickening('`off`: no figure is taken from the roll-up. To measure and to compare.'),
})

export type SettingName = keyof typeof environment.shape

export const settingNames = Object.keys(environment.shape) as readonly SettingName[]

/** Throws for a setting of which nothing is said. */
export function noteOf(name: SettingName): SettingNote {
  const note = settingNotes.get(environment.shape[name])
  if (!note) throw new Error(`nothing is said of ${name}`)
  return note
}

/** Settings that NAME_FILE may be given for. */
export const secretNames: readonly SettingName[] = settingNames.filter((name) => noteOf(name).isSecret)
