import { Negotiator } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

const encodings = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] })

/** The best encoding that a client takes, by its header `accept-encoding`. */
export const acceptedEncoding = (header: string | string[] | undefined): Encoding =>
  encodings.negotiate(String(header ?? '')) ?? 'identity'
