import { UsageError } from '../fault/usage-error.ts'

/**
 * Where backups are kept: a directory, or a part of a bucket. Whatever has a name there is whole and is never changed;
 * folders are parted from names by `/`. Throws a `BackupPlaceFault` where the place cannot be used as it is set up.
 */
export type BackupPlace = {
  /** As people write it: an absolute path, or `s3://bucket/prefix`. */
  readonly name: string
  /** Null: it is no directory of this machine. */
  readonly directory: string | null
  /** Null: there is none. */
  readonly read: (name: string) => Promise<Buffer | null>
  readonly isThere: (name: string) => Promise<boolean>
  /** Names it once it is whole. `isSettled`: it outlives a loss of power from now on, rather than from `settle` on. */
  readonly write: (name: string, content: Buffer, isSettled: boolean) => Promise<void>
  /** All below a folder, without the folder’s own name, in order; none where there is no such folder. */
  readonly namesIn: (folder: string) => Promise<string[]>
  /** Milliseconds since 1970; null: there is none. */
  readonly writtenAt: (name: string) => Promise<number | null>
  /** What is gone already is no fault. */
  readonly remove: (names: readonly string[]) => Promise<void>
  /** All that was written outlives a loss of power. */
  readonly settle: () => Promise<void>
  /** Whether anything stands there. */
  readonly isUsed: () => Promise<boolean>
  /** Removes what was broken off before it had a name. */
  readonly tidy: () => Promise<void>
}

/** Says what is wrong with a place, and what to do about it. */
export class BackupPlaceFault extends UsageError {
  readonly found: string
  readonly todo: string
  constructor(found: string, todo: string) {
    super(`${found}: ${todo}`)
    this.found = found
    this.todo = todo
  }
}

/** How a bucket is reached. */
export type S3Access = {
  /** Without a slash at its end; null: that of AWS in the region. */
  readonly endpoint: string | null
  readonly region: string
  readonly keyId: string
  readonly secret: string
  /** Whether the bucket stands in the path of addresses, rather than in their host. */
  readonly pathStyle: boolean
}
