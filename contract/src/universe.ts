import { z } from 'zod'
import { call } from './call.ts'
import { secondFactorPolicies } from './second-factor.ts'
import { version } from './version.ts'

export const uiLocales = ['en', 'fi', 'sv', 'de'] as const
const locale = z.enum(uiLocales)

/** Bytes of a logo as it is kept, in the address of an image. */
export const largestLogo = 150_000
const logo = z
  .string()
  .max(largestLogo)
  .regex(/^(?:|data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2})$/, 'a PNG or JPEG picture of at most 110 kB')
const colour = z.string().regex(/^(?:|#[\da-fA-F]{6})$/, 'a colour like #0000c8')
const secure = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)])
const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/, 'a domain like example.com')

const support = z.strictObject({
  faq: secure.default(''),
  helpDesk: secure.default(''),
  email: z.union([z.literal(''), z.email().max(320)]).default(''),
  phone: z
    .string()
    .regex(/^(?:|\+?[\d ()/.-]{3,40})$/, 'a telephone number')
    .default(''),
  hours: z.string().trim().max(200).default(''),
})

const price = z.number().min(0).max(10_000).nullable().default(null)

/** What a message costs, an SMS for each part that is paid for; null: nobody says. Without a currency no cost is told. */
const messageCost = z.strictObject({
  currency: z
    .string()
    .regex(/^(?:|[A-Z]{3})$/, 'three letters, such as EUR')
    .default(''),
  mail: price,
  sms: price,
  letter: price,
})

/** What administrators settle for their universe. */
export const universeSettings = z.strictObject({
  logo: logo.default(''),
  /** Of what can be acted on; empty: Kaiku’s own. */
  colour: colour.default(''),
  /** Languages that are offered; the first one is the default. */
  locales: z
    .array(locale)
    .min(1)
    .default([...uiLocales]),
  /** Any text of the screens in one’s own words: locale, then key. */
  texts: z.partialRecord(locale, z.record(z.string().max(100), z.string().max(2_000))).default({}),
  /** 1 is January. */
  fiscalYearStart: z.int().min(1).max(12).default(1),
  /** 1 is Monday. */
  weekStart: z.int().min(1).max(7).default(1),
  /** `2026-12-24`, or `12-24` for every year: what is mailed again and again comes on the next working day. */
  daysOff: z
    .array(z.string().regex(/^(?:\d{4}-)?\d{2}-\d{2}$/, 'a day such as 2026-12-24, or 12-24 for every year'))
    .max(400)
    .default([]),
  /** What a survey whose own definition is silent begins with. */
  protection: z.boolean().default(false),
  minimumN: z.int().min(1).max(1000).default(5),
  minimumNComments: z.int().min(1).max(1000).default(10),
  /** Where invitations may go; none named: anywhere. */
  mailDomains: z.array(domain).max(100).default([]),
  /** Days after which answers are erased, those without a date counted from their import; null: never. */
  retentionDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Days after which contacts go from interviews and samples, and what was written to them; null: never. */
  contactDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Days after which answers to personal questions go from interviews; null: never. */
  personalDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Days for which somebody who was asked is left alone. */
  restDays: z.int().min(0).max(3_650).default(0),
  messageCost: messageCost.prefault({}),
  landingPage: z.enum(['none', 'vgs', 'finland']).default('none'),
  /** Whether places play in leagues; without, no page shows any. */
  leagues: z.boolean().default(true),
  support: support.prefault({}),
  /** Whether the names of the places above one’s own are shown. */
  namesAbove: z.boolean().default(false),
  secondFactor: z.enum(secondFactorPolicies).default('offered'),
  /** Minutes without use after which its people have to sign in anew; null: as long as a session lasts. */
  idleMinutes: z.int().min(5).max(43_200).nullable().default(null),
  /** Whether it is kept who opened what; without, only how often. */
  visitNames: z.boolean().default(true),
  /** Days after which it is forgotten who opened what. */
  visitDays: z.int().min(7).max(3_650).default(90),
})
export type UniverseSettings = z.output<typeof universeSettings>

