import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import type { Calendar } from '@kaiku/core/day.ts'

/** What every surface of a picture needs beside its own figures. */
export type SurfaceContext = {
  readonly indicators: ReadonlyMap<string, ShownIndicator>
  readonly calendar: Calendar
  readonly minimumN: number
  /** Drill path of the own place among the rows of a ranking; null: none is pointed out. */
  readonly own: string | null
}
