import type { Bounce } from './read-bounce.ts'

export type Shaped = {
  readonly from: string
  readonly mail: string
  readonly is: Bounce['is']
  readonly status: string
}

export const head = (from: string, subject: string, type: string, more = '') =>
  `From: ${from}\r\nTo: bounces+code@example.com\r\nSubject: ${subject}\r\nDate: Thu, 26 Nov 2026 10:00:00 +0000\r\nMessage-ID: <x@mx.example.net>\r\nMIME-Version: 1.0\r\n${more}Content-Type: ${type}\r\n\r\n`

/** A report in parts (RFC 3464), with what servers write around it. */
export const report = (
  from: string,
  subject: string,
  words: string,
  fields: string,
  type = 'message/delivery-status',
) =>
  head(
    from,
    subject,
    'multipart/report; report-type=delivery-status; boundary="b"',
    'Auto-Submitted: auto-replied\r\n',
  ) +
  `This is a MIME-encapsulated message.\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words}\r\n\r\n--b\r\nContent-Type: ${type}\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n${fields}\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: kaiku@example.com\r\nTo: ann@example.net\r\nSubject: How was your visit?\r\n\r\nHello\r\n\r\n--b--\r\n`

export const failed = (status: string, said: string, action = 'failed') =>
  `Final-Recipient: rfc822; ann@example.net\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${said}`

/** In words alone. */
export const words = (from: string, subject: string, text: string, more = '') =>
  head(from, subject, 'text/plain; charset=utf-8', more) + text

export const daemon = 'Mail Delivery System <MAILER-DAEMON@mx.example.net>'
