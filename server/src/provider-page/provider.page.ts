import { Html, html } from '../text/html.ts'
import { realmPath } from './provider-address.ts'
import type { ProviderText } from './provider-text.ts'

const arcs = html`<path d="M14 12c4 3 4 7 0 10"/><path d="M20 8c7 5 7 13 0 18" opacity=".55"/>
<path d="M26 4c10 8 10 18 0 26" opacity=".25"/>`
const logo = html`<svg viewBox="0 0 34 34" width="30" height="30" fill="none" stroke="currentColor" stroke-width="3"
stroke-linecap="round" aria-hidden="true"><path d="M7 6v22"/>${arcs}</svg>`
const echo = html`<svg class="echo" viewBox="0 0 100 60" preserveAspectRatio="xMidYMid slice" fill="none" stroke="currentColor"
stroke-width="1.2" aria-hidden="true"><circle cx="8" cy="56" r="14"/><circle cx="8" cy="56" r="26" opacity=".8"/>
<circle cx="8" cy="56" r="40" opacity=".6"/><circle cx="8" cy="56" r="56" opacity=".4"/><circle cx="8" cy="56" r="74" opacity=".25"/></svg>`

const page = ({ locale }: ProviderText, title: string, content: Html, head: Html | null = null): string =>
  html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title} · Kaiku</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/kaiku.svg"><link rel="stylesheet" href="${realmPath}/provider.css">${head}</head>
<body>${echo}<main><p class="brand">${logo}<span>Kaiku</span></p>${content}</main></body></html>`.text

const problem = (text: string | null) => (text === null ? null : html`<p class="error" role="alert">${text}</p>`)

/** The form for user name and password. It needs no script. */
export const passwordPage = (
  text: ProviderText,
  {
    username,
    isRemembered,
    error,
    forgot,
  }: { username: string; isRemembered: boolean; error: string | null; forgot: string },
): string =>
  page(
    text,
    text.signIn,
    html`<h1>${text.welcome}</h1><form method="post">${problem(error)}
<label class="field">${text.username}<input name="username" value="${username}" autocomplete="username" autocapitalize="none"
spellcheck="false" required maxlength="320" ${username === '' ? html`autofocus` : null}></label>
<label class="field">${text.password}<input name="password" type="password" autocomplete="current-password" required
maxlength="1000" ${username === '' ? null : html`autofocus`} ${error === null ? null : html`aria-invalid="true"`}></label>
<label class="check"><input type="checkbox" name="remember" ${isRemembered ? html`checked` : null}>${text.remember}</label>
<button type="submit">${text.signIn}</button><a class="quiet" href="${forgot}">${text.forgot}</a></form>`,
  )

/** Asks for a code after the password was right. */
export const codePage = (text: ProviderText, { error }: { error: string | null }): string =>
  page(
    text,
    text.secondStep,
    html`<h1>${text.secondStep}</h1><p>${text.codeHint}</p><form method="post">${problem(error)}
<label class="field">${text.code}<input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required
maxlength="40" autofocus ${error === null ? null : html`aria-invalid="true"`}></label>
<button type="submit">${text.continue}</button></form>
<form method="post"><input type="hidden" name="restart" value="yes"><button class="quiet" type="submit">${text.otherAccount}</button></form>`,
  )

const wayHome = (text: ProviderText, home: string) => html`<a class="button" href="${home}">${text.home}</a>`

export const expiredPage = (text: ProviderText, { home }: { home: string }): string =>
  page(text, text.expired, html`<h1>${text.expired}</h1><p>${text.expiredHint}</p>${wayHome(text, home)}`)

export const errorPage = (text: ProviderText, { home, detail }: { home: string; detail: string }): string =>
  page(
    text,
    text.failed,
    html`<h1>${text.failed}</h1><p>${text.failedHint}</p><p class="detail">${detail}</p>${wayHome(text, home)}`,
  )

/** `form` is the provider's own; a script submits it where the person has asked to sign out already. */
export const signOutPage = (text: ProviderText, { form, isAsked }: { form: string; isAsked: boolean }): string =>
  page(
    text,
    text.signOut,
    html`<h1>${isAsked ? text.signingOut : text.signOutAsk}</h1>${new Html(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes">${text.signOut}</button>`,
    isAsked ? html`<script src="${realmPath}/sign-out.js" defer></script>` : null,
  )

export const signedOutPage = (text: ProviderText, { home }: { home: string }): string =>
  page(text, text.signedOut, html`<h1>${text.signedOut}</h1><p>${text.signedOutHint}</p>${wayHome(text, home)}`)
