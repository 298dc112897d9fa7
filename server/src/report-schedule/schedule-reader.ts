import type { ScheduleFields } from '@kaiku/contract/report-schedule.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { nameColumn } from '../person/person-name.ts'
import { holdersOf } from '../role/holder.ts'
import { levelsOf } from './place-owner.ts'

export type Named = { readonly id: string; readonly name: string }

const mostOffered = 2_000

/** To whom reports of a survey can be mailed: members who see its figures and have an address, the roles of them, and levels of places. */
export async function offeredReaders(stores: Stores, dictionary: Dictionary, locale: string) {
  const { universe, extName } = dictionary
  const holders = await holdersOf(stores, dictionary, 'seeIndicators')
  const people = await query(
    stores.service,
    { id: text, name: text },
    `select p.id, ${nameColumn('p')} as name from person p where p.id = any($1::uuid[]) and p.email is not null
     order by 2, 1 limit ${mostOffered}`,
    [[...new Set(holders.map(({ userId }) => userId))]],
  )
  const roles = await query(
    stores.service,
    { id: text, name: text },
    `select id, name from role where universe = $1 and 'seeIndicators' = any(permissions)
       and (surveys is null or lower($2) in (select lower(s) from unnest(surveys) s)) order by name`,
    [universe, extName],
  )
  return { people: people.rows, roles: roles.rows, levels: levelsOf(dictionary, locale) }
}

/** Throws Fault `invalid` for somebody or a role that is not in the universe. */
export async function refuseUnknownReaders(
  { service }: Stores,
  { universe }: Dictionary,
  { people, roles }: Pick<ScheduleFields, 'people' | 'roles'>,
): Promise<void> {
  const names = await namesOfReaders({ service }, universe, { people, roles })
  if (names.people.length < new Set(people).size || names.roles.length < new Set(roles).size)
    throw refuse('invalid', 'schedule.reader')
}

/** What its readers are called; who is no member any more is absent. */
export async function namesOfReaders(
  { service }: Pick<Stores, 'service'>,
  universe: Viewer['universe'],
  { people, roles }: Pick<ScheduleFields, 'people' | 'roles'>,
): Promise<{ readonly people: Named[]; readonly roles: Named[] }> {
  const shape = { id: text, name: text }
  const named = await query(
    service,
    shape,
    `select p.id, ${nameColumn('p')} as name from membership m join person p on p.id = m.person
     where m.universe = $1 and p.id = any($2::uuid[]) order by 2, 1`,
    [universe, people],
  )
  const held = await query(
    service,
    shape,
    'select id, name from role where universe = $1 and id = any($2::uuid[]) order by name',
    [universe, roles],
  )
  return { people: named.rows, roles: held.rows }
}
