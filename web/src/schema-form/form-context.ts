import type { ComponentType } from 'react'
import type { Path } from './json-value.ts'
import type { BlockSchema } from './schema.ts'

/** What all parts of one form know. */
export type FormContext = {
  readonly root: BlockSchema
  /** What is wrong at a place, in words; undefined: nothing. */
  readonly faultAt: (place: string) => string | undefined
  /** Whether something is wrong at a place or within it. */
  readonly isFaulty: (place: string) => boolean
  /** Undefined: nothing is said there. */
  readonly change: (path: Path, value: unknown) => void
  /** Parts hold parts: what shows one of them, and several. */
  readonly Field: ComponentType<PartProps>
  readonly Group: ComponentType<GroupProps>
}

export type GroupProps = { context: FormContext; schema: BlockSchema; value: unknown; path: Path }
export type PartProps = GroupProps & { name: string; required: boolean }
