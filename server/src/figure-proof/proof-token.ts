import { createHash } from 'node:crypto'
import type { Figure } from '@kaiku/contract/figure.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { z } from 'zod'
import { query, time } from '../db/rows.ts'
import { sealer } from '../db/sealed.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { everywhere, scopeKey } from '../selection/scope.ts'
import { type Selection, selectionKey } from '../selection/selection.ts'

const sealing = sealer('figureProof.key')

/** A state of a survey's data, as far as it can be told later what came after it. */
export type ProofState = {
  readonly loadCount: number
  readonly version: number
  /** When the figures last became other ones, in milliseconds since 1970. */
  readonly at: number
  /** The highest number of an interview. */
  readonly last: string
}

const count = z.int().nullable()
const kept = z.object({
  figure: z.string(),
  rights: z.string(),
  loadCount: z.int(),
  version: z.int(),
  at: z.number(),
  last: z.string().regex(/^\d+$/),
  value: z.number().nullable(),
  n: count,
  interviews: count,
})
/** What a token keeps: which figure, as whom, at which state, and what was told. */
export type KeptFigure = z.output<typeof kept>

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Equal for the same question, whoever asks. */
const figureKey = (selection: Selection, { id }: Pick<Indicator, 'id'>) => {
  const { dictionary } = selection
  // Whoever asks, on whatever day: the path that is asked for again names its days.
  const same: Selection = { ...selection, scope: everywhere(dictionary), today: '' }
  return hash(JSON.stringify([dictionary.survey, id, selectionKey(same)]))
}

/** Equal for who sees the same places. */
const rightsKey = ({ scope }: Pick<Selection, 'scope'>) => hash(scopeKey(scope))

/** What is kept of a figure as it is told now. `interviews`: of the selection; null: a protected survey tells none. */
export const keptFigure = (
  selection: Selection,
  indicator: Pick<Indicator, 'id'>,
  { value, n }: Pick<Figure, 'value' | 'n'>,
  interviews: number | null,
  { loadCount, version, at, last }: ProofState,
): KeptFigure => ({
  figure: figureKey(selection, indicator),
  rights: rightsKey(selection),
  loadCount,
  version,
  at,
  last,
  value,
  n,
  interviews,
})

/** Nobody can read a token or make one of their own: it holds what others were told. */
export const writeToken = (stores: Stores, { universe }: Pick<Dictionary, 'universe'>, figure: KeptFigure) =>
  sealing.seal(stores, JSON.stringify(figure), universe)

/** Null: it was cut, changed, or made in another universe. */
export async function readToken(
  stores: Stores,
  { universe }: Pick<Dictionary, 'universe'>,
  token: string,
): Promise<KeptFigure | null> {
  try {
    const read = kept.safeParse(JSON.parse(await sealing.unseal(stores, token, universe)))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export async function proofState(stores: Stores, dictionary: Dictionary, loadCount: number): Promise<ProofState> {
  const { survey, version } = dictionary
  const [{ rows }, [row]] = await Promise.all([
    query(
      stores.service,
      { at: time },
      `select coalesce((select raised_at from projection_survey where survey = $1), now()) as at`,
      [survey],
    ),
    stores.clickhouse.read<[string]>(
      `select toString(max(id)) from ${tableOf(survey)}`,
      {},
      { lane: 'user', tenant: dictionary.universe, timeout: 60 },
    ),
  ])
  return { loadCount, version, at: rows[0]?.at.getTime() ?? 0, last: row?.[0] ?? '0' }
}
