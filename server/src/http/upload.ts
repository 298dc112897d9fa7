import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyRequest } from 'fastify'
import type { Stores } from '../stores.ts'

/**
 * Keeps the uploaded file in the data directory, under its own name, for as long as it is used. `fileSize`: the most
 * bytes it may have, where that is less than any upload may have.
 */
export async function withUpload<T>(
  { directory }: Stores,
  request: FastifyRequest,
  use: (file: string) => Promise<T>,
  limits: { readonly fileSize?: number } = {},
): Promise<T> {
  if (!request.isMultipart())
    throw new Fault('invalid', 'Send the file as a form (multipart/form-data), in the field “file”.')
  const part = await readForm(request.file({ limits }))
  if (part?.fieldname !== 'file') throw new Fault('invalid', 'The form has no field “file”.')
  const uploads = join(directory, 'uploads')
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(join(uploads, 'upload-'))
  try {
    const file = join(own, safeName(part.filename))
    await readForm(pipeline(part.file, createWriteStream(file, { mode: 0o600 })))
    if (part.file.truncated) throw new Fault('too_large', 'The file is larger than an upload may be.')
    return await use(file)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** What goes wrong while a form is read, and is neither said by the framework nor of the disk, is wrong with the form. */
const readForm = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
    throw new Fault('invalid', 'The form ends before it is complete, or cannot be read.')
  })

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
  if (!request.isMultipart())
    throw new Fault('invalid', 'Send the file as a form (multipart/form-data), in the field “file”.')
  const part = await readForm(request.file({ limits: { fileSize: most } }))
  if (part?.fieldname !== 'file') throw new Fault('invalid', 'The form has no field “file”.')
  const bytes = await readForm(buffer(part.file))
  if (part.file.truncated) throw tooLarge()
  return { name: part.filename, declared: part.mimetype, bytes }
}