/** What holds for surveys whose own definition says nothing else. */
export type Protection = Pick<UniverseSettings, 'protection' | 'minimumN' | 'minimumNComments'>

/** What everybody in the universe is shown of its settings. */
export const shown = z.object({
  name: z.string(),
  title: z.string(),
  logo: z.string(),
  colour: z.string(),
  locales: z.array(locale),
  texts: z.partialRecord(locale, z.record(z.string(), z.string())),
  support: z.object({ faq: z.string(), helpDesk: z.string(), email: z.string(), phone: z.string(), hours: z.string() }),
  fiscalYearStart: z.int(),
  weekStart: z.int(),
  landingPage: z.string(),
})

const edited = z.strictObject({
  title: z.string().trim().min(1).max(120),
  timeZone: z.string().max(80),
  settings: universeSettings,
})

const all = edited.extend({
  name: z.string(),
  version: z.int(),
  /** The days of interviews are those of another time zone until the projection is made anew. */
  needsRebuild: z.boolean(),
})
export type UniverseData = z.output<typeof all>

const leaf = z.union([z.string(), z.number(), z.boolean()]).nullable()
const settingChange = z
  .object({
    /** `support.email`: by the names of the settings. */
    setting: z.string(),
    /** Null, here and below: nothing. A list as its parts, a picture as its size. */
    before: leaf,
    after: leaf,
  })
  .meta({ id: 'SettingChange' })
export type SettingChange = z.output<typeof settingChange>

const universeVersion = z
  .object({
    version: z.int(),
    at: z.iso.datetime(),
    /** Empty: it is not known. */
    by: z.string(),
    /** Against the version before it. */
    changes: z.array(settingChange),
    /** What it would change to save this version again; of the newest nothing. */
    changesBack: z.array(settingChange),
  })
  .meta({ id: 'UniverseVersion' })
export type UniverseVersion = z.output<typeof universeVersion>

export const universeCalls = {
  universe: call({
    method: 'GET',
    path: 'universedata',
    inPreview: true,
    summary: 'What the viewer’s universe shows of itself: name, logo, colour, texts, who helps',
    reply: shown.meta({ id: 'Universe' }),
  }),
  universeSettings: call({
    method: 'GET',
    path: 'universedata/settings',
    summary: 'Every setting of the universe',
    reply: all.meta({ id: 'UniverseData' }),
    needs: 'manageUniverse',
  }),
  saveUniverse: call({
    method: 'PUT',
    path: 'universedata',
    summary: 'Change the universe; refused when somebody else changed it meanwhile',
    body: edited.extend({ version }),
    reply: all,
    needs: 'manageUniverse',
  }),
  versions: call({
    method: 'GET',
    path: 'universedata/versions',
    summary: 'The universe as it was saved, the newest version first: who, when and what it changed',
    reply: z.array(universeVersion),
    needs: 'manageUniverse',
  }),
  rollBack: call({
    method: 'POST',
    path: 'universedata/rollback',
    summary: 'Save an earlier version of the universe as the next one; refused when somebody else changed it meanwhile',
    body: z.strictObject({
      /** The version to save again. */
      to: version,
      /** The newest as the caller knows it. */
      version,
    }),
    reply: all,
    needs: 'manageUniverse',
  }),
  /** For the login page, so only what anybody may know. */
  branding: call({
    method: 'GET',
    path: 'universedata/branding',
    inPreview: true,
    summary: 'Name, logo and colour of a universe; empty for one that there is not',
    query: z.strictObject({ universe: z.string().max(80).default('') }),
    reply: z.object({ title: z.string(), logo: z.string(), colour: z.string(), locales: z.array(locale) }),
    auth: 'none',
  }),
}
