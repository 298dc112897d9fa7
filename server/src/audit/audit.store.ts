import type { AuditFilter, AuditEntry as Entry } from '@kaiku/contract/audit.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, query, type Shape, text as textColumn, time } from '../db/rows.ts'

const rowColumns = {
  id: textColumn,
  actor: textColumn,
  actingAs: nullable(textColumn),
  action: textColumn,
  subject: textColumn,
  address: textColumn,
  before: nullable(json(z.unknown())),
  after: nullable(json(z.unknown())),
  at: time,
} satisfies Shape
// What belongs to no universe, such as a refused sign-in, is shown where the one it names is a member.
const mine = `(a.universe = $1 or (a.universe is null and exists (select from membership m join person p on p.id = m.person
  where m.universe = $1 and (p.id = a.actor or p.username = a.actor_name::citext))))`

/**
 * Entries of a universe from the newest on, behind the one named; `universe`: null for those of all universes and of
 * none. Read as the role of sign-in, since people stand in no universe.
 */
export async function readAudit(
  service: pg.Pool,
  universe: string | null,
  { action, person, from, to, text }: Omit<AuditFilter, 'everywhere'>,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Entry[]> {
  const { rows } = await query(
    service,
    rowColumns,
    `select a.id, a.at, a.actor_name as actor, a.acting_as as "actingAs", a.action, a.subject, a.address, a.before, a.after
      from audit a
      where ($1::uuid is null or ${mine})
        and ($2::text is null or a.action = $2)
        and ($3 = '' or strpos(lower(a.actor_name || ' ' || coalesce(a.acting_as, '')), lower($3)) > 0)
        and ($4::date is null or a.at >= ($4::date)::timestamp at time zone 'UTC')
        and ($5::date is null or a.at < ($5::date + 1)::timestamp at time zone 'UTC')
        and ($6 = '' or strpos(lower(concat_ws(' ', a.subject, a.before::text, a.after::text)), lower($6)) > 0)
        and ($7::uuid is null or a.id < $7)
      order by a.id desc limit $8`,
    [universe, action ?? null, person, from ?? null, to ?? null, text, after ?? null, limit],
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
