/** A place of a text that something is wrong with: by characters from its beginning, or by line and column, each from 1. */
export type CodeFault = { message: string; severity?: 'error' | 'warning' } & (
  | { from: number; to: number }
  | { line: number; column?: number }
)

/** What may be written at a place. `insert`: what stands there then, with places to fill such as `${1:title}`; absent: the label. */
export type CodeOffer = {
  label: string
  insert?: string
  /** A few words beside the label. */
  detail?: string
  /** What it means, in sentences. */
  info?: string
  kind?: 'property' | 'constant' | 'function' | 'variable' | 'type' | 'text'
}

/** What the editor knows of its text beyond its grammar. `at` is a number of characters from the beginning. */
export type CodeHelp = {
  /** What may replace the characters from `from` to `at`; null: nothing. `asked`: somebody asked for it by a key. */
  offers?: (
    text: string,
    at: number,
    asked: boolean,
  ) => Promise<{ from: number; to?: number; offers: readonly CodeOffer[] } | null>
  /** What stands at a place; null: there is nothing to say. */
  hover?: (text: string, at: number) => Promise<{ from: number; to: number; title?: string; text: string } | null>
}

export type CodeLanguage = 'json' | 'javascript' | 'sql'

export type CodeEditorProps = {
  /** What the text is, for who does not see it. */
  label: string
  value: string
  language: CodeLanguage
  /** Absent: the text can be read, marked and copied, and not changed. */
  onChange?: (text: string) => void
  faults?: readonly CodeFault[]
  help?: CodeHelp
  /** An earlier text: what went and what came since is marked, and what stayed is folded away. */
  compared?: string
  /** Lines in sight at most, before the text scrolls within itself; absent: all of them. */
  lines?: number
  /** Whether long lines go on below, where there is little room beside. */
  wraps?: boolean
}

/** The characters that a fault stands on, within the text whatever it says; a place without length is one character wide. */
export function reachOf(fault: CodeFault, text: string): { from: number; to: number } {
  const within = (at: number) => Math.min(Math.max(at, 0), text.length)
  if ('from' in fault) {
    const from = within(fault.from)
    return { from, to: Math.max(within(fault.to), Math.min(from + 1, text.length)) }
  }
  const lines = text.split('\n')
  const line = Math.min(Math.max(fault.line, 1), lines.length)
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const end = start + (lines[line - 1] ?? '').length
  const from = Math.min(start + Math.max((fault.column ?? 1) - 1, 0), end)
  return { from, to: Math.max(end, from) }
}
