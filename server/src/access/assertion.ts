import type { AccessAssertion } from '@kaiku/contract/access.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import type pg from 'pg'
import { bool, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { grantsOf } from '../role/assignment.ts'
import { placeNames } from '../view/place-names.ts'
import { explain } from './explain.ts'
import { keepManager, lockAccess } from './last-manager.ts'
import { type Assertion, listAssertions } from './stored-assertion.ts'

type State = AccessAssertion['state']

const surveyOf = (surveys: readonly Dictionary[], name: string) =>
  surveys.find(({ extName }) => extName.toLowerCase() === name.toLowerCase())

type Named = { readonly username: string; readonly name: string; readonly isRoot: boolean }

/** The people whom assertions are about. People cross universes, so this reads as the role of sign-in. */
async function peopleOf({ service }: Stores, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  if (ids.length === 0) return new Map()
  const { rows } = await query(
    service,
    { username: text, name: text, isRoot: bool, id: text },
    `select id, username, trim(given_name || ' ' || family_name) as name, is_root as "isRoot"
      from person where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, username, name, isRoot }) => [id, { username, name: name || username, isRoot }]))
}

/** `unknown`: its survey or place is gone, so nothing can be said. Root may do everything. */
async function stateOf(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
  { userId, survey, permission, path, may }: Assertion,
  isRoot: boolean,
): Promise<State> {
  const dictionary = surveyOf(surveys, survey)
  if (!dictionary) return 'unknown'
  try {
    const { answer } = explain(await grantsOf(client, universe, userId), dictionary, permission, path)
    return may === (isRoot || answer !== 'none') ? 'holds' : 'broken'
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return 'unknown'
    throw error
  }
}

/** Assertions in words, with whether they hold now; what is gone keeps the name it is stored by. */
export async function toldAssertions(
  stores: Stores,
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
  locale: string,
  assertions?: readonly Assertion[],
): Promise<AccessAssertion[]> {
  const all = assertions ?? (await listAssertions(client, universe))
  const people = await peopleOf(
    stores,
    all.map(({ userId }) => userId),
  )
  const told: AccessAssertion[] = []
  for (const assertion of all) {
    const { username = '', name = '', isRoot = false } = people.get(assertion.userId) ?? {}
    const dictionary = surveyOf(surveys, assertion.survey)
    const settings = dictionary?.definition.settings
    const parsed = parsePath(assertion.path)
    const [view = '', , ...ids] = parsed.ok ? parsed.value : []
    told.push({
      ...assertion,
      username,
      name,
      surveyTitle: settings ? localise(settings.title, locale, settings.locale) : assertion.survey,
      place: (dictionary && placeNames(dictionary, view, ids, locale)) ?? [assertion.path],
      state: await stateOf(client, universe, surveys, assertion, isRoot),
    })
  }
  return told
}

/**
 * Runs a change of roles or members inside its transaction. Throws Fault `conflict`, which takes the change back,
 * naming each person and assertion that held before and would not after, or when nobody would manage users any more.
 */
export async function keepAssertions<T>(
  stores: Stores,
  client: pg.PoolClient,
  universe: string,
  surveys: readonly Dictionary[],
  change: () => Promise<T>,
): Promise<T> {
  await lockAccess(client, universe)
  const told = () => toldAssertions(stores, client, universe, surveys, 'en')
  const before = new Set((await told()).flatMap(({ assertionId, state }) => (state === 'holds' ? [assertionId] : [])))
  const result = await keepManager(client, universe, change)
  if (before.size === 0) return result
  const broken = (await told()).filter(({ assertionId, state }) => state === 'broken' && before.has(assertionId))
  if (broken.length === 0) return result
  const [first] = broken
  const more = broken.length > 1 ? `, and ${broken.length - 1} more` : ''
  throw new Fault(
    'conflict',
    `This would break what was asserted about access: ${first ? sentence(first) : ''}${more}.`,
    broken.map(
      (one): FaultDetail => ({
        place: one.name,
        expected: sentence(one),
        found: 'would not hold',
        about: one.assertionId,
      }),
    ),
  )
}

/** “Anna Aalto (anna) must not see Stores › Sweden in Retail (seeIndicators): the note”. */
export const sentence = ({ name, username, may, place, surveyTitle, permission, note }: AccessAssertion): string =>
  `${name === username ? name : `${name} (${username})`} must ${may ? '' : 'not '}have ${permission} at ` +
  `${place.join(' › ')} in ${surveyTitle}${note === '' ? '' : `: ${note}`}`
