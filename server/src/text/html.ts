const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A piece of a page, in which foreign text was made harmless. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null

/** Foreign text, made harmless in markup. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const written = (value: Value): string => {
  if (value === null) return ''
  return value instanceof Html ? value.text : escaped(String(value))
}

/** Markup as it stands, values escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, at) => part + written(values[at] ?? null)).join(''))

/** Pieces one after the other. */
export const joined = (pieces: readonly Html[]): Html => new Html(pieces.map(({ text }) => text).join(''))
