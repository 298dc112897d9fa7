import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type File = { readonly name: string; readonly type: string; readonly content: Readable }

/** Answers with a file that is to be kept, never shown in place. */
export function asFile(reply: FastifyReply, { name, type, content }: File): Readable {
  reply.type(type).header('content-disposition', `attachment; ${fileNameHeader(name)}`)
  return content
}

/** In ASCII, and in full where that says more (RFC 6266). */
const fileNameHeader = (name: string): string => {
  const plain = name.normalize('NFKD').replace(/[^\w.() -]/g, '_')
  if (plain === name) return `filename="${plain}"`
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `filename="${plain}"; filename*=UTF-8''${full}`
}
