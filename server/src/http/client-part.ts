import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { inTransaction } from '../db/postgres.ts'
import { bytes, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

type Service = Pick<Stores, 'service'>
/** `type`: as HTTP names it. */
export type ClientPart = { readonly type: string; readonly body: Buffer }

/** Where the parts stand, in a built client and in addresses. Their names hold a hash of their contents. */
export const partsFolder = 'assets'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** The newest builds whose parts are kept. */
const keptBuilds = 3

/**
 * Keeps the parts of this build for pages that reach another process: while Kaiku is upgraded process by process, a page
 * of one build asks the other for its parts, and one that was opened before asks for parts of a build that has gone.
 */
export async function keepParts({ service }: Service, build: string, directory: string): Promise<void> {
  const { rowCount } = await service.query('select from client_part where build = $1 limit 1', [build])
  if (rowCount !== 0) return
  const names = (await readdir(join(directory, partsFolder))).filter((name) => extname(name) in types).sort()
  const bodies = await Promise.all(names.map((name) => readFile(join(directory, partsFolder, name))))
  await inTransaction(service, async (client) => {
    await client.query(
      `insert into client_part (path, build, body)
       select path, $1, body from unnest($2::text[], $3::bytea[]) part (path, body) on conflict do nothing`,
      [build, names, bodies],
    )
    await client.query(
      `delete from client_part where build not in (
         select build from client_part group by build order by max(kept_at) desc, build limit $1)`,
      [keptBuilds],
    )
  })
}

/** A part of another build, by its address; null: none of the newest has it. */
export async function keptPart({ service }: Service, address: string): Promise<ClientPart | null> {
  const [, folder, name = '', ...more] = address.split('/')
  const type = types[extname(name)]
  if (folder !== partsFolder || type === undefined || more.length > 0) return null
  const { rows } = await query(service, { body: bytes }, 'select body from client_part where path = $1 limit 1', [name])
  return rows[0] ? { type, body: rows[0].body } : null
}
