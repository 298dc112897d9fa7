import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { startTime } from '../embedded/process-identity.ts'

const directoryOf = ({ directory }: Pick<Stores, 'directory'>) => join(directory, 'uploads')
/** Names of the directories of uploads that this process is using. */
const inUse = new Set<string>()
/** Whose an upload is stands in its name: other processes of Kaiku use the same data directory. */
const nameOf = (pid: number, started: string | null) => `upload-${pid}-${started}-`

/**
 * Keeps the uploaded file in the data directory, under its own name, for as long as it is used. `fileSize`: the most
 * bytes it may have, where that is less than any upload may have. Throws a Fault for a form that is none, cut off or
 * damaged.
 */
export async function withUpload<T>(
  stores: Stores,
  request: FastifyRequest,
  use: (file: string) => Promise<T>,
  limits: { readonly fileSize?: number } = {},
): Promise<T> {
  const part = await filePart(request, limits)
  return withRoomFor(stores, part.filename, async (file) => {
    await whole(pipeline(part.file, createWriteStream(file, { mode: 0o600 })))
    if (part.file.truncated) throw new Fault('too_large', 'The file is larger than an upload may be.')
    return use(file)
  })
}

/** Has a place in the data directory for a file that comes from elsewhere, under its own name, for as long as it is used. */
export async function withRoomFor<T>(stores: Stores, named: string, use: (file: string) => Promise<T>): Promise<T> {
  const name = `${nameOf(process.pid, startTime(process.pid))}${randomUUID()}`
  const own = join(directoryOf(stores), name)
  inUse.add(name)
  try {
    await mkdir(own, { recursive: true, mode: 0o700 })
    return await use(join(own, safeName(named)))
  } finally {
    await rm(own, { recursive: true, force: true })
    inUse.delete(name)
  }
}

/** Removes what uploads left behind that were broken off by a kill; those in use are let be. Answers how many. */
export async function removeLeftUploads(stores: Pick<Stores, 'directory'>): Promise<number> {
  const directory = directoryOf(stores)
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const left = names.filter((name) => !inUse.has(name) && !isOfOther(name))
  for (const name of left) await rm(join(directory, name), { recursive: true, force: true })
  return left.length
}

/** Whether another process that runs still may be using it. */
function isOfOther(name: string): boolean {
  const pid = Number(/^upload-(\d+)-/.exec(name)?.[1] ?? process.pid)
  const started = startTime(pid)
  return pid !== process.pid && started !== null && name.startsWith(nameOf(pid, started))
}

async function filePart(request: FastifyRequest, limits: { readonly fileSize?: number }): Promise<MultipartFile> {
  if (!request.isMultipart())
    throw new Fault('invalid', 'Send the file as a form (multipart/form-data), in the field “file”.')
  const part = await whole((async () => request.file({ limits }))())
  if (part?.fieldname !== 'file') throw new Fault('invalid', 'The form has no field “file”.')
  return part
}

/** What a form that is cut off or none throws is the sender's to mend; a disk that is full is not. */
async function whole<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Fault || 'statusCode' in error || 'syscall' in error) throw error
    throw new Fault('invalid', `The form is cut off or damaged: ${error.message}.`)
  }
}

/** The name decides which mapping fits; it must not lead out of its directory. */
function safeName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
    .replace(/[\p{Cc}/]/gu, '_')
    .slice(-150)
  return last === '' || last === '.' || last === '..' ? 'upload' : last
}

/** An uploaded file in memory, with what its sender calls it. `most`: bytes; `tooLarge`: what is thrown beyond them. */
export async function uploadedBytes(
  request: FastifyRequest,
  most: number,
  tooLarge: () => Fault,
): Promise<{ readonly name: string; readonly declared: string; readonly bytes: Buffer }> {
  const part = await filePart(request, { fileSize: most })
  const bytes = await whole(buffer(part.file))
  if (part.file.truncated) throw tooLarge()
  return { name: part.filename, declared: part.mimetype, bytes }
}
