import type { Identity } from '@kaiku/contract/session.ts'
import type { Survey } from './survey.ts'

/** `acknowledged`: Kaiku said that it is done; `asked`: it may be done, since the answer was lost; `refused`: it is not. */
type Standing = 'acknowledged' | 'asked' | 'refused'

/** An answer that was sent, by what it is known by. */
export type SentAnswer = {
  readonly id: string
  /** Absent: of the sample. */
  readonly survey?: Survey
  readonly way: 'program' | 'form' | 'file' | 'store visit'
  readonly store: string
  readonly score: number
  standing: Standing
  /** By which it was acknowledged. */
  interviewId: string | null
}

/** A reply that is a fault of the server. */
type Broken = { readonly at: number; readonly what: string; readonly status: number; readonly text: string }

/** Everything that was asked of Kaiku and what it said, kept outside of it. */
export type Journal = {
  readonly answers: Map<string, SentAnswer>
  /** Reports by their id, with who asked. */
  readonly reports: Map<string, Identity>
  /** Notes on alerts, by their text. */
  readonly notes: Map<string, { readonly alertId: string; standing: Standing }>
  /** Changes of alerts, by the tag that each gave. */
  readonly changes: Map<string, { readonly alertId: string; readonly state: string; standing: Standing }>
  /** Addresses that campaigns write to. */
  readonly recipients: Set<string>
  readonly campaigns: Map<string, Standing>
  /** Runs of the schedule: those asked for by hand, and those that became due. */
  readonly runs: { byHand: number; byHandAsked: number; due: number }
  /** Versions of the definition that were acknowledged, with their title of a question. */
  readonly versions: Map<number, string>
  versionsAsked: number
  readonly people: Map<string, Standing>
  /** How often each kind of request had each status; 0: no answer came. */
  readonly replies: Map<string, Map<number, number>>
  readonly broken: Broken[]
  /** What must not be, in words. */
  readonly faults: string[]
  /** How often something was looked at that could have shown too much, and what else was counted. */
  readonly looks: Map<string, number>
}

export const newJournal = (): Journal => ({
  answers: new Map(),
  reports: new Map(),
  notes: new Map(),
  changes: new Map(),
  recipients: new Set(),
  campaigns: new Map(),
  runs: { byHand: 0, byHandAsked: 0, due: 0 },
  versions: new Map(),
  versionsAsked: 0,
  people: new Map(),
  replies: new Map(),
  broken: [],
  faults: [],
  looks: new Map(),
})

export const count = (journal: Journal, what: string) => journal.looks.set(what, (journal.looks.get(what) ?? 0) + 1)

export function noteReply({ replies }: Journal, what: string, status: number): void {
  const of = replies.get(what) ?? new Map<number, number>()
  replies.set(what, of.set(status, (of.get(status) ?? 0) + 1))
}
