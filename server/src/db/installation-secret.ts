import type { z } from 'zod'
import { json, query } from './rows.ts'
import type { Stores } from './stores.ts'

/** A secret of this installation; made where there is none. Of two that start at once, both get the same. */
export async function installationSecret<T>(
  { service }: Stores,
  name: string,
  schema: z.ZodType<T>,
  make: () => Promise<T>,
): Promise<T> {
  const shape = { value: json(schema) }
  const read = async () =>
    (await query(service, shape, 'select value from installation_secret where name = $1', [name])).rows[0]
  const known = await read()
  if (known) return known.value
  await service.query('insert into installation_secret (name, value) values ($1, $2) on conflict do nothing', [
    name,
    JSON.stringify(await make()),
  ])
  const made = await read()
  if (!made) throw new Error(`the installation's secret ${name} was neither made nor found`)
  return made.value
}
