import type { Outcome } from '../background-work/queue.ts'
import type { Stores } from '../db/stores.ts'

/** Why a mail that waits may not go any more, by its id; null: it may. */
export type MailCheck = (stores: Stores, mail: string) => Promise<string | null>

type Told = { readonly outcome: Outcome; readonly error: unknown }
const lost = 'the mail server’s answer was lost'

/**
 * Sends a mail once at most: that it begins is written down first, so that nobody sends it again who finds it begun.
 * Null: whether the mail server took it is not known, and it is given up as that.
 */
export async function sendOnce(
  stores: Stores,
  id: string,
  check: MailCheck,
  send: () => Promise<Told>,
): Promise<Outcome | null> {
  const refusal = await check(stores, id)
  if (refusal !== null) return { fault: refusal, isFinal: true }
  const { rowCount } = await stores.service.query(
    'update mailbox set begun_at = now() where id = $1 and begun_at is null',
    [id],
  )
  if (rowCount === 0) return giveUpLost(stores, id)
  const { outcome, error } = await send()
  if (outcome === 'taken') return outcome
  if (!isUntaken(error)) return giveUpLost(stores, id)
  await stores.service.query('update mailbox set begun_at = null where id = $1', [id])
  return outcome
}

async function giveUpLost({ service }: Stores, id: string): Promise<null> {
  await service.query(
    `update mailbox set state = 'failed', text = '', html = '', file = null, fault = $2 where id = $1`,
    [id, lost],
  )
  return null
}

const beforeAll: readonly unknown[] = ['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS']
const connecting: readonly unknown[] = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']

/** The server said no, or was never reached: any other fault may hide that it took the mail. */
function isUntaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const of = (key: string): unknown => Reflect.get(error, key)
  return (
    typeof of('responseCode') === 'number' ||
    of('syscall') === 'connect' ||
    beforeAll.includes(of('code')) ||
    connecting.includes(of('timeoutType'))
  )
}
