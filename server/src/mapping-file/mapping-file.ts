import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { openTable } from '../table-reader/table.ts'
import { keptFiles } from '../upload/kept-file.ts'
import { withUpload } from '../upload/upload.ts'
import {
  addMappingFile,
  dropMappingFile,
  type FileOwner,
  findMappingFile,
  forgetMappingFiles,
  listMappingFiles,
  mappingFilesOf,
  noteMappingTask,
  type StoredMappingFile,
} from './mapping-file.store.ts'

const files = keptFiles('mapping-file')
export const keptMappingFile = files.pathOf
export { findMappingFile, listMappingFiles, mappingFilesOf, noteMappingTask, type StoredMappingFile }
export const removeMappingFile = files.remove

/** Keeps an uploaded file for a day, once it can be read. */
export async function takeMappingFile(
  stores: Stores,
  owner: FileOwner,
  request: FastifyRequest,
): Promise<StoredMappingFile> {
  await stores.disk.refuseWhenFull()
  const id = randomUUID()
  try {
    await withUpload(stores, request, async (uploaded) => {
      const table = await openTable(uploaded)
      await table.close()
      const size = await files.keep(stores, id, uploaded)
      await addMappingFile(stores, owner, { id, file: basename(uploaded), size })
    })
  } catch (error) {
    await files.remove(stores, id)
    throw error
  }
  return findMappingFile(stores, owner, id)
}

export async function forgetMappingFile(stores: Stores, found: StoredMappingFile): Promise<void> {
  await files.remove(stores, found.id)
  await dropMappingFile(stores, found)
}

export const mappingFilesForgotten = files.forgotten('mapping files', forgetMappingFiles)
