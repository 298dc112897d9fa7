/** What a mark stands for; its colours are those of where it is drawn: a screen, light or dark, or paper. */
export type MarkLook =
  | 'grid'
  | 'tick'
  | 'event'
  | 'eventTitle'
  | 'target'
  | 'targetTitle'
  | 'band'
  | 'before'
  | 'average'
  | 'line'
  | 'dot'
  | 'few'
  | 'now'
  | 'beforeTitle'
  | 'track'
  | 'parent'
  | 'wanted'
  | 'whisker'
  | 'whiskerFew'
  | 'spark'
  | 'sparkDot'
  | 'badSpark'
  | 'badSparkDot'
  | 'manyLine'
  | 'manyTitle'

/** A mark of a drawing, in px from its upper left corner. `of`: which of several lines, from 0. */
export type Mark = { readonly look: MarkLook; readonly of?: number } & (
  | { readonly line: readonly [x1: number, y1: number, x2: number, y2: number] }
  | { readonly path: string }
  | { readonly circle: readonly [x: number, y: number, radius: number] }
  | { readonly text: string; readonly at: readonly [x: number, y: number]; readonly anchor?: 'middle' | 'end' }
)

export type Drawing = { readonly width: number; readonly height: number; readonly marks: readonly Mark[] }
