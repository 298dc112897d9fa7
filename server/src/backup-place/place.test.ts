import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createLine } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../outgoing/certificate.fixture.ts'
import { ahead } from './ahead.ts'
import { openPlace } from './open-place.ts'
import type { BackupPlace, S3Access } from './place.ts'
import { s3Fault } from './s3-fault.ts'
import { s3Place } from './s3-place.ts'
import { startS3, testBucket } from './s3-server.fixture.ts'

let scratch: string
let s3: Awaited<ReturnType<typeof startS3>>
const address = `s3://${testBucket}/kaiku/one`
/** So short that nobody waits. */
const soon = { pause: 1, pageSize: 4 }
const bucket = (more: Partial<S3Access> = {}) => s3Place(address, Object.assign({}, s3.access, more), soon)

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'kaiku-place-'))
  s3 = await startS3(join(scratch, 's3'))
})
afterAll(async () => {
  await s3?.close()
  rmSync(scratch, { recursive: true, force: true })
})

describe.each([
  ['a directory', () => openPlace(join(scratch, 'directory'), null)],
  ['a bucket', () => bucket()],
])('%s of backups', (_what, open: () => BackupPlace) => {
  it('keeps what is written, and lists it in order with its folders', async () => {
    const place = open()
    expect(await place.isUsed()).toBe(false)
    expect(await place.namesIn('pieces')).toEqual([])
    expect(await place.read('pieces/ab/abc')).toBe(null)
    expect(await place.isThere('pieces/ab/abc')).toBe(false)
    expect(await place.writtenAt('pieces/ab/abc')).toBe(null)
    const content = randomBytes(70_000)
    await place.write('pieces/cd/cde', Buffer.from('second'), true)
    await place.write('pieces/ab/abc', content, false)
    await place.write('log/1/0A', Buffer.alloc(0), false)
    await place.settle()
    expect(await place.isUsed()).toBe(true)
    expect(await place.namesIn('pieces')).toEqual(['ab/abc', 'cd/cde'])
    expect(await place.namesIn('log/1')).toEqual(['0A'])
    expect((await place.read('pieces/ab/abc'))?.equals(content)).toBe(true)
    expect(await place.isThere('log/1/0A')).toBe(true)
    expect(await place.writtenAt('log/1/0A')).toBeGreaterThan(1_600_000_000_000)
  })

  it('removes what it is told to, whether it is there or not', async () => {
    const place = open()
    await place.remove(['log/1/0A', 'log/1/0B', 'pieces/cd/cde'])
    await place.tidy()
    expect(await place.namesIn('log')).toEqual([])
    expect(await place.namesIn('pieces')).toEqual(['ab/abc'])
  })

  it('lists more than fit one answer', async () => {
    const place = open()
    const names = Array.from({ length: 10 }, (_, at) => String(at).padStart(5, '0'))
    for await (const [,] of ahead(names, 16, (name) => place.write(`many/${name}`, Buffer.from(name), false)));
    expect(await place.namesIn('many')).toEqual(names)
  })
})

