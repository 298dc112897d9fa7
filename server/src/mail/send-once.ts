import type { Outcome } from '../background-work/queue.ts'
import type { Stores } from '../db/stores.ts'

/** What goes once at most: how that is written down, and how it is told that nobody took it. */
export type OnceTable = {
  /** Statements about one, by its id: that it begins, where it has not yet; that it has not; that it is given up, and why. */
  readonly begin: string
  readonly unbegin: string
  readonly giveUp: string
  /** What is said where the answer of whoever takes it was lost. */
  readonly lost: string
  /** They said no, or were never reached: any other fault may hide that they took it. */
  readonly isUntaken: (error: unknown) => boolean
}

/** Why a message that waits may not go any more, by its id; null: it may. */
export type MailCheck = (stores: Stores, mail: string) => Promise<string | null>

type Told = { readonly outcome: Outcome; readonly error: unknown }

/**
 * Sends a message once at most: that it begins is written down first, so that nobody sends it again who finds it begun.
 * Null: whether it was taken is not known, and it is given up as that.
 */
export async function sendOnce(
  stores: Stores,
  of: OnceTable,
  id: string,
  check: MailCheck,
  send: () => Promise<Told>,
): Promise<Outcome | null> {
  const refusal = await check(stores, id)
  if (refusal !== null) return { fault: refusal, isFinal: true }
  const { rowCount } = await stores.service.query(of.begin, [id])
  if (rowCount === 0) return giveUpLost(stores, of, id)
  const { outcome, error } = await send()
  if (outcome === 'taken') return outcome
  if (!of.isUntaken(error)) return giveUpLost(stores, of, id)
  await stores.service.query(of.unbegin, [id])
  return outcome
}

async function giveUpLost({ service }: Stores, { giveUp, lost }: OnceTable, id: string): Promise<null> {
  await service.query(giveUp, [id, lost])
  return null
}

const beforeAll: readonly unknown[] = ['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS']
const connecting: readonly unknown[] = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']

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

/** Mails, as SMTP takes them. */
export const mailsOnce: OnceTable = {
  begin: 'update mailbox set begun_at = now() where id = $1 and begun_at is null',
  unbegin: 'update mailbox set begun_at = null where id = $1',
  giveUp: `update mailbox set state = 'failed', text = '', html = '', file = null, fault = $2 where id = $1`,
  lost: 'the mail server’s answer was lost',
  isUntaken,
}
