import type { Form } from '@kaiku/contract/form.ts'
import { localise } from '@kaiku/core/localised.ts'
import { directionOf } from '@kaiku/core/text-direction.ts'
import { Html, html, joined } from '../text/html.ts'
import { type Filled, type FormWords, partHtml, said } from './form-field.ts'
import type { PlannedPage } from './form-plan.ts'
import { formStyle } from './form-style.ts'
import { formText, formWords } from './form-text.ts'

/** Whose form it is, as respondents see it. */
export type FormOwner = {
  readonly title: string
  /** `data:image/…;base64,…`; empty: none. */
  readonly logo: string
  /** `#rrggbb`; empty: the usual one. */
  readonly colour: string
}

/** The page of an HTML document with its own style, which carries the nonce. */
export type FormLook = {
  readonly owner: FormOwner
  readonly nonce: string
  readonly locale: string
  /** On a device that many use: where the next one begins, and the seconds after which. */
  readonly next?: { readonly address: string; readonly seconds: number } | null
  /** On a device that many use: it learns to show the form by itself. */
  readonly isKiosk?: boolean
}

/** Seconds until a device that many use begins anew: where somebody went away, and after the end. */
export const kioskPatience = { away: 90, end: 8 }

const document = (
  { owner, nonce, locale, next = null, isKiosk = false }: FormLook,
  title: string,
  content: Html,
): string =>
  html`<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${
    next === null ? null : html`<meta http-equiv="refresh" content="${next.seconds};url=${next.address}">`
  }
${isKiosk ? html`<script src="/kiosk-page.js" defer></script>` : null}<link rel="icon" href="/kaiku.svg"><style nonce="${nonce}">${new Html(formStyle(owner.colour))}</style></head><body>${content}</body></html>`
    .text

const brand = ({ title, logo }: FormOwner) =>
  logo === '' ? html`<b>${title}</b>` : html`<img src="${logo}" alt="${title}">`

export type ShownPage = {
  readonly form: Form
  readonly page: PlannedPage
  /** Which of how many it is, the first is 1. */
  readonly place: { readonly at: number; readonly of: number }
  readonly filled: Filled
  /** What goes along unseen. */
  readonly hidden: Readonly<Record<string, string>>
  /** Where it is sent. */
  readonly action: string
  /** What the address says besides the language. */
  readonly along: Readonly<Record<string, string>>
  /** Where one says that one wants no more messages; null: one came by none. */
  readonly unsubscribe: string | null
  readonly languages: readonly { readonly locale: string; readonly isShown: boolean }[]
}

/** A page of questions. */
export function questionPage(look: FormLook, words: FormWords, shown: ShownPage): string {
  const { form, page, place, filled, hidden, action } = shown
  const { locale } = look
  const title = localise(form.title, locale, words.dictionary.definition.settings.locale)
  const isFirst = place.at === 1
  const places = [String(place.at), String(place.of)]
  const heading = page.title === undefined ? null : html`<h2>${said(words, page.title)}</h2>`
  const intro = isFirst && form.intro !== undefined ? html`<p>${said(words, form.intro)}</p>` : null
  const faults =
    filled.faults.size === 0 ? null : html`<p class="faults" role="alert">${formWords('faults', locale)}</p>`
  return document(
    look,
    `${title} · ${look.owner.title}`,
    html`<main><progress value="${place.at}" max="${place.of}" aria-label="${formText('step', locale, ...places)}"></progress>
<header>${brand(look.owner)}${languageForm(look, shown)}</header>
<form method="post" action="${action}" class="body-form"><div class="body">
<h1 class="${isFirst ? '' : 'hidden'}">${title}</h1>${intro}${heading}${faults}
${joined(Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`))}
<p class="hidden" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></p>
${joined(page.parts.flatMap((part) => partHtml(words, part, filled) ?? []))}
${privacy(words, form, locale)}</div>
<footer><div>${
      isFirst
        ? null
        : html`<button class="button quiet" name="act" value="back" formnovalidate>${formWords('back', locale)}</button>`
    }<button class="button" name="act" value="next">${formWords(place.at === place.of ? 'send' : 'next', locale)}</button></div>
