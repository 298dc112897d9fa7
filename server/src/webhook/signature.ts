import { createHmac } from 'node:crypto'

/** HMAC-SHA256 over `timestamp.body`, in hexadecimal digits. `at`: seconds since 1970. */
const signed = (secret: string, at: number, body: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')

/** `t=1700000000,v1=…`, with a `v1` for each secret that is valid: who has either can check it. */
export const signatureOf = (secrets: readonly string[], at: number, body: string): string =>
  [`t=${at}`, ...secrets.map((secret) => `v1=${signed(secret, at, body)}`)].join(',')
