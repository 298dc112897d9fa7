import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import type { BackupPlace } from './place.ts'

const drafts = 'drafts'

/** `directory`: absolute; made by the first that is written. */
export function directoryPlace(directory: string): BackupPlace {
  const fileOf = (name: string) => join(directory, name)
  return {
    name: directory,
    directory,
    read: (name) => ifThere(readFile(fileOf(name)), null),
    isThere: async (name) => (await ifThere(stat(fileOf(name)), null)) !== null,
    async write(name, content, isSettled) {
      const [draft, file] = [fileOf(join(drafts, randomBytes(8).toString('hex'))), fileOf(name)]
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(draft, content, { mode: 0o600, flush: isSettled })
      await rename(draft, file)
      if (isSettled) await settleFolder(dirname(file))
    },
    async namesIn(folder) {
      const entries = await ifThere(readdir(fileOf(folder), { withFileTypes: true, recursive: true }), [])
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(fileOf(folder), join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .toSorted()
    },
    writtenAt: async (name) => (await ifThere(stat(fileOf(name)), null))?.mtimeMs ?? null,
    async remove(names) {
      for (const name of names) await rm(fileOf(name), { force: true })
    },
    settle: () => settleAll(directory),
    isUsed: async () => (await ifThere(readdir(directory), [])).some((name) => name !== drafts),
    async tidy() {
      for (const draft of await ifThere(readdir(fileOf(drafts)), [])) await rm(fileOf(join(drafts, draft)))
    },
  }
}

const run = promisify(execFile)

/** Brings all that was written in the file system of a directory to the disk: for thousands of files sooner than each by itself. */
export async function settleAll(directory: string): Promise<void> {
  await run('sync', ['-f', directory])
}

async function settleFolder(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function ifThere<T>(asked: Promise<T>, instead: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
