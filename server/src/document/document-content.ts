import type { papers } from '@kaiku/contract/report-kind.ts'

/** A document as it is told: words, figures and drawings. How it is set, the template alone knows. */
export type DocumentContent = {
  readonly title: string
  readonly locale: string
  readonly paper: (typeof papers)[number]
  readonly landscape: boolean
  /** `#rrggbb`, of headings and marks; empty: the usual one. */
  readonly colour: string
  /** Whose it is, above the title. */
  readonly owner: string
  /** `data:image/…;base64,…`; empty: none. */
  readonly logo: string
  /** What it is of, line by line: what is said, and of what. */
  readonly facts: readonly (readonly [title: string, text: string])[]
  /** What happened, in sentences. */
  readonly summary: readonly string[]
  /** The page that shows the same. */
  readonly address: { readonly title: string; readonly address: string }
  /** What the list of contents is called. */
  readonly contents: string
  /** Stands below each page. */
  readonly foot: string
  readonly parts: readonly DocumentPart[]
}

/** `says`: what its figures say, in a sentence; `breaks`: it begins on a page of its own. */
export type DocumentPart = {
  readonly title: string
  readonly says?: string | undefined
  readonly blocks: readonly DocumentBlock[]
  readonly breaks?: boolean
}

export type DocumentBlock =
  | { readonly kind: 'text'; readonly text: string; readonly look?: 'muted' | 'heading' | 'item' }
  | { readonly kind: 'quote'; readonly text: string; readonly facts: readonly string[] }
  | { readonly kind: 'tiles'; readonly tiles: readonly DocumentTile[] }
  /** `words`: what is read out in its place; `charts`: what it draws, where that can be drawn anew. */
  | {
      readonly kind: 'drawing'
      readonly svg: string
      readonly words: string
      readonly charts?: readonly DocumentChart[]
    }
  /** `charts`: its figures, to be drawn; `isCharted`: they say all of it, or the ones before it do. */
  | {
      readonly kind: 'table'
      readonly columns: readonly DocumentColumn[]
      readonly rows: readonly DocumentCell[][]
      readonly charts?: readonly DocumentChart[]
      readonly isCharted?: boolean
    }

/** Figures that a program of slides draws itself. `stacked`: the series of a category lie in one bar, to its whole. */
export type DocumentChart = {
  readonly kind: 'line' | 'bar' | 'stacked'
  /** What its figures say, where that is not what its part says. */
  readonly says?: string | undefined
  /** What is drawn, of what: read out in its place. */
  readonly words: string
  readonly categories: readonly string[]
  readonly series: readonly DocumentSeries[]
  /** Behind each number. */
  readonly suffix: string
  readonly decimals: number
  /** The ends of its scale. */
  readonly bounds: { readonly low: number; readonly high: number } | null
  /** Whether each value shows its interval. */
  readonly hasIntervals: boolean
  /** What is to be read beside it. */
  readonly remarks: readonly string[]
}
/** A point for each category. `colours`: `#rrggbb` of the series, or of each of its points. */
export type DocumentSeries = {
  readonly name: string
  readonly points: readonly DocumentPoint[]
  readonly colours?: readonly string[] | undefined
}
/** A figure as it is: on few answers, hidden or missing it has no value, and words in its place. */
export type DocumentPoint = {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly n: number | null
  readonly words: string
}

export type DocumentTile = {
  readonly title: string
  readonly value: string
  /** Where the value leads. */
  readonly link?: string | undefined
  /** Whether the value stands on few answers. */
  readonly isFew: boolean
  /** Beside the value, smaller: its unit and how sure it is. */
  readonly beside: string
  readonly lines: readonly Told[]
  /** From 0 to 1, of its scale; null: no bar. */
  readonly bar: { readonly value: number | null; readonly target: number | null } | null
  readonly spark: string
}

/** How a text is told beside its words. `few`: a figure on few answers; `words`: what stands in place of a figure. */
export type Look = 'few' | 'words' | 'good' | 'bad' | 'strong' | 'muted'
export type Told = { readonly text: string; readonly look?: Look | undefined }

/** `isNumber`: its cells stand at the right; `wide`: it has the room that the others leave. */
export type DocumentColumn = {
  readonly title: string
  readonly isNumber?: boolean | undefined
  readonly wide?: boolean | undefined
}
/**
 * `svg` and `bar` stand in place of a text, and repeat what the next cell says; `shade`: `#rrggbb` behind it; `link`:
 * where it leads.
 */
export type DocumentCell = Told & {
  readonly link?: string | undefined
  readonly svg?: string
  readonly shade?: string | undefined
  /** From 0 to 1: how long a bar is, and its interval. */
  readonly bar?: {
    readonly share: number
    readonly low: number | null
    readonly high: number | null
    readonly colour: string
  }
}
