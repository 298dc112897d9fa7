import type { FastifyRequest } from 'fastify'

const programs =
  /bot\b|crawl|spider|scan|preview|monitor|proofpoint|mimecast|barracuda|curl|wget|python|java\/|go-http|okhttp|node|axios/i

/**
 * Whether a program follows a link, such as one that checks mails before people get them. Browsers say that they lead
 * somebody to a page (`Sec-Fetch-Mode: navigate`); a browser that fetches it ahead says so, too.
 */
export function isMachine({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  if (method === 'HEAD' || agent === '' || programs.test(agent)) return true
  if (headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') return true
  const mode = headers['sec-fetch-mode']
  return mode !== undefined && mode !== 'navigate'
}

/** Mail programs that fetch every picture when a mail comes, for everybody: nobody has opened it. */
export const isPictureFetcher = (agent: string | undefined): boolean =>
  agent === undefined ||
  agent === 'Mozilla/5.0' ||
  (programs.test(agent) && !/GoogleImageProxy|YahooMailProxy/.test(agent))
