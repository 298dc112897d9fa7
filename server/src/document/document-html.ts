import { Html, html } from '../text/html.ts'
import { languageOf } from '../text/text.ts'
import type { DocumentBlock, DocumentContent, Told } from './document-content.ts'

/** A document as a page that stands by itself: no script, no address but the one of the page that shows the same. */
export function htmlOf(content: DocumentContent): string {
  const { title, locale, owner, facts, summary, address, parts, foot } = content
  return html`<!doctype html>
<html lang="${languageOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<p class="muted">${owner}</p>
<h1>${title}</h1>
<dl>${joined(facts.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`))}</dl>
<p><a href="${address.address}">${address.title}</a></p>
${joined(summary.map((said) => html`<p>${said}</p>`))}
</header>
<main>
${joined(parts.map((part) => html`<section><h2>${part.title}</h2>${joined(part.blocks.map(blockOf))}</section>`))}
</main>
<footer class="muted">${foot}</footer>
</body>
</html>
`.text
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
dl div { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; gap: 1rem; } dd { margin: 0; }
dt, .muted, th { color: GrayText; } footer { margin-top: 3rem; font-size: .85rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .35rem .5rem .35rem 0; vertical-align: top; }
tr { border-bottom: 1px solid color-mix(in srgb, GrayText 40%, transparent); }
td.number, th.number { text-align: end; } .few, .words { font-style: italic; } .strong { font-weight: 600; }
blockquote { margin: .5rem 0; padding-inline-start: .8rem; border-inline-start: 3px solid GrayText; white-space: pre-wrap; }
ul.tiles { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .8rem; }
ul.tiles b { display: block; font-size: 1.4rem; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; gap: 0; margin-bottom: .5rem; } }
`

const joined = (all: readonly Html[]) => new Html(all.map(({ text }) => text).join(''))
const told = ({ text, look }: Told) => html`<span class="${look ?? ''}">${text}</span>`
const numbered = (isNumber: boolean | undefined) => (isNumber ? 'number' : '')

function blockOf(block: DocumentBlock): Html {
  switch (block.kind) {
    case 'text':
      if (block.look === 'heading') return html`<h3>${block.text}</h3>`
      return html`<p class="${block.look === 'muted' ? 'muted' : ''}">${block.text}</p>`
    case 'quote':
      return html`<blockquote dir="auto">${block.text}</blockquote><p class="muted">${block.facts.join(' · ')}</p>`
    case 'tiles':
      return html`<ul class="tiles">${joined(
        block.tiles.map(
          ({ title, value, beside, lines }) =>
            html`<li>${title} <b>${value}</b> ${beside}<br>${joined(lines.map((line) => html`${told(line)}<br>`))}</li>`,
        ),
      )}</ul>`
    case 'drawing':
      return html`<p class="muted">${block.words}</p>`
    case 'table':
      return html`<table><thead><tr>${joined(
        block.columns.map(({ title, isNumber }) => html`<th scope="col" class="${numbered(isNumber)}">${title}</th>`),
      )}</tr></thead><tbody>${joined(
        block.rows.map(
          (row) =>
            html`<tr>${joined(
              row.map(
                (cell, at) => html`<td dir="auto" class="${numbered(block.columns[at]?.isNumber)}">${told(cell)}</td>`,
              ),
            )}</tr>`,
        ),
      )}</tbody></table>`
  }
}
