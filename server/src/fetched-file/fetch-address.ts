import { isIP } from 'node:net'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { isPublic, type OwnHosts, readTarget } from '../outgoing/public-address.ts'
import type { SftpTarget } from '../outgoing/sftp.ts'

export type HttpsTarget = {
  readonly kind: 'https'
  readonly url: URL
  /** Under which its file is imported. */
  readonly name: string
}
export type FetchTarget = HttpsTarget | (SftpTarget & { readonly kind: 'sftp' })

/**
 * Reads from where files are fetched, with {today} and {yesterday} as the days of a moment, milliseconds since 1970, in a
 * zone. Throws Fault `invalid` for what it may not be.
 */
export function readFetchAddress(text: string, zone: string, now: number, own: OwnHosts): FetchTarget {
  const today = dayIn(zone, now)
  const filled = text.replaceAll('{today}', today).replaceAll('{yesterday}', addDays(today, -1))
  return /^sftp:/i.test(filled) ? readSftp(filled, own) : readHttps(filled, own)
}

function readHttps(text: string, own: OwnHosts): HttpsTarget {
  const url = readTarget(text, own)
  // Elsewhere a host of one’s own network may be called without; files of answers are worth more.
  if (url.protocol !== 'https:') throw refuse('invalid', 'webhook.scheme')
  return { kind: 'https', url, name: decoded(url.pathname.split('/').at(-1) ?? '') }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const sftp = /^sftp:\/\/([^@/:\s]+)(:[^@/]*)?@(\[[0-9a-f:.]+\]|[^@/:[\]\s]+)(?::(\d{1,5}))?(\/.*)$/i

function readSftp(text: string, own: OwnHosts): FetchTarget {
  const [, user, password, named, port, path] = sftp.exec(text) ?? []
  if (user === undefined || named === undefined || path === undefined) throw refuse('invalid', 'fetch.address')
  if (password !== undefined) throw refuse('invalid', 'fetch.password')
  const written = `https://${named}`
  // The spelling of a name or number is that of a browser, so that what is checked is what is called.
  const host = URL.canParse(written) ? new URL(written).hostname : ''
  const parts = path.split('/')
  const pattern = parts.pop() ?? ''
  const folder = parts.join('/')
  const isPath = !hasControl(path) && !/[*?]/.test(folder) && parts.every((part) => part !== '.' && part !== '..')
  const number = port === undefined ? 22 : Number(port)
  if (host === '' || pattern === '' || !isPath || number < 1 || number > 65_535)
    throw refuse('invalid', 'fetch.address')
  const bare = host.replace(/^\[|\]$/g, '')
  if (!own.includes(host) && isIP(bare) !== 0 && !isPublic(bare)) throw refuse('invalid', 'webhook.closed')
  return { kind: 'sftp', user, host, port: number, folder: folder === '' ? '/' : folder, pattern }
}

const hasControl = (text: string) => /\p{Cc}/u.test(text)

/** Where a secret may go: one for another place is asked for again. */
export const serverOf = (target: FetchTarget): string =>
  target.kind === 'https' ? target.url.origin : `${target.user}@${target.host}:${target.port}`

/** Where imported files are moved. Throws Fault `invalid` for a folder that leads elsewhere. */
export function movedTo({ folder }: SftpTarget, wanted: string): string {
  const path = wanted.startsWith('/') ? wanted : `${folder === '/' ? '' : folder}/${wanted}`
  const parts = path.split('/').slice(1)
  if (wanted === '' || hasControl(path) || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw refuse('invalid', 'fetch.folder')
  return path
}
