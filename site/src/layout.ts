import type { Heading } from './markdown.ts'
import { home, type SitePage, sections } from './pages.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

type Shown = {
  readonly page: SitePage
  readonly title: string
  readonly body: string
  readonly headings: readonly Heading[]
  /** Titles of all pages by their names. */
  readonly titles: ReadonlyMap<string, string>
  readonly release: string
}

const fileOf = ({ name }: SitePage) => `${name}.html`

/** A page of the site as HTML; it reads without scripts, which only search. */
export function layout({ page, title, body, headings, titles, release }: Shown): string {
  const link = (to: SitePage) =>
    `<li><a href="${fileOf(to)}"${to.name === page.name ? ' aria-current="page"' : ''}>${escaped(titles.get(to.name) ?? to.name)}</a></li>`
  const menu = sections
    .map((one) => `<h2>${escaped(one.title)}</h2><ul>${one.pages.map(link).join('')}</ul>`)
    .join('\n')
  const parts = headings.filter(({ level }) => level === 2)
  const contents =
    parts.length < 2
      ? ''
      : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${parts
          .map(({ anchor, text }) => `<li><a href="#${anchor}">${escaped(text)}</a></li>`)
          .join('')}</ul></nav>`
  const isHome = page.name === home.name
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(isHome ? 'Kaiku: see what your customers say, and act on it' : `${title} · Kaiku`)}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="site.css">
<script type="module" src="search.js"></script>
</head>
<body${isHome ? ' class="home"' : ''}>
<a class="skip" href="#main">To the text</a>
<header>
<a class="brand" href="index.html"><img src="icon.svg" alt="" width="24" height="24">Kaiku</a>
<search><label class="hidden" for="search">Search the documentation</label><input id="search" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" hidden><ul id="found" class="found" role="listbox" aria-label="Found" hidden></ul></search>
<span class="release">${escaped(release)}</span>
<a class="to-menu" href="#menu">Menu</a>
</header>
<div class="columns">
<main id="main">${body}</main>
${contents}
<nav id="menu" class="menu" aria-label="Pages">${menu}</nav>
</div>
</body>
</html>
`
}
