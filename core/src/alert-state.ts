/** The way of an alert; from any state that is not solved every other may follow, from solved only a reopening. */
export const alertStates = ['open', 'inProgress', 'waiting', 'solved'] as const
export type AlertState = (typeof alertStates)[number]

/** Worst first. */
export const alertSeverities = ['critical', 'high', 'medium', 'low'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

const following: Readonly<Record<AlertState, readonly AlertState[]>> = {
  open: ['inProgress', 'waiting', 'solved'],
  inProgress: ['open', 'waiting', 'solved'],
  waiting: ['open', 'inProgress', 'solved'],
  solved: ['open'],
}

/** The states that an alert may be brought into. */
export const statesAfter = (state: AlertState): readonly AlertState[] => following[state]

export const mayBecome = (from: AlertState, to: AlertState): boolean => following[from].includes(to)

/** Back from solved: it was not, after all. */
export const isReopening = (from: AlertState, to: AlertState): boolean => from === 'solved' && to !== 'solved'

/** What an alert is closed with. */
export type Outcome = { readonly rootCause: string | null; readonly action: string | null }

/** Ids that an outcome may name; an empty list asks for nothing. */
export type OutcomeChoices = { readonly rootCauses: readonly string[]; readonly actions: readonly string[] }

/** What an outcome lacks before the alert may be solved with it: absent where a choice is asked for, or none of the list. */
export function outcomeProblems(outcome: Outcome, choices: OutcomeChoices): ('rootCause' | 'action')[] {
  const isMissing = (chosen: string | null, offered: readonly string[]) =>
    offered.length > 0 ? chosen === null || !offered.includes(chosen) : chosen !== null
  return [
    ...(isMissing(outcome.rootCause, choices.rootCauses) ? (['rootCause'] as const) : []),
    ...(isMissing(outcome.action, choices.actions) ? (['action'] as const) : []),
  ]
}
