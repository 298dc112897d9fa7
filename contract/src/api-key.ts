import { z } from 'zod'
import { call } from './call.ts'
import { askedDay, day, name } from './localised.ts'
import { comparison } from './page.ts'
import { uiLocales } from './universe.ts'

/** Seconds for which a big screen shows one picture. */
export const shownFor = { least: 5, most: 3_600, usual: 20 } as const

export const apiKeyLabel = z.string().trim().min(1).max(100)
/** A drill path without filters, whose figures are shown; null: everything. */
const path = z.string().min(1).max(2_000).nullable()
const interval = z.int().min(shownFor.least).max(shownFor.most)
const locale = z.enum(uiLocales)
const theme = z.enum(['system', 'light', 'dark'])
/** The last day on which it opens anything, in the survey’s time zone; null: until it is revoked. */
const expiresOn = day.nullable()

/** What a key opens: pages of one survey, for a screen that nobody signs in at. */
export const apiKeySettings = z.strictObject({
  label: apiKeyLabel,
  /** Names of pages, in the order in which they are shown. */
  pages: z.array(name).min(1).max(20),
  path: path.default(null),
  interval: interval.default(shownFor.usual),
  compare: comparison.default('yearBefore'),
  locale: locale.default('en'),
  theme: theme.default('dark'),
  expiresOn: askedDay.nullable().default(null),
})
export type ApiKeySettings = z.output<typeof apiKeySettings>

export const apiKey = z
  .object({
    ...apiKeySettings.shape,
    expiresOn,
    keyId: z.uuid(),
    /** Where its figures are from, from the root down, in the viewer’s locale; null: the place is gone. */
    place: z.array(z.string()).nullable(),
    createdAt: z.string(),
    createdBy: z.string(),
    /** Null: never. */
    usedAt: z.string().nullable(),
    isExpired: z.boolean(),
    /** It shows nothing of the places around its own, which its maker may not see. */
    isAlone: z.boolean(),
    /** Whether its address can be shown again. */
    isShowable: z.boolean(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

const survey = z.string().min(1).max(200)
const one = z.strictObject({ survey })
const ofKey = z.strictObject({ survey, keyId: z.uuid() })
const locales = z.strictObject({ locale: z.string().max(20).optional() })

export const apiKeyCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/surveys/apikey/list/:survey',
    summary: 'The API keys of a survey that show no more than the caller may see, the oldest first',
    params: one,
    query: locales,
    reply: z.array(apiKey),
    needs: 'editPages',
  }),
  create: call({
    method: 'GET',
    path: 'vuejs/surveys/apikey/create/:survey',
    summary: 'Make an API key, which shows no more than its maker may see',
    params: one,
    query: z.strictObject({
      label: apiKeyLabel,
      /** Names of pages, with commas between them. */
      pages: z.string().min(1).max(2_000),
      path: z.string().min(1).max(2_000).optional(),
      interval: z.coerce.number().int().min(shownFor.least).max(shownFor.most).default(shownFor.usual),
      compare: comparison.default('yearBefore'),
      locale: locale.default('en'),
      theme: theme.default('dark'),
      expiresOn: askedDay.optional(),
    }),
    reply: z.object({ keyId: z.uuid(), token: z.string(), address: z.string() }),
    needs: 'editPages',
    changes: true,
  }),
  address: call({
    method: 'GET',
    path: 'vuejs/surveys/apikey/address/:survey/:keyId',
    summary: 'The address of an API key’s screen once more; the look is written down',
    params: ofKey,
    reply: z.object({ address: z.string() }),
    needs: 'editPages',
    changes: true,
  }),
  save: call({
    method: 'POST',
    path: 'vuejs/surveys/apikey/save/:survey/:keyId',
    summary: 'Change what an API key opens; its token stays',
    params: ofKey,
    body: apiKeySettings,
    reply: z.object({ saved: z.literal(true) }),
    needs: 'editPages',
  }),
  delete: call({
    method: 'GET',
    path: 'vuejs/surveys/apikey/delete/:survey/:keyId',
    summary: 'Revoke an API key: it opens nothing any more',
    params: ofKey,
    reply: z.object({ deleted: z.literal(true) }),
    needs: 'editPages',
    changes: true,
  }),
}
