import type { FastifyRequest } from 'fastify'

const secretPaths =
  /^((?:https?:\/\/[^/?]*)?\/(?:bigscreen|leave|[aou]|api\/sms\/report|api\/vuejs\/auth\/forgot|api\/report-schedule\/by-link|shared\/[^/?]*\/[^/?]*|api\/vuejs\/sharing\/interview\/[^/?]*\/[^/?]*)\/)[^/?]+/
const secretNames = /([?&](?:enter|reset|setup|token|ticket|code|state|search|query|after)=)[^&]*/g
/** Filters: what is looked for may be a name or an address. */
const filters = /(;|%3B)[^/?]*/gi

/** An address without what opens something, which whoever reads the log could use, and without what people looked for. */
export const withoutSecrets = (url: string): string =>
  url.replace(secretPaths, '$1…').replace(filters, '$1…').replace(secretNames, '$1…')

/** What the log tells of a request. */
export const loggedRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  host,
  remoteAddress: ip,
  url: withoutSecrets(url),
})
