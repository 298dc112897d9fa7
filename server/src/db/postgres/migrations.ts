import type { Migration } from 'kysely'
import { truth } from './0001-truth.ts'
import { projection } from './0002-projection.ts'

/** In order of name; a name never changes once released. */
export const migrations: Record<string, Migration> = {
  '0001-truth': truth,
  '0002-projection': projection,
}
