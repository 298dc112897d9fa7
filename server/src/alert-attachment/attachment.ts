import type { Viewer } from '@kaiku/core/access.ts'
import { attachmentLimits } from '@kaiku/core/attachment.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { tellOfAlert } from '../alert/alert-news.ts'
import { alertOf } from '../alert/find-alert.ts'
import { addEvent, noteAction, type StoredAlert, type StoredAlertEvent } from '../alert/stored-alert.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { checkedFile, type SentFile } from '../file-check/checked-file.ts'
import { addAttachment, contentOf, removeAttachment } from './attachment.store.ts'
import { attachmentsOf } from './shown-attachment.ts'

/** Attaches a file that was sent. Throws the Faults of what may not be attached, and `invalid` where the alert has enough. */
export async function attach(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  alertId: string,
  sent: SentFile,
): Promise<void> {
  // Nobody else waits for the alert while it is looked at.
  await inUniverse(pool, dictionary.universe, (client) => alertOf(client, who, dictionary, alertId))
  const file = await checkedFile(sent)
  await inUniverse(pool, dictionary.universe, async (client) => {
    const alert = await alertOf(client, who, dictionary, alertId, 'lock')
    const present = await attachmentsOf(client, dictionary.universe, alertId)
    if (present.length >= attachmentLimits.files)
      throw refuse('invalid', 'attachment.most', { most: attachmentLimits.files })
    if (present.reduce((sum, { size }) => sum + size, file.bytes.length) > attachmentLimits.alert)
      throw refuse('too_large', 'attachment.full', { most: attachmentLimits.alert / 2 ** 20 })
    await addAttachment(client, dictionary.universe, alertId, who.userId, file)
    await trace(client, who, dictionary, alert, 'attached', { before: {}, after: { attachment: file.name } })
  })
}

/** Removes a file for good. Throws Fault `not_found`. */
export const detach = ({ pool }: Stores, who: Viewer, dictionary: Dictionary, alertId: string, id: string) =>
  inUniverse(pool, dictionary.universe, async (client) => {
    const alert = await alertOf(client, who, dictionary, alertId, 'lock')
    const name = await removeAttachment(client, dictionary.universe, alertId, id)
    if (name === null) throw unknown()
    await trace(client, who, dictionary, alert, 'detached', { before: { attachment: name }, after: {} })
  })

/** What a file of an alert holds. Throws Fault `not_found`. */
export const attachedFile = ({ pool }: Stores, who: Viewer, dictionary: Dictionary, alertId: string, id: string) =>
  inUniverse(pool, dictionary.universe, async (client) => {
    await alertOf(client, who, dictionary, alertId)
    const found = await contentOf(client, dictionary.universe, alertId, id)
    if (!found) throw unknown()
    return found
  })

const unknown = () => new Fault('not_found', 'There is no such file.')

async function trace(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  alert: StoredAlert,
  kind: 'attached' | 'detached',
  what: Pick<StoredAlertEvent, 'before' | 'after'>,
): Promise<void> {
  await noteAction(client, dictionary.universe, alert.id, Date.now())
  await addEvent(client, dictionary, alert.id, {
    kind,
    person: who.userId,
    ...what,
    note: null,
    mentions: [],
    version: alert.version,
  })
  await tellOfAlert(client, dictionary, alert)
}
