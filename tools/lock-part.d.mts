export type Locked = {
  readonly version: string
  readonly license?: string
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
/** The packages of the lock file, by the directory in which each is installed. */
export function locked(): Record<string, Locked>
/** The part of the lock file that these packages (by directory) need, themselves included. */
export function lockPart(packages: Record<string, Locked>, wanted: readonly string[]): Record<string, Locked>
/** The name under which what stands in a directory was published. */
export function nameOf(path: string): string