<p>${formWords('step', locale, ...places)} · ${formWords('saved', locale)}</p>${unsubscribeLink(shown, locale)}</footer></form></main>`,
  )
}

const unsubscribeLink = ({ unsubscribe }: ShownPage, locale: string) =>
  unsubscribe === null ? null : html`<p><a href="${unsubscribe}">${formWords('unsubscribe', locale)}</a></p>`

const privacy = (words: FormWords, { privacy: text }: Form, locale: string) =>
  text === undefined
    ? null
    : html`<details><summary>${formWords('privacy', locale)}</summary><p>${said(words, text)}</p></details>`

function languageForm({ locale }: FormLook, { languages, along }: ShownPage): Html | null {
  if (languages.length < 2) return null
  const label = formText('language', locale)
  return html`<form method="get"><label class="hidden" for="lang">${label}</label><select id="lang" name="lang">${joined(
    languages.map(
      ({ locale: one, isShown }) =>
        html`<option value="${one}" lang="${one}"${isShown ? html` selected` : null}>${nameOf(one)}</option>`,
    ),
  )}</select>${joined(
    Object.entries(along).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`),
  )}<button>${formWords('change', locale)}</button></form>`
}

/** A language by its own name. */
function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** What is said in the end, or in place of a form. */
export const endPage = (look: FormLook, title: string, text: string): string =>
  document(
    look,
    title,
    html`<main><header>${brand(look.owner)}</header><div class="body"><h1>${title}</h1>${text === '' ? null : html`<p>${text}</p>`}</div></main>`,
  )

type Again = {
  /** Where it is tried again, and what was sent there; null: nothing was. */
  readonly address: string
  readonly sent: Iterable<readonly [string, string]> | null
}

/** What went wrong, with what was answered so that it can be sent again. */
export function refusedPage(look: FormLook, title: string, text: string, again: Again | null): string {
  const { locale } = look
  const body = (more: Html | null) => html`<div class="body"><h1>${title}</h1><p role="alert">${text}</p>${more}</div>`
  const fields = again?.sent
    ? joined([...again.sent].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`))
    : null
  const act =
    again === null
      ? body(null)
      : again.sent === null
        ? html`<div class="body-form">${body(null)}<footer><div><a class="button" href="${again.address}">${formText('tryAgain', locale)}</a></div></footer></div>`
        : html`<form method="post" action="${again.address}" class="body-form">${body(html`<p>${formText('kept', locale)}</p>`)}${fields}
<footer><div><button class="button">${formText('sendAgain', locale)}</button></div></footer></form>`
  return document(look, title, html`<main><header>${brand(look.owner)}</header>${act}</main>`)
}

/** A page on which somebody decides something by one press. */
export const decisionPage = (look: FormLook, title: string, text: string, press: string): string =>
  document(
    look,
    title,
    html`<main><header>${brand(look.owner)}</header><form method="post" class="body-form"><div class="body"><h1>${title}</h1><p>${text}</p></div>
<footer><div><button class="button">${press}</button></div></footer></form></main>`,
  )

/** A page on which somebody types the code of their letter; `fault`: what was wrong with what they typed. */
export function codePage(look: FormLook, typed: string, fault: string | null): string {
  const title = formText('code', look.locale)
  const said = fault === null ? null : html`<p class="faults" id="fault" role="alert">${fault}</p>`
  const marked = fault === null ? null : html` aria-invalid="true"`
  return document(
    look,
    title,
    html`<main><header>${brand(look.owner)}</header><form method="post" action="/a" class="body-form"><div class="body"><h1>${title}</h1>
${said}<div class="field"><label class="asked" for="code">${formText('codeAsk', look.locale)}</label>
<input type="text" id="code" name="code" value="${typed}" maxlength="40" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="hint${fault === null ? '' : ' fault'}"${marked}>
<span class="hint" id="hint">${formText('codeHint', look.locale)}</span></div></div>
<footer><div><button class="button">${formText('next', look.locale)}</button></div></footer></form></main>`,
  )
}
