import { UsageError } from '../fault/usage-error.ts'
import { ahead } from './ahead.ts'
import type { BackupPlace, S3Access } from './place.ts'
import { type S3Bucket, s3Bucket, xmlValues } from './s3-bucket.ts'

/** Bytes of a part of a large object: what is sent again after a break. S3 wants 5 MiB at least. */
const partSize = 8 * 2 ** 20
const atOnce = 8
const absent = ['NoSuchKey', '404']

/** `pause`: milliseconds before something is tried again; `pageSize`: names in one answer, 1,000 at most. */
type S3Options = { readonly pause?: number; readonly pageSize?: number }

/** `name`: `s3://bucket/prefix`. Throws a refusal for one that is written otherwise. */
export function s3Place(name: string, access: S3Access, options: S3Options = {}): BackupPlace {
  const { bucket, prefix } = partsOf(name)
  const ask = s3Bucket(access, bucket, options)
  const keyOf = (one: string) => `${prefix}${one}`
  return {
    name,
    directory: null,
    async read(one) {
      const { code, body } = await ask({ method: 'GET', key: keyOf(one), expected: absent })
      return code === '' ? body : null
    },
    isThere: async (one) => (await ask({ method: 'HEAD', key: keyOf(one), expected: absent })).code === '',
    // An object is there when S3 has all of it and says so, and outlives a loss of power from then on.
    async write(one, content) {
      const bytes = Uint8Array.from(content)
      if (bytes.length > partSize) await writeParts(ask, keyOf(one), bytes)
      else await ask({ method: 'PUT', key: keyOf(one), body: bytes })
    },
    async namesIn(folder) {
      const start = keyOf(`${folder}/`)
      const names: string[] = []
      for await (const keys of listed(ask, start, options.pageSize))
        names.push(...keys.map((key) => key.slice(start.length)))
      return names.toSorted()
    },
    async writtenAt(one) {
      const { code, headers } = await ask({ method: 'HEAD', key: keyOf(one), expected: absent })
      return code === '' ? Date.parse(headers.get('last-modified') ?? '') : null
    },
    async remove(names) {
      const drop = (one: string) => ask({ method: 'DELETE', key: keyOf(one), expected: absent })
      for await (const [,] of ahead(names, atOnce, drop));
    },
    settle: async () => {},
    async isUsed() {
      for await (const keys of listed(ask, prefix, 1)) return keys.length > 0
      return false
    },
    // What was broken off has no name; a rule of the bucket ends it (docs/backup.md).
    tidy: async () => {},
  }
}

/** A bucket as S3 permits its names; a prefix of signs that are the same in an address. */
function partsOf(name: string): { readonly bucket: string; readonly prefix: string } {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/.exec(name)
  const [, bucket, path = ''] = found ?? []
  const folders = path.split('/').filter((part) => part !== '')
  if (bucket === undefined || folders.some((part) => /^\.+$/.test(part)))
    throw new UsageError(`${name} is no place like s3://bucket/prefix, of letters, digits and . _ - alone`)
  return { bucket, prefix: folders.map((part) => `${part}/`).join('') }
}

async function* listed(ask: S3Bucket, prefix: string, pageSize = 1_000): AsyncGenerator<string[]> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const more: Record<string, string> = token === '' ? {} : { 'continuation-token': token }
    const query = Object.assign({ 'list-type': '2', prefix, 'max-keys': String(pageSize) }, more)
    const { body } = await ask({ method: 'GET', key: '', query })
    yield xmlValues(body, 'Key')
    token = xmlValues(body, 'NextContinuationToken')[0]
  }
}

/** In parts, of which each is sent again by itself; nothing has the name before the last is there. */
async function writeParts(ask: S3Bucket, key: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const { body } = await ask({ method: 'POST', key, query: { uploads: '' } })
  const [uploadId = ''] = xmlValues(body, 'UploadId')
  try {
    const parts: string[] = []
    for (let at = 0; at < content.length; at += partSize) {
      const query = { partNumber: String(parts.length + 1), uploadId }
      const { headers } = await ask({ method: 'PUT', key, query, body: content.subarray(at, at + partSize) })
      const tag = (headers.get('etag') ?? '').replaceAll('"', '&quot;')
      parts.push(`<Part><PartNumber>${query.partNumber}</PartNumber><ETag>${tag}</ETag></Part>`)
    }
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    // Asked again after a break, S3 no longer knows an upload that it has named meanwhile.
    const end = { method: 'POST', key, query: { uploadId }, body: Uint8Array.from(Buffer.from(list)) } as const
    const { code } = await ask(Object.assign(end, { expected: ['NoSuchUpload'] }))
    if (code !== '' && (await ask({ method: 'HEAD', key, expected: absent })).code !== '')
      throw new Error(`S3 has lost the parts of ${key}`)
  } catch (error) {
    // What is paid for and has no name; where this fails, too, the first failure is the one to tell.
    await ask({ method: 'DELETE', key, query: { uploadId }, expected: ['NoSuchUpload', '404'] }).catch(() => {})
    throw error
  }
}
