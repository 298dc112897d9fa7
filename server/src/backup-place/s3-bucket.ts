import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Access } from './place.ts'
import { isPassing, networkCode, type S3Trouble, s3Fault } from './s3-fault.ts'

type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Of the object; empty: the bucket. Of letters, digits and `/ . _ -` alone, which are the same in an address. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Codes of S3 that the caller takes as an answer. */
  readonly expected?: readonly string[]
}

/** `code`: of what was refused, as S3 calls it; empty where nothing was. */
type S3Answer = { readonly code: string; readonly headers: Headers; readonly body: Buffer }

export type S3Bucket = (request: S3Request) => Promise<S3Answer>

const mostTries = 5
/** Milliseconds: for the largest part over a slow line. */
const longestRequest = 180_000

/**
 * Asks a bucket: signed, and again after a while where something failed that may pass. `pause`: milliseconds before the
 * second try, twice as long before each further one. Throws a `BackupPlaceFault` that says what to do.
 */
export function s3Bucket(access: S3Access, bucket: string, { pause = 500 } = {}): S3Bucket {
  const base = new URL(access.endpoint ?? `https://s3.${access.region}.amazonaws.com`)
  if (!access.pathStyle) base.hostname = `${bucket}.${base.hostname}`
  const folder = `${base.pathname.replace(/\/$/, '')}${access.pathStyle ? `/${bucket}` : ''}`
  // Derived keys of a day, so that they need not be made for each request.
  const cache = new Map<string, ArrayBuffer>()

  const once = async ({ method, key, query = {}, body }: S3Request): Promise<S3Answer & { status: number }> => {
    const url = new URL(base)
    url.pathname = key === '' ? folder : `${folder}/${key}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      service: 's3',
      region: access.region,
      cache,
      accessKeyId: access.keyId,
      secretAccessKey: access.secret,
    })
    const signed = await signer.sign()
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body ?? null,
      // A signature is for nobody else.
      redirect: 'manual',
      signal: AbortSignal.timeout(longestRequest),
    })
    const content = Buffer.from(await response.arrayBuffer())
    const isError = response.status >= 300 || (method === 'POST' && content.includes('<Error>'))
    const code = isError ? (xmlValues(content, 'Code')[0] ?? '') : ''
    // What was refused after 200 was sent is a failure of the server.
    const status = isError && response.status < 300 ? 500 : response.status
    return { status, code: isError && code === '' ? String(status) : code, headers: response.headers, body: content }
  }

  return async (request) => {
    for (let tries = 1; ; tries++) {
      let trouble: S3Trouble
      try {
        const answer = await once(request)
        if (answer.code === '' || request.expected?.includes(answer.code)) return answer
        trouble = { code: answer.code, status: answer.status }
      } catch (error) {
        trouble = { code: networkCode(error), status: null }
      }
      if (tries === mostTries || !isPassing(trouble)) throw s3Fault(trouble, access, bucket, base)
      await sleep(pause * 2 ** (tries - 1) * (0.5 + Math.random() / 2))
    }
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What stands in each element of this name, in order: S3 answers in flat lists. */
export function xmlValues(content: Buffer, name: string): string[] {
  const found = content.toString('utf8').matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))
  return [...found].map(([, value = '']) =>
    value
      .replace(/&#(x[0-9a-f]+|\d+);/gi, (_all, digits: string) => String.fromCodePoint(Number(`0${digits}`)))
      .replace(/&(amp|lt|gt|quot|apos);/g, (_all, entity: string) => entities[entity] ?? ''),
  )
}