describe('a bucket', () => {
  it('is one of several in the same bucket, each in its own folder', async () => {
    const other = s3Place(`s3://${testBucket}/kaiku/two/`, s3.access, soon)
    expect(await other.isUsed()).toBe(false)
    expect(await s3Place(`s3://${testBucket}`, s3.access, soon).isUsed()).toBe(true)
  })

  it('takes large objects in parts, and has them whole or not at all', async () => {
    const place = bucket()
    const large = randomBytes(19 * 2 ** 20)
    // The line breaks once in the middle: the part that was under way is sent again.
    s3.requests.length = 0
    s3.cut(1, 12 * 2 ** 20)
    await place.write('log/large', large, true)
    expect((await place.read('log/large'))?.equals(large)).toBe(true)
    expect(s3.requests.filter((asked) => asked.includes('partNumber='))).toHaveLength(4)

    s3.cut(1_000, 12 * 2 ** 20)
    await place.write('log/other', large, true)
    s3.cut(1_000, 2 ** 20)
    await expect(place.write('log/broken', large, true)).rejects.toThrow('cannot be reached')
    s3.cut(0)
    expect(await place.isThere('log/broken')).toBe(false)
    expect(await place.namesIn('log')).toEqual(['large', 'other'])
    await place.write('log/broken', large, true)
    expect((await place.read('log/broken'))?.equals(large)).toBe(true)
  })

  it('says in plain words what is wrong, what to do, and never the secret', async () => {
    const said: string[] = []
    const refusal = async (place: BackupPlace) => {
      const error: unknown = await place.read('kaiku-backup.json').then(
        () => null,
        (thrown: unknown) => thrown,
      )
      const text =
        error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}` : ''
      said.push(text)
      return text
    }
    expect(await refusal(bucket({ secret: 'a secret that is wrong' }))).toContain(
      `the secret is not that of the key ${s3.access.keyId}: set KAIKU_BACKUP_S3_SECRET`,
    )
    expect(await refusal(bucket({ keyId: 'NOBODY' }))).toContain(
      'does not know the key NOBODY: set KAIKU_BACKUP_S3_KEY_ID',
    )
    const absent = s3Place('s3://absent/kaiku', s3.access, soon)
    expect(await refusal(absent)).toContain('there is no bucket absent at 127.0.0.1')
    const closed = createLine().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`
    closed.close()
    await once(closed, 'close')
    expect(await refusal(bucket({ endpoint: `http://${host}` }))).toContain(
      `${host} cannot be reached (ECONNREFUSED): see that it runs`,
    )
    expect(await refusal(bucket({ endpoint: 'http://nowhere.invalid' }))).toMatch(
      /cannot be reached \(E(NOTFOUND|AI_AGAIN)\)/,
    )
    for (const text of said) {
      expect(text).not.toContain(s3.access.secret)
      expect(text).not.toContain('a secret that is wrong')
      expect(text).not.toContain('Signature=')
    }
  })

  it('is not asked over a connection whose certificate nobody vouches for', async () => {
    const { certificate, key } = makeCertificate()
    let asked = 0
    const server = createServer({ cert: certificate, key }, (_request, reply) => {
      asked++
      reply.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `https://localhost:${(server.address() as AddressInfo).port}`
    await expect(bucket({ endpoint }).read('a')).rejects.toThrow(/certificate of localhost:\d+ is not trusted/)
    expect(asked).toBe(0)
    server.close()
  })

  it('has an address that can only be read one way', () => {
    for (const wrong of ['s3://', 's3://B', 's3://a', 's3://backups/../x', 's3://backups/a b', 's3://backups/ä?'])
      expect(() => openPlace(wrong, s3.access)).toThrow('is no place like s3://bucket/prefix')
    expect(() => openPlace(address, null)).toThrow('needs KAIKU_BACKUP_S3_KEY_ID and KAIKU_BACKUP_S3_SECRET')
    expect(openPlace(address, s3.access)).toMatchObject({ name: address, directory: null })
  })

  it('that lies in another region, or is not permitted, is told so', () => {
    const told = (code: string, status: number) =>
      s3Fault({ code, status }, s3.access, testBucket, new URL('https://s3.example.com')).message
    expect(told('AuthorizationHeaderMalformed', 400)).toContain('KAIKU_BACKUP_S3_REGION')
    expect(told('301', 301)).toContain('KAIKU_BACKUP_S3_REGION')
    expect(told('AccessDenied', 403)).toContain('s3:PutObject')
    expect(told('403', 403)).toContain('s3:PutObject')
    expect(told('RequestTimeTooSkewed', 403)).toContain('clock')
    expect(told('InternalError', 500)).toContain('answered 500 InternalError')
  })
})

describe('what is loaded ahead', () => {
  it('comes in order, no more than so many at a time, and stops where one fails', async () => {
    let [now, most] = [0, 0]
    const load = async (item: number) => {
      most = Math.max(most, ++now)
      for (let turn = 0; turn < 10 - item; turn++) await Promise.resolve()
      now--
      if (item === 7) throw new Error('seven')
      return item * 2
    }
    const found: number[] = []
    const all = async (items: readonly number[]) => {
      for await (const [item, loaded] of ahead(items, 3, load)) found.push(item, loaded)
    }
    await all([1, 2, 3, 4, 5])
    expect(found).toEqual([1, 2, 2, 4, 3, 6, 4, 8, 5, 10])
    expect(most).toBe(3)
    await expect(all([6, 7, 8, 9])).rejects.toThrow('seven')
    expect(found.slice(10)).toEqual([6, 12])
    expect(now).toBe(0)
  })
})
