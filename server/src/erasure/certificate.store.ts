import { type ErasureCertificate, erasedKinds, remainKinds } from '@kaiku/contract/erasure.ts'
import type pg from 'pg'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { json, nullable, numbers, query, type Shape, text, texts, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const storedCertificateColumns = {
  id: text,
  surveys: numbers,
  by: text,
  removed: json(z.partialRecord(z.enum(erasedKinds), z.int())),
  remains: texts,
  erasedAt: time,
  purgedAt: nullable(time),
} satisfies Shape

export type StoredCertificate = {
  readonly id: string
  readonly surveys: readonly number[]
  readonly by: string
  readonly removed: Readonly<Partial<Record<(typeof erasedKinds)[number], number>>>
  readonly remains: readonly string[]
  readonly erasedAt: Date
  readonly purgedAt: Date | null
}

const columns = `id, surveys, by_name as by, removed, remains, erased_at as "erasedAt", purged_at as "purgedAt"`

/** Keeps what was removed, and nothing of whom. */
export async function keepCertificate(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  by: string,
  removed: readonly { readonly what: string; readonly count: number }[],
): Promise<StoredCertificate> {
  const { rows } = await query(
    client,
    storedCertificateColumns,
    `insert into person_erasure (universe, surveys, by_name, removed, remains) values ($1, $2, $3, $4, $5)
     returning ${columns}`,
    [
      universe,
      surveys,
      by,
      JSON.stringify(Object.fromEntries(removed.map(({ what, count }) => [what, count]))),
      remainKinds.filter((one) => one !== 'freedPages'),
    ],
  )
  const [kept] = rows
  if (!kept) throw new Error('no certificate was kept')
  return kept
}

/** The certificates of a survey, newest first. */
export async function listCertificates(
  { pool }: Stores,
  dictionary: Dictionary,
  surveys: readonly Dictionary[],
): Promise<ErasureCertificate[]> {
  const { rows } = await inUniverse(pool, dictionary.universe, (client) =>
    query(
      client,
      storedCertificateColumns,
      `select ${columns} from person_erasure where universe = $1 and $2 = any(surveys) order by id desc limit 500`,
      [dictionary.universe, dictionary.survey],
    ),
  )
  return rows.map((row) => certificateOf(row, surveys))
}

/** `surveys`: those that may be named. */
export function certificateOf(
  { id, surveys: where, by, removed, remains, erasedAt, purgedAt }: StoredCertificate,
  surveys: readonly Dictionary[],
): ErasureCertificate {
  const counts = Object.entries(removed) as [(typeof erasedKinds)[number], number][]
  return {
    certificateId: id,
    by,
    erasedAt: erasedAt.toISOString(),
    purgedAt: purgedAt?.toISOString() ?? null,
    surveys: surveys.filter(({ survey }) => where.includes(survey)).map(({ extName }) => extName),
    removed: counts.map(([what, count]) => ({ what, count })),
    remains: remainKinds.filter((one) => remains.includes(one) && (purgedAt === null || one !== 'diskUntilNight')),
  }
}
