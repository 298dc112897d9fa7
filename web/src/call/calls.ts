import type { ReplyOf, SentOf } from '@kaiku/contract/call.ts'
import type { calls } from '@kaiku/contract/calls.ts'

type Groups = typeof calls
type Group = keyof Groups

/** A call by the contract's names: what it is about, and what is asked. */
export type CallName = { [G in Group]: `${G}.${Extract<keyof Groups[G], string>}` }[Group]

type CallOf<N extends CallName> = N extends `${infer G extends Group}.${infer C}`
  ? C extends keyof Groups[G]
    ? Groups[G][C]
    : never
  : never
export type Sent<N extends CallName> = SentOf<CallOf<N>>
export type Reply<N extends CallName> = ReplyOf<CallOf<N>>
