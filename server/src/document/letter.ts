import type { Area } from '@kaiku/core/letter-window.ts'

/** A piece of a line, its fields filled in. */
export type LetterPiece =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly LetterPiece[] }
export type LetterBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly parts: readonly LetterPiece[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly LetterPiece[])[] }

/** One letter, to one person. */
export type OneLetter = {
  readonly locale: string
  readonly address: readonly string[]
  readonly date: string
  readonly subject: string
  readonly blocks: readonly LetterBlock[]
  readonly signature: readonly string[]
  /** How they answer; null: this letter does not say so. `groups`: of their code. */
  readonly answer: {
    readonly heading: string
    readonly hint: string
    readonly typing: string
    readonly groups: readonly string[]
    readonly link: string
    readonly svg: string
  } | null
}

/** Letters as they are told: each begins on a sheet of its own. */
export type LetterFile = {
  /** What the file is called within. */
  readonly title: string
  readonly locale: string
  readonly paper: 'a4' | 'letter'
  /** `#rrggbb`; empty: the usual one. */
  readonly colour: string
  /** `data:image/…;base64,…`; empty: none. */
  readonly logo: string
  /** Where the logo stands, beside the window. */
  readonly logoAt: 'left' | 'right'
  readonly sender: string
  readonly window: { readonly sender: Area; readonly address: Area; readonly body: number }
  /** Marks at which to fold. */
  readonly folds: readonly number[]
  /** What lies behind the text: `data:…;base64,…` of a picture or the first page of a PDF. */
  readonly background: { readonly data: string; readonly on: 'first' | 'each' } | null
  /** Whether each letter begins on a sheet, where both sides are printed. */
  readonly isDuplex: boolean
  readonly letters: readonly OneLetter[]
}

/** How letters are set, in Typst, from data that it never reads as its own. */
export const letterTemplate = `
#let d = json(bytes(sys.inputs.content))
#let muted = rgb("#566070")
#let accent = rgb(d.colour)
// Made again, it is the same byte for byte.
#set document(title: d.title, date: none)
#set page(paper: d.paper, margin: (left: 25mm, right: 20mm, top: 25mm, bottom: 25mm))
#set text(font: ("Inter", "DejaVu Sans"), size: 10.5pt, fill: rgb("#14171f"), lang: d.lang)
#set par(leading: 0.62em, spacing: 1.1em)
#show heading: set text(11.5pt, weight: 700)
#show heading: set block(above: 1.3em, below: 0.8em)
#let behind = if d.background != none { image(bytes(d.background.bytes), width: 100%, height: 100%, fit: "stretch") }

// Where the margins of a page begin, so that places can be told from the edges of the sheet.
#let at(area, body) = place(top + left, dx: area.x * 1mm - 25mm, dy: area.y * 1mm - 25mm, block(width: area.width * 1mm, height: area.height * 1mm, body))
#let piece(one) = if one.kind == "strong" { strong(one.parts.map(piece).join()) } else if one.kind == "emphasis" { emph(one.parts.map(piece).join()) } else if one.kind == "code" { raw(one.text) } else { one.text.split("\\n").join(linebreak()) }
#let pieces(all) = all.map(piece).join()
#let shown(one) = if one.kind == "heading" { heading(level: 2, pieces(one.parts)) } else if one.kind == "list" {
  if one.ordered { enum(..one.items.map(pieces)) } else { list(..one.items.map(pieces)) }
} else { par(pieces(one.parts)) }

#let answer(one) = block(breakable: false, width: 100%, above: 1.6em, below: 1.6em, inset: 5mm, radius: 2mm, stroke: 0.8pt + accent, grid(
  columns: (1fr, 32mm), gutter: 6mm, align: horizon,
  {
    text(12pt, weight: 700, fill: accent, one.heading)
    parbreak()
    one.hint
    parbreak()
    one.typing
    parbreak()
    text(17pt, weight: 700, tracking: 0.06em, one.groups.join(" "))
  },
  link(one.link, image(bytes(one.svg), format: "svg", width: 32mm, alt: one.link)),
))

#let letter(index, one) = {
  let first = label("first-" + str(index))
  let last = label("last-" + str(index))
  set text(lang: one.lang)
  page(
    background: if behind != none { context if d.background.on == "each" or here().page() == locate(first).page() { pdf.artifact(behind) } },
    foreground: context if here().page() == locate(first).page() { for y in d.folds { place(top + left, dx: 4mm, dy: y * 1mm, pdf.artifact(line(length: 4mm, stroke: 0.4pt + muted))) } },
    footer: context {
      let (from, to) = (locate(first).page(), locate(last).page())
      if to > from { set text(8pt, fill: muted); align(right, str(here().page() - from + 1) + " / " + str(to - from + 1)) }
    },
    {
      [#metadata(index)#first]
      if d.logo != none { place(top + (if d.logoAt == "left" { left } else { right }), dy: -12mm, pdf.artifact(image(bytes(d.logo), height: 16mm))) }
      at(d.window.sender, block(width: 100%, height: 3.2mm, clip: true, text(6.5pt, fill: muted, d.sender)))
      at(d.window.address, { set par(leading: 0.5em, spacing: 0.5em); set text(10pt); one.address.join(linebreak()) })
      v(d.window.body * 1mm - 25mm)
      align(right, one.date)
      if one.subject != "" { heading(level: 1, one.subject) }
      for part in one.blocks { shown(part) }
      if one.answer != none { answer(one.answer) }
      if one.signature.len() > 0 { block(breakable: false, above: 1.6em, one.signature.join(linebreak())) }
      [#metadata(index)#last]
    },
  )
  if d.isDuplex { pagebreak(to: "odd", weak: true) }
}
#let start(index) = locate(label("first-" + str(index))).page()
#context [#metadata((firsts: range(d.letters.len()).map(start), pages: counter(page).final().first()))<pages>]
#for (index, one) in d.letters.enumerate() { letter(index, one) }
`
