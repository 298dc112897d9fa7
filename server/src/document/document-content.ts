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

/** `breaks`: it begins on a page of its own. */
export type DocumentPart = {
  readonly title: string
  readonly blocks: readonly DocumentBlock[]
  readonly breaks?: boolean
}

export type DocumentBlock =
  | { readonly kind: 'text'; readonly text: string; readonly look?: 'muted' | 'heading' | 'item' }
  | { readonly kind: 'quote'; readonly text: string; readonly facts: readonly string[] }
  | { readonly kind: 'tiles'; readonly tiles: readonly DocumentTile[] }
  /** `words`: what is read out in its place. */
  | { readonly kind: 'drawing'; readonly svg: string; readonly words: string }
  | { readonly kind: 'table'; readonly columns: readonly DocumentColumn[]; readonly rows: readonly DocumentCell[][] }

export type DocumentTile = {
  readonly title: string
  readonly value: string
  /** Beside the value, smaller: its unit and how sure it is. */
  readonly beside: string
  readonly lines: readonly Told[]
  /** From 0 to 1, of its scale; null: no bar. */
  readonly bar: { readonly value: number | null; readonly target: number | null } | null
  readonly spark: string
}

/** How a text is told beside its words. */
export type Look = 'few' | 'good' | 'bad' | 'strong' | 'muted'
export type Told = { readonly text: string; readonly look?: Look | undefined }

/** `isNumber`: its cells stand at the right; `wide`: it has the room that the others leave. */
export type DocumentColumn = {
  readonly title: string
  readonly isNumber?: boolean | undefined
  readonly wide?: boolean | undefined
}
/** `svg` and `bar` stand in place of a text, and repeat what the next cell says; `shade`: `#rrggbb` behind it. */
export type DocumentCell = Told & {
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
