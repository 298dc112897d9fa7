import type { EffectBlock } from '@kaiku/contract/effect-block.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { backfillAlerts } from '../alert-rule-page/backfill.ts'
import { refuseDisorder } from '../alert-rule-page/shown-dry-run.ts'
import { withOnly } from '../alert-rule-page/shown-rules.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { askFor } from '../effect/asked-effect.ts'
import { dryRunBlock } from '../effect/effect-dry-run.ts'
import { firstKnown } from '../effect/forget-runs.ts'
import type { Period } from '../selection/selection.ts'

const atOnce = 1_000

/**
 * Asks for what a block would have done over past days and was not asked for yet; done again it asks for nothing more.
 * Answers on how many interviews or changes of alerts. `count`: how many the asker was told; throws Fault `conflict` where
 * there are others by now. `now`: milliseconds since 1970.
 */
export async function backfillBlock(
  stores: Stores,
  dictionary: Dictionary,
  block: EffectBlock,
  period: Period,
  { count, now }: { readonly count: number; readonly now: number },
): Promise<number> {
  refuseDisorder(period)
  const first = firstKnown(dictionary, now)
  if (period.from < first) throw refuse('invalid', 'effect.longAgo', { day: first })
  if (!block.isOn) throw refuse('conflict', 'effect.off')
  const { touched } = await dryRunBlock(stores, dictionary, block, period)
  const fresh = touched.filter(({ isTouched }) => !isTouched)
  if (fresh.length !== count) throw refuse('conflict', 'effect.otherCount', { n: fresh.length })
  if (block.event.type === 'interview' && block.effects.some(({ type }) => type === 'alert'))
    await backfillAlerts(stores, withOnly(dictionary, block.id), period, now)
  let started = 0
  for (let at = 0; at < fresh.length; at += atOnce) {
    const some = fresh.slice(at, at + atOnce)
    started += await inTransaction(stores.service, (client) =>
      askFor(client, dictionary, some, { now, backfilled: true }),
    )
  }
  return started
}
