/** How documents are set, in Typst. All that it sets comes from outside as data, which Typst never reads as its own. */
export const template = `
#let d = json(bytes(sys.inputs.content))
#let ink = rgb("#14171f")
#let muted = rgb("#566070")
#let line = rgb("#e3e6eb")
#let sunken = rgb("#eef0f3")
#let accent = rgb(d.colour)
#let looks = (few: (fill: muted, style: "italic"), words: (fill: muted, style: "italic"), good: (fill: rgb("#00705a")), bad: (fill: rgb("#be0000")), strong: (weight: 600), muted: (fill: muted))
#let told(one) = { let look = one.at("look", default: none); if look == none { one.text } else { text(..looks.at(look), one.text) } }
#let leads(one, body) = { let to = one.at("link", default: none); if to == none { body } else { link(to, body) } }
#let beside(svg, ..size) = pdf.artifact(image(bytes(svg), format: "svg", ..size))

#set document(title: d.title)
#set page(
  paper: d.paper, flipped: d.landscape, margin: (x: 18mm, top: 18mm, bottom: 20mm),
  footer: context { set text(7.5pt, fill: muted); grid(columns: (1fr, auto), gutter: 12pt, d.foot, counter(page).display("1 / 1", both: true)) },
)
#set text(font: ("Inter", "DejaVu Sans"), size: 9.5pt, fill: ink, lang: d.lang, number-type: "lining")
#set par(leading: 0.62em, spacing: 0.9em)
#show heading: set text(fill: accent, weight: 700)
#show heading.where(level: 1): set text(15pt)
#show heading.where(level: 1): set block(above: 20pt, below: 9pt)
#show heading.where(level: 2): set text(11pt, fill: ink)
#show std.title: set text(24pt, weight: 700, fill: accent)
#show outline.entry: set text(9.5pt)

#let tile(one) = block(width: 100%, breakable: false, inset: 9pt, radius: 4pt, stroke: 0.6pt + line, {
  set par(spacing: 5pt)
  text(8.5pt, fill: muted, weight: 600, one.title)
  parbreak()
  leads(one, text(19pt, weight: 700, one.value))
  if one.beside != "" { h(4pt); text(8.5pt, fill: muted, one.beside) }
  for said in one.lines { parbreak(); text(8pt, told(said)) }
  if one.spark != "" { v(3pt); beside(one.spark, width: 74pt) }
  if one.bar != none {
    v(4pt)
    pdf.artifact(block(width: 100%, height: 4pt, radius: 2pt, fill: sunken, {
      if one.bar.value != none { place(rect(width: one.bar.value * 100%, height: 4pt, radius: 2pt, fill: accent)) }
      if one.bar.target != none { place(dx: one.bar.target * 100% - 0.5pt, dy: -1.5pt, rect(width: 1pt, height: 7pt, fill: ink)) }
    }))
  }
})

#let bar(one) = pdf.artifact(box(width: 100%, height: 7pt, {
  place(rect(width: 100%, height: 7pt, radius: 1.5pt, fill: sunken))
  place(rect(width: one.share * 100%, height: 7pt, radius: 1.5pt, fill: rgb(one.colour)))
  if one.low != none and one.high != none { place(dx: one.low * 100%, dy: 3pt, rect(width: (one.high - one.low) * 100%, height: 1pt, fill: ink)) }
}))

#let cell(one, column) = table.cell(
  fill: if one.at("shade", default: none) == none { none } else { rgb(one.shade) },
  {
    if "bar" in one { bar(one.bar) } else if "svg" in one { box(baseline: 2pt, beside(one.svg, height: 9pt)) } else if column.at("isNumber", default: false) { box(leads(one, told(one))) } else { leads(one, told(one)) }
  },
)

#let shown-table(block) = {
  let n = block.columns.len()
  let size = if n > 16 { 5.4pt } else if n > 11 { 6.4pt } else if n > 7 { 7.4pt } else { 8.5pt }
  set text(size)
  set par(leading: 0.5em)
  table(
    columns: block.columns.map(one => if one.at("wide", default: false) { 1fr } else { auto }),
    align: block.columns.map(one => horizon + if one.at("isNumber", default: false) { right } else { left }),
    stroke: (_, y) => (bottom: (if y == 0 { 0.8pt } else { 0.4pt }) + (if y == 0 { muted } else { line })),
    inset: (x: if n > 11 { 2.5pt } else { 4pt }, y: 3.6pt),
    table.header(..block.columns.map(one => text(weight: 600, fill: muted, one.title))),
    ..block.rows.map(row => row.zip(block.columns).map(((one, column)) => cell(one, column))).flatten(),
  )
}

#let shown(block) = if block.kind == "text" {
  let look = block.at("look", default: none)
  if look == "heading" { heading(level: 2, outlined: false, block.text) } else if look == "item" { list(block.text) } else if look == "muted" { par(text(8.5pt, fill: muted, block.text)) } else { par(block.text) }
} else if block.kind == "quote" {
  std.block(breakable: true, inset: (left: 9pt, y: 2pt), stroke: (left: 1.6pt + line), {
    block.text
    if block.facts.len() > 0 { linebreak(); text(7.5pt, fill: muted, block.facts.join(" · ")) }
  })
} else if block.kind == "tiles" {
  grid(columns: (1fr,) * (if d.landscape { 4 } else { 3 }), gutter: 8pt, ..block.tiles.map(tile))
} else if block.kind == "drawing" {
  image(bytes(block.svg), format: "svg", width: 100%, alt: block.words)
} else { shown-table(block) }

#if d.logo != none { pdf.artifact(image(bytes(d.logo), height: 13mm)); v(6mm) }
#text(10pt, fill: muted, weight: 600, d.owner)
#v(-2pt)
#title()
#v(4pt)
#table(
  columns: (auto, 1fr), stroke: none, inset: (x: 0pt, y: 3pt), column-gutter: 14pt,
  ..d.facts.map(((name, said)) => (text(fill: muted, name), said)).flatten(),
  text(fill: muted, d.address.title), link(d.address.address, text(fill: accent, d.address.address)),
)
#for said in d.summary { v(2pt); par(said) }
#if d.parts.len() > 1 { v(6pt); outline(title: d.contents, depth: 1); pagebreak() }

#for part in d.parts {
  if part.at("breaks", default: false) { pagebreak(weak: true) }
  heading(level: 1, part.title)
  for one in part.blocks { shown(one) }
}
`
