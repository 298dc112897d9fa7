import type { FastifyRequest } from 'fastify'

const secretPaths = /^(\/(?:bigscreen|shared\/[^/?]*\/[^/?]*|api\/vuejs\/sharing\/interview\/[^/?]*\/[^/?]*)\/)[^/?]+/
const secretNames = /([?&](?:enter|reset|setup|token|code|state)=)[^&]*/g

/** An address without what opens something: whoever reads the log could use it. */
export const withoutSecrets = (url: string): string => url.replace(secretPaths, '$1…').replace(secretNames, '$1…')

/** What the log tells of a request. */
export const loggedRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  ...{ method, host, remoteAddress: ip },
  url: withoutSecrets(url),
})
