import type { Alert, alertCalls } from '@kaiku/contract/alert.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import { mostMentionable } from '@kaiku/contract/mention.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type ToldAlert, tellOfAlert } from '../alert/alert-news.ts'
import { applyChange, refuseOlder } from '../alert/change-alert.ts'
import { alertOf } from '../alert/find-alert.ts'
import { addEvent, noteAction, type StoredAlert } from '../alert/stored-alert.ts'
import { type Handler, handlersOf } from '../alert-rule/alert-owner.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { keepMentions } from '../mention/mention.ts'
import { namesOf } from '../person/person-name.ts'
import { holdersAt } from '../role/holder.ts'
import { readAlert } from './read-alert.ts'

type Calls = typeof alertCalls

/**
 * Changes one alert at the version that the writer saw. Throws Fault `conflict` with what others changed since, `invalid`
 * for a mention of who may not see it. A note that mentions somebody is an entry of its own: it is opened where it stands.
 */
export async function changeAlert(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<Calls['change']>,
  now: number,
): Promise<Alert> {
  const { alertId, version, note, mentions, locale } = asked
  const handlers = await handlersOf(stores, dictionary)
  const nameOf = async (userId: string) => (await namesOf(stores.service, [userId])).get(userId) ?? ''
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const alert = await alertOf(client, who, dictionary, alertId, 'lock')
    await refuseOlder(client, dictionary, alert, version, nameOf)
    const context = { who, dictionary, handlers, now }
    refuseStrangers(handlers, dictionary, alert, mentions)
    const standsAlone = mentions.length > 0
    const isChanged = await applyChange(client, context, alert, asked, {
      note: note === '' || standsAlone ? null : note,
    })
    const noted = { ...alert, version: alert.version + Number(isChanged) }
    if (note !== '' && (standsAlone || !isChanged))
      await addNote(stores, client, who, dictionary, noted, note, mentions, now)
  })
  return readAlert(stores, who, dictionary, alertId, locale ?? who.locale, now)
}

/** Notes something; it stands beside what others do meanwhile. Throws Fault `invalid` for a mention of who may not see it. */
export async function noteOnAlert(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { alertId, message, mentions, locale }: InputOf<Calls['note']>,
  now: number,
): Promise<Alert> {
  const handlers = await handlersOf(stores, dictionary)
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const alert = await alertOf(client, who, dictionary, alertId, 'lock')
    refuseStrangers(handlers, dictionary, alert, mentions)
    await addNote(stores, client, who, dictionary, alert, message, mentions, now)
  })
  return readAlert(stores, who, dictionary, alertId, locale ?? who.locale, now)
}

function refuseStrangers(
  handlers: readonly Handler[],
  _dictionary: Dictionary,
  { leaves }: StoredAlert,
  mentions: readonly string[],
): void {
  const able = holdersAt(handlers, leaves)
  if (!mentions.every((person) => able.has(person))) throw refuse('invalid', 'alert.owner')
}

async function addNote(
  stores: Stores,
  client: Parameters<typeof addEvent>[0],
  who: Viewer,
  dictionary: Dictionary,
  alert: ToldAlert & { readonly version: number },
  note: string,
  mentions: readonly string[],
  now: number,
): Promise<void> {
  await noteAction(client, dictionary.universe, alert.id, now)
  const told = [...new Set(mentions)]
  const event = await addEvent(client, dictionary, alert.id, {
    kind: 'note',
    person: who.userId,
    before: {},
    after: {},
    note,
    mentions: told,
    version: alert.version,
  })
  await keepMentions(stores, client, who, dictionary, { note: event, alert: alert.id }, told)
  await tellOfAlert(client, dictionary, alert)
}

/** People who handle alerts of the survey, or of one alert’s place, whose names contain a text; by name. */
export async function alertPeople(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { search, alertId }: InputOf<Calls['people']>,
): Promise<ReplyOf<Calls['people']>> {
  const alert =
    alertId === undefined
      ? null
      : await inUniverse(stores.pool, dictionary.universe, (client) => alertOf(client, who, dictionary, alertId))
  const able = holdersAt(await handlersOf(stores, dictionary), alert?.leaves ?? null)
  const wanted = search.trim().toLowerCase()
  return [...(await namesOf(stores.service, able))]
    .map(([userId, name]) => ({ userId, name }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1))
    .slice(0, mostMentionable)
}
