import type { SampleState } from './sample-state.ts'

/** How far a person got on the way to an answer. Who got to a step went through those before it. */
export const sampleSteps = ['sampled', 'invited', 'reached', 'started', 'completed'] as const
export type SampleStep = (typeof sampleSteps)[number]

/**
 * The step that a state stands for; null: who refused or unsubscribed may have got anywhere before. A message that came
 * back was sent, so who bounced was invited, and not reached.
 */
export const stepOfState = {
  notInvited: 'sampled',
  pending: 'sampled',
  invited: 'reached',
  bounced: 'invited',
  started: 'started',
  partial: 'started',
  completed: 'completed',
  refused: null,
  unsubscribed: null,
} as const satisfies Record<SampleState, SampleStep | null>
