import type { Viewer } from '@kaiku/core/access.ts'
import type { AuditAction } from '@kaiku/core/audit-action.ts'
import type { Stores } from '../db/stores.ts'

export type AuditEntry = {
  readonly action: AuditAction
  /** What it was done to: a user name, a role's name, an address inside Kaiku. */
  readonly subject?: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Who did it, and from where. `universe`: null for what belongs to none. */
export type Actor = {
  readonly universe: string | null
  readonly userId: string | null
  readonly name: string
  readonly actingAs: string | null
  readonly address: string
}

export const actorOf = (who: Viewer, address: string): Actor => ({
  universe: who.universe,
  userId: who.actor?.userId ?? who.userId,
  name: who.actor?.username ?? who.username,
  actingAs: who.viewedAs?.username ?? (who.actor ? who.username : null),
  address,
})

/** Somebody who is not, or not yet, a viewer of a universe. */
export const actorIn = (
  universe: string | null,
  { id, username }: { readonly id: string; readonly username: string },
  address = '',
): Actor => ({ universe, userId: id, name: username, actingAs: null, address })

/** Who works at the command line of the machine; `universe`: null for what belongs to none. */
export const operatorIn = <U extends string | null>(universe: U): Actor & { readonly universe: U } => ({
  universe,
  userId: null,
  name: 'command line',
  actingAs: null,
  address: '',
})

/** Whom nothing is known of but the name they gave. */
export const stranger = (name: string, address: string): Actor => ({
  universe: null,
  userId: null,
  actingAs: null,
  address,
  name: name.slice(0, 100),
})

/** Writes one entry; it can be read and exported, never changed. */
export async function record({ service }: Stores, actor: Actor, entry: AuditEntry): Promise<void> {
  const { action, subject = '', before = null, after = null } = entry
  await service.query(
    `insert into audit (universe, actor, actor_name, acting_as, action, subject, address, before, after)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      actor.universe,
      actor.userId,
      actor.name,
      actor.actingAs,
      action,
      subject,
      actor.address,
      ...[before, after].map((value) => (value === null ? null : JSON.stringify(value))),
    ],
  )
}
