import { type ApiKey, type ApiKeySettings, apiKeySettings } from '@kaiku/contract/api-key.ts'
import { isOnWall } from '@kaiku/contract/component-type.ts'
import { uiLocales } from '@kaiku/contract/universe.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Giver, rightsOf } from '../access/own-rights.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number, oneOf, query, type Shape, text as textColumn, texts } from '../db/rows.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeText, schemaFaults } from '../fault/definition-fault.ts'
import { everywhere } from '../selection/scope.ts'
import { resolveSelection } from '../selection/selection.ts'
import { hashToken, newToken } from '../session/token.ts'
import { holdsKey, mustStandAlone } from './key-scope.ts'

const keptKeyColumns = {
  label: textColumn,
  pages: texts,
  path: nullable(textColumn),
  interval: number,
  compare: oneOf('none', 'previous', 'yearBefore', 'periodToDate'),
  locale: oneOf(...uiLocales),
  theme: oneOf('system', 'light', 'dark'),
  expiresOn: nullable(textColumn),
  keyId: textColumn,
  createdAt: textColumn,
  createdBy: textColumn,
  usedAt: nullable(textColumn),
  isAlone: bool,
  isShowable: bool,
  madeBy: nullable(textColumn),
} satisfies Shape

// The same key as for second factors: under another name the tokens that are stored could not be read any more.
const { seal, unseal } = sealer('secondFactor.key')

/** A prefix lets scanners for leaked secrets, and people, recognise a token. */
export const apiKeyMark = 'kaiku_key_'

/** Where a big screen shows what a key opens. */
export const screenAddress = (publicUrl: string, token: string): string =>
  new URL(`/bigscreen/${token}`, publicUrl).href

export type StoredApiKey = ApiKeySettings &
  Pick<ApiKey, 'keyId' | 'createdAt' | 'createdBy' | 'usedAt' | 'isAlone' | 'isShowable'> & {
    /** Whose rights it shows at most; null: the operator's or root's, who may see everything. */
    readonly madeBy: string | null
  }

const stamp = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
export const apiKeyColumns = `k.id as "keyId", k.label, k.pages, k.path, k.shown_for as interval, k.compare, k.locale,
  k.theme, k.expires_on::text as "expiresOn", ${stamp('k.created_at')} as "createdAt", k.created_by as "createdBy",
  ${stamp('k.used_at')} as "usedAt", k.made_by as "madeBy", k.is_alone as "isAlone", k.sealed is not null as "isShowable"`

/** Whether the last day of a key is over in its survey. `now`: milliseconds since 1970. */
export const isExpired = ({ expiresOn }: Pick<ApiKey, 'expiresOn'>, { definition }: Dictionary, now: number): boolean =>
  expiresOn !== null && expiresOn < dayIn(definition.settings.timeZone, now)

/** The keys of a survey that show no more than somebody may, the oldest first. */
export async function listKeysFor(stores: Stores, dictionary: Dictionary, giver: Giver): Promise<StoredApiKey[]> {
  const rights = await rightsOf(stores, giver)
  return (await listApiKeys(stores, dictionary)).filter((key) => holdsKey(rights, key, dictionary))
}

/** All keys of a survey, the oldest first. */
export const listApiKeys = ({ pool }: Stores, { universe, survey }: Dictionary): Promise<StoredApiKey[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      keptKeyColumns,
      `select ${apiKeyColumns} from api_key k where universe = $1 and survey = $2 order by created_at, id`,
      [universe, survey],
    )
    return rows
  })

/** A key as its operator sees it. */
export const shownApiKey = (dictionary: Dictionary, key: StoredApiKey, locale: string, now: number): ApiKey => ({
  ...key,
  place: placeNames(dictionary, key.path, locale),
  isExpired: isExpired(key, dictionary, now),
})

