import type { Webhook } from '@kaiku/contract/webhook.ts'
import { expect, it } from 'vitest'
import { webhookState } from './webhook-state.ts'

const quiet: Webhook = {
  ...{ hookId: '', label: '', url: '', events: [], contacts: false, surveys: [] },
  ...{ pausedAt: null, waiting: 0, refused: 0, dead: 0, deliveredAt: null },
}
const at = '2026-11-22T10:00:00.000Z'

it.each([
  ['quiet', {}],
  ['quiet', { waiting: 3 }],
  ['works', { deliveredAt: at, waiting: 3 }],
  ['dead', { deliveredAt: at, dead: 1 }],
  ['refused', { deliveredAt: at, dead: 1, waiting: 1, refused: 1 }],
  ['paused', { deliveredAt: at, dead: 1, waiting: 1, refused: 1, pausedAt: at }],
])('says “%s” of a webhook of which %o is known', (is, known) => {
  expect(webhookState({ ...quiet, ...known }).is).toBe(is)
})
