import type { KeptMessage } from '@kaiku/contract/system-message.ts'
import { type Actor, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { tellingLive } from '../live-event/live-event.ts'

type Change = { readonly before: KeptMessage | null; readonly after: KeptMessage | null }

/** Writes down who changed a message, and lets open screens look at what is for them: of the actor's universe, or of all. */
export async function tellOfMessage(stores: Stores, actor: Actor, { before, after }: Change): Promise<void> {
  const subject = (after ?? before)?.text.slice(0, 100) ?? ''
  await record(stores, actor, { action: 'message.change', subject, before, after })
  // Everybody hears it in a survey that they see.
  const told = tellingLive(
    `select universe, number, 'systemMessage', '{}'::jsonb, null::text, null::int[] from survey
     where version > 0 and ($1::uuid is null or universe = $1)`,
  )
  await stores.service.query(told, [actor.universe])
}