/** From the root down; null: the place is gone. */
function placeNames(dictionary: Dictionary, path: string | null, locale: string): string[] | null {
  const { settings, views } = dictionary.definition
  const text = (localised: Parameters<typeof localise>[0]) => localise(localised, locale, settings.locale)
  if (path === null) return views[0] ? [text(views[0].root.title)] : []
  try {
    const { view, node } = resolveSelection(dictionary, path, dayIn(settings.timeZone, 0), everywhere(dictionary))
    return [text(view.view.root.title), ...view.tree.line(node).map(({ name }) => text(name))]
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

const columnsOf = (settings: ApiKeySettings) => [
  settings.label,
  settings.pages,
  settings.path,
  settings.interval,
  settings.compare,
  settings.locale,
  settings.theme,
  settings.expiresOn,
]

/** A new key with its token. Throws Fault `invalid` for settings that name what is not there. */
export async function createApiKey(
  stores: Stores,
  dictionary: Dictionary,
  wanted: unknown,
  actor: Actor,
  giver: Giver,
): Promise<{ keyId: string; token: string }> {
  const settings = checked(dictionary, wanted)
  const isAlone = await mustStandAlone(stores, giver, dictionary, settings.path)
  const { universe, survey } = dictionary
  const token = `${apiKeyMark}${newToken()}`
  const keyId = await inUniverse(stores.pool, universe, async (client) => {
    const { rows } = await query(
      client,
      { id: textColumn },
      `insert into api_key (label, pages, path, shown_for, compare, locale, theme, expires_on,
          universe, survey, hash, created_by, made_by, is_alone)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
      [...columnsOf(settings), universe, survey, hashToken(token), actor.name, giver.userId, isAlone],
    )
    const id = rows[0]?.id ?? ''
    const sealed = await seal(stores, token, id)
    await client.query('update api_key set sealed = $3 where universe = $1 and id = $2', [universe, id, sealed])
    return id
  })
  await record(stores, actor, { action: 'apiKey.change', subject: settings.label, after: { key: keyId, ...settings } })
  return { keyId, token }
}

/**
 * Changes what a key opens; from then on it shows at most what the person who changed it may see. Throws Fault `not_found`, the same for
 * another survey's key and for one that shows more than they may, and `invalid`.
 */
export async function saveApiKey(
  stores: Stores,
  dictionary: Dictionary,
  keyId: string,
  wanted: unknown,
  actor: Actor,
  giver: Giver,
): Promise<void> {
  const before = await findKey(stores, dictionary, keyId, giver)
  const settings = checked(dictionary, wanted)
  const isAlone = await mustStandAlone(stores, giver, dictionary, settings.path)
  await inUniverse(stores.pool, dictionary.universe, (client) =>
    client.query(
      `update api_key set label = $1, pages = $2, path = $3, shown_for = $4, compare = $5, locale = $6, theme = $7,
          expires_on = $8, made_by = $12, is_alone = $13
        where universe = $9 and survey = $10 and id = $11`,
      [...columnsOf(settings), dictionary.universe, dictionary.survey, keyId, giver.userId, isAlone],
    ),
  )
  const was = apiKeySettings.parse(
    Object.fromEntries(Object.keys(settings).map((name) => [name, before[name as keyof ApiKeySettings]])),
  )
  await record(stores, actor, {
    action: 'apiKey.change',
    subject: settings.label,
    before: { key: keyId, ...was },
    after: { key: keyId, ...settings },
  })
}

/** Throws Fault `not_found` as `saveApiKey`. */
export async function deleteApiKey(
  stores: Stores,
  dictionary: Dictionary,
  keyId: string,
  actor: Actor,
  giver: Giver,
): Promise<void> {
  const { label } = await findKey(stores, dictionary, keyId, giver)
  const { universe, survey } = dictionary
  await inUniverse(stores.pool, universe, (client) =>
    client.query('delete from api_key where universe = $1 and survey = $2 and id = $3', [universe, survey, keyId]),
  )
  await record(stores, actor, { action: 'apiKey.change', subject: label, before: { key: keyId } })
}

/** The token of a key once more. Throws Fault `not_found` as `saveApiKey`, and for a key that was made before tokens were kept. */
export async function showToken(
  stores: Stores,
  dictionary: Dictionary,
  keyId: string,
  actor: Actor,
  giver: Giver,
): Promise<string> {
  const { label } = await findKey(stores, dictionary, keyId, giver)
  const { universe } = dictionary
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(client, { sealed: nullable(textColumn) }, 'select sealed from api_key where universe = $1 and id = $2', [
      universe,
      keyId,
    ]),
  )
  const sealed = rows[0]?.sealed
  if (!sealed) throw new Fault('not_found', 'The address of this key cannot be shown again.')
  await record(stores, actor, { action: 'apiKey.show', subject: label, after: { key: keyId } })
  return unseal(stores, sealed, keyId)
}

async function findKey(stores: Stores, dictionary: Dictionary, keyId: string, giver: Giver): Promise<StoredApiKey> {
  const found = (await listKeysFor(stores, dictionary, giver)).find((one) => one.keyId === keyId)
  if (!found) throw new Fault('not_found', 'There is no such key.')
  return found
}

/** Settings whose pages and place are there now. */
function checked(dictionary: Dictionary, wanted: unknown): ApiKeySettings {
  const { data, error } = apiKeySettings.safeParse(wanted)
  if (error) {
    const details = schemaFaults(error.issues, wanted).map(({ place, expected, found }) => ({
      place: placeText(place),
      expected,
      found,
    }))
    throw new Fault('invalid', 'These settings of a key cannot be used.', details)
  }
  const known = dictionary.definition.pages.map(({ extname }) => extname)
  const unknown = data.pages.filter((page) => !known.includes(page))
  if (unknown.length > 0)
    throw new Fault('invalid', `There is no page ${unknown.map((page) => `“${page}”`).join(', ')} in this survey.`, [
      { place: 'pages', expected: known.join(', '), found: unknown.join(', ') },
    ])
  const blank = dictionary.definition.pages.filter(
    ({ extname, components }) => data.pages.includes(extname) && components.length > 0 && !components.some(isOnWall),
  )
  if (blank.length > 0) throw refuse('invalid', 'key.blank', { pages: blank.map(({ extname }) => extname).join(', ') })
  if (data.path?.includes(';'))
    throw new Fault('invalid', 'The place of a key has no filters: leave out what follows “;”.')
  if (data.path !== null) resolveSelection(dictionary, data.path, dayIn('UTC', 0), everywhere(dictionary))
  return { ...data, pages: [...new Set(data.pages)] }
}

/** A screen showed itself by this key just now. */
export const noteKeyUse = ({ service }: Pick<Stores, 'service'>, keyId: string) =>
  service.query('update api_key set used_at = now() where id = $1', [keyId])
