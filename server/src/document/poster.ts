/** Posters as they are told: a page for each place, which people read from some steps away. */
export type PosterContent = {
  /** What the file is called within. */
  readonly title: string
  readonly locale: string
  readonly paper: 'a4' | 'letter'
  /** `#rrggbb`; empty: the usual one. */
  readonly colour: string
  readonly owner: string
  /** `data:image/…;base64,…`; empty: none. */
  readonly logo: string
  /** What people are asked, and how they get there. */
  readonly heading: string
  readonly hint: string
  readonly pages: readonly { readonly place: string; readonly address: string; readonly svg: string }[]
}

/** How posters are set, in Typst, from data that it never reads as its own. */
export const posterTemplate = `
#let d = json(bytes(sys.inputs.content))
#let muted = rgb("#566070")
#let accent = rgb(d.colour)
#set document(title: d.title)
#set page(paper: d.paper, margin: 22mm)
#set text(font: ("Inter", "DejaVu Sans"), size: 16pt, fill: rgb("#14171f"), lang: d.lang)
#set par(leading: 0.55em)
#show heading: set text(34pt, weight: 700, fill: accent)
#show heading: set par(leading: 0.4em)
#for (at, one) in d.pages.enumerate() {
  if at > 0 { pagebreak() }
  if d.logo != none { pdf.artifact(image(bytes(d.logo), height: 18mm)); v(4mm) }
  text(14pt, fill: muted, weight: 600, d.owner)
  v(6mm)
  heading(level: 1, d.heading)
  text(22pt, weight: 600, one.place)
  v(1fr)
  align(center, image(bytes(one.svg), format: "svg", width: 105mm, alt: one.address))
  v(4mm)
  align(center, text(18pt, d.hint))
  v(3mm)
  align(center, link(one.address, text(11pt, fill: muted, one.address)))
  v(1fr)
}
`
