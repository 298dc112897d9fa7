import type { FastifyReply, FastifyRequest } from 'fastify'
import { endPage, type FormLook, type FormOwner, refusedPage } from '../form/form.page.ts'
import { formText } from '../form/form-text.ts'
import { allowStyles } from '../http/protection.ts'
import { bestLocale } from '../text/best-locale.ts'

/** Whose form it is, is not known here. */
const nobody: FormOwner = { title: 'Kaiku', logo: '', colour: '' }
/** Bytes of a page that is sent. */
export const largestPage = 1024 ** 2

/** How a page looks that is of no form: in the language that is wished for, else the browser's. */
export function lookFor(request: FastifyRequest, reply: FastifyReply, wish = wishOf(request)): FormLook {
  const locale = bestLocale(['en', 'fi', 'sv', 'de'], wish ?? undefined, request.headers['accept-language'])
  return { owner: nobody, locale, nonce: allowStyles(reply) }
}
const wishOf = ({ url }: FastifyRequest) => new URL(url, 'http://kaiku.invalid').searchParams.get('lang')

/** Where a link leads nowhere, and never tells why. */
export function unknownLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const look = lookFor(request, reply)
  const html = endPage(look, formText('closed', look.locale), formText('closedWhy', look.locale))
  return reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}

const keys: ReadonlyMap<
  number,
  readonly ['many' | 'away' | 'closed' | 'rests', 'manyWhy' | 'awayWhy' | 'closedWhy' | 'restsWhy']
> = new Map([
  [429, ['many', 'manyWhy']],
  [503, ['away', 'awayWhy']],
  [404, ['closed', 'closedWhy']],
  [403, ['rests', 'restsWhy']],
] as const)

/** What respondents are told of a refusal: they have no program that reads JSON, and what they wrote is not lost. */
export async function refusalPage(request: FastifyRequest, reply: FastifyReply, status: number): Promise<string> {
  const sent = request.method === 'POST' ? await sentBy(request) : null
  const look = lookFor(request, reply, wishOf(request) ?? sent?.get('lang') ?? null)
  const [title, why] = keys.get(status) ?? ['broken', 'brokenWhy']
  const say = (key: Parameters<typeof formText>[0]) => formText(key, look.locale)
  const passes = status === 429 || status >= 500
  return refusedPage(look, say(title), say(why), passes ? { address: request.url, sent } : null)
}

/** What was posted, also where it was refused before it was read; null: it cannot be sent again. */
async function sentBy({ body, raw }: FastifyRequest): Promise<URLSearchParams | null> {
  if (body instanceof URLSearchParams) return body
  if (!/^application\/x-www-form-urlencoded/.test(raw.headers['content-type'] ?? '') || raw.readableDidRead) return null
  const parts: Buffer[] = []
  let size = 0
  for await (const part of raw) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > largestPage) return null
    parts.push(bytes)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}
