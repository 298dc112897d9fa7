import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import { query, type Shape, text as textColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { allowStyles } from '../http/protection.ts'
import { escaped } from '../text/html.ts'

const rowColumns = {
  id: textColumn,
  at: time,
  recipient: textColumn,
  subject: textColumn,
  text: textColumn,
  html: textColumn,
} satisfies Shape

const most = 100
const hidden = { config: { callers: 'guests' }, schema: { hide: true } } as const

type Row = { id: string; at: Date; recipient: string; subject: string; text: string; html: string }

/**
 * The mailbox that comes with Kaiku, for who runs it on their own machine: a page for people, JSON for programs. It is
 * there only without a mail server, as long as Kaiku has no public address, and for requests made on this machine.
 */
export function mailboxPage(app: FastifyInstance, { service }: Stores, { mail, publicUrl }: Configuration): void {
  if (mail.smtpUrl !== null || !isLoopbackName(new URL(publicUrl).hostname)) return
  const newest = async () =>
    (
      await query(
        service,
        rowColumns,
        `select id, at, recipient, subject, text, html from mailbox where state = 'waiting' order by id desc limit $1`,
        [most],
      )
    ).rows
  app.get('/dev/mail.json', hidden, async (request, reply) => {
    if (!isMadeHere(request)) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').send(await newest())
  })
  app.get('/dev/mail', hidden, async (request, reply) => {
    if (!isMadeHere(request)) return reply.callNotFound()
    const nonce = allowStyles(reply)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    return reply.send(pageOf(await newest(), nonce, new URL(publicUrl).origin))
  })
}

const isLoopbackName = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** By the connection itself and by the name it was opened with: no proxy, and no page of another site, is let in. */
function isMadeHere({ socket, headers }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isProxied = forwarded.some((name) => headers[name] !== undefined)
  return isLoopbackName(address) && isLoopbackName(host) && !isProxied
}

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:720px;margin:40px auto;padding:0 16px}
h1{font-size:20px}h2{font-size:16px;margin:0}
article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:10px;padding:16px 20px;margin:16px 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0 0}`

const pageOf = (mails: readonly Row[], nonce: string, origin: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox · Kaiku</title><style nonce="${nonce}">${style}</style></head>
<body><h1>Mailbox</h1>
<p>Kaiku has no mail server (SMTP_URL), so what it would send stays here. Newest first.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map((mail) => articleOf(mail, origin)).join('\n')}
</body></html>
`

const articleOf = ({ at, recipient, subject, text }: Row, origin: string) => `<article><h2>${escaped(subject)}</h2>
<div>${escaped(recipient)} · <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></div>
<pre>${linked(text, origin)}</pre></article>`

/** Addresses of this Kaiku become links; any other stays text. */
const linked = (text: string, origin: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (part.startsWith(`${origin}/`) ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
