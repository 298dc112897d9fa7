import { apiScopes } from '@kaiku/core/api-scope.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { operatorIn } from '../audit/audit.ts'
import type { Command, CommandContext } from '../command/command.ts'
import { webAddressOf } from '../command/web-address.ts'
import { openStores, type Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { UsageError } from '../fault/usage-error.ts'
import { findSurvey, listSurveys } from '../survey/survey.ts'
import { chooseUniverse, type Universe } from '../universe/universe.ts'
import {
  createUniverseKey,
  listUniverseKeys,
  publicApiAddress,
  revokeUniverseKey,
} from '../universe-key/universe-key.ts'
import { createApiKey, deleteApiKey, isExpired, listApiKeys, type StoredApiKey, screenAddress } from './api-key.ts'

const usage =
  'list | create LABEL --survey S --pages A,B | create LABEL --api --scope interviews:write,… | revoke LABEL'

export const command: Command = {
  name: 'key',
  summary: 'Keys for big screens that show pages of a survey, and for programs that use the public API.',
  usage,
  options: {
    universe: { type: 'string', value: 'U', summary: 'the universe of the survey' },
    survey: { type: 'string', value: 'S', summary: 'the survey whose pages it shows' },
    api: { type: 'boolean', summary: 'make a key of the public API of the universe' },
    scope: { type: 'string', value: 'A,B', summary: `what it is for: ${apiScopes.join(', ')}` },
    pages: { type: 'string', value: 'A,B', summary: 'the pages, in the order in which they are shown' },
    place: { type: 'string', value: 'PATH', summary: 'drill path of the place whose figures it shows; default: all' },
    interval: { type: 'string', value: 'SECONDS', summary: 'how long each picture is shown (default: 20)' },
    compare: { type: 'string', value: 'HOW', summary: 'none, previous, yearBefore or periodToDate' },
    locale: { type: 'string', value: 'LOCALE', summary: 'its language: en, fi, sv or de' },
    theme: { type: 'string', value: 'THEME', summary: 'dark (default), light or system' },
    expires: { type: 'string', value: 'DAY', summary: 'the last day on which it opens anything, such as 2027-01-31' },
  },
  positionals: [1, 2],
  run: async (context) => {
    const [verb, label = ''] = context.positionals
    const isNamed = verb === 'create' || verb === 'revoke'
    if (isNamed ? label === '' : verb !== 'list' || label !== '') throw new UsageError(`usage: kaiku key ${usage}`)
    const stores = await openStores({ ...context.configuration, log: context.log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, text(context.options.universe))
      if (verb === 'create' && context.options.api === true) await createForApi(stores, universe, label, context)
      else if (verb === 'create') await create(stores, universe, label, context)
      else if (verb === 'revoke') await revoke(stores, universe, label, context)
      else await list(stores, universe, context)
    } finally {
      await stores.close()
    }
  },
}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

const asOperator = ({ id }: Universe) => ({ universe: id, userId: null })

async function create(
  stores: Stores,
  universe: Universe,
  label: string,
  { options, configuration, print }: CommandContext,
) {
  const [survey, pages] = [text(options.survey), text(options.pages)]
  if (survey === undefined || pages === undefined) throw new UsageError(`usage: kaiku key ${usage}`)
  const { place, interval, compare, locale, theme, expires } = options
  const { token } = await createApiKey(
    stores,
    await findSurvey(stores, universe.id, survey),
    {
      label,
      pages: pages.split(','),
      path: place,
      compare,
      locale,
      theme,
      expiresOn: expires,
      interval: interval === undefined ? undefined : Number(interval),
    },
    operatorIn(universe.id),
    asOperator(universe),
  )
  print(`Address, shown this once: ${screenAddress(webAddressOf(stores, configuration), token)}`)
}

async function createForApi(
  stores: Stores,
  universe: Universe,
  label: string,
  { options, configuration, print }: CommandContext,
) {
  const scope = text(options.scope)
  if (scope === undefined) throw new UsageError(`usage: kaiku key ${usage}`)
  const settings = { label, scopes: scope.split(','), expiresOn: text(options.expires) }
  const { token } = await createUniverseKey(stores, universe.id, settings, operatorIn(universe.id))
  print(`Address: ${publicApiAddress(webAddressOf(stores, configuration))}`)
  print(`Key, shown this once: ${token}`)
}

type KeyOfSurvey = { readonly dictionary: Dictionary; readonly key: StoredApiKey }

async function keysIn(stores: Stores, universe: Universe, survey: string | undefined): Promise<KeyOfSurvey[]> {
  const surveys =
    survey === undefined ? await listSurveys(stores, universe.id) : [await findSurvey(stores, universe.id, survey)]
  const found: KeyOfSurvey[] = []
  for (const dictionary of surveys)
    for (const key of await listApiKeys(stores, dictionary)) found.push({ dictionary, key })
  return found
}

async function list(stores: Stores, universe: Universe, { options, print }: CommandContext) {
  for (const { dictionary, key } of await keysIn(stores, universe, text(options.survey))) {
    const end =
      key.expiresOn === null ? '' : `, ${isExpired(key, dictionary, Date.now()) ? 'ended' : 'until'} ${key.expiresOn}`
    const what = `${dictionary.extName} ${key.pages.join(',')}${key.path === null ? '' : ` at ${key.path}`}`
    print(`${key.keyId} ${key.label.padEnd(24)} ${what}, made ${key.createdAt}, used ${key.usedAt ?? 'never'}${end}`)
  }
  if (options.survey !== undefined) return
  for (const key of await listUniverseKeys(stores, universe.id)) {
    const end = key.expiresOn === null ? '' : `, ${key.isExpired ? 'ended' : 'until'} ${key.expiresOn}`
    const used = `made ${key.createdAt}, used ${key.usedAt ?? 'never'}`
    print(`${key.keyId} ${key.label.padEnd(24)} API ${key.scopes.join(',')}, ${used}${end}`)
  }
}

/** By id, or by a label that only one key has. */
async function revoke(stores: Stores, universe: Universe, label: string, { options, print }: CommandContext) {
  const screens = await keysIn(stores, universe, text(options.survey))
  const programs = options.survey === undefined ? await listUniverseKeys(stores, universe.id) : []
  const meant = [
    ...screens.map(({ key, dictionary }) => ({ ...key, end: deleteApiKey.bind(null, stores, dictionary) })),
    ...programs.map((key) => ({ ...key, end: revokeUniverseKey.bind(null, stores, universe.id) })),
  ].filter((key) => key.label === label || key.keyId === label)
  const [found] = meant
  if (!found) throw new Fault('not_found', `There is no key “${label}” in ${universe.name}.`)
  if (meant.length > 1)
    throw new Fault(
      'invalid',
      `Several keys are called “${label}”; name one by its id: ${meant.map(({ keyId }) => keyId).join(', ')}`,
    )
  await found.end(found.keyId, operatorIn(universe.id), asOperator(universe))
  print(`Revoked ${found.label}.`)
}
