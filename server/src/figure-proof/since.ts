import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { changedSince } from '../interview-change/changed-since.ts'
import { chosenInterviews } from '../interview-list/chosen-interviews.ts'
import { isEverywhere } from '../selection/scope.ts'
import { countOf } from '../selection/sql.ts'
import type { KeptFigure, ProofState } from './proof-token.ts'

type Since = NonNullable<FigureProof['since']>
type Now = Pick<KeptFigure, 'value' | 'n' | 'interviews' | 'figure' | 'rights'>

/** What has become of a figure since it was told. */
export async function sinceThen(
  asked: QueryContext,
  then: KeptFigure | null,
  now: Now,
  state: ProofState,
): Promise<Since> {
  if (then?.figure !== now.figure) return { is: 'unreadable' }
  if (then.rights !== now.rights) return { is: 'otherRights' }
  const { at, loadCount, value, n, interviews } = then
  const told = { at: new Date(at).toISOString(), loadCount, value, n, interviews }
  if (loadCount === state.loadCount && then.version === state.version) return { is: 'same', told }
  const isSame = value === now.value && n === now.n && interviews === now.interviews
  return {
    is: isSame ? 'unmoved' : 'changed',
    told,
    happened: asked.isProtected ? null : await happenedSince(asked, then, now, state),
  }
}

async function happenedSince(
  { scan, stores, dictionary, scope }: QueryContext,
  then: KeptFigure,
  now: Now,
  state: ProofState,
): Promise<Extract<Since, { is: 'changed' }>['happened']> {
  const { selection } = scan
  const source = { dictionary, conditions: conditions(selection, null) }
  const [[added], changed] = await Promise.all([
    stores.clickhouse.read(
      sumStatement(source, [], [countOf(`id > ${then.last}`)]),
      {},
      { lane: 'user', tenant: dictionary.universe, timeout: 60 },
    ),
    changedSince(stores.pool, dictionary, new Date(then.at), then.last),
  ])
  const corrected = await chosenInterviews(stores, selection, { numbers: changed.corrected, days: null })
  const imported = Number(added?.[0] ?? 0)
  return {
    imported,
    corrected: corrected === '' ? 0 : corrected.split(',').length,
    gone: (then.interviews ?? 0) + imported - (now.interviews ?? 0),
    // Elsewhere it would tell of places that the viewer does not see.
    erased: isEverywhere(scope) ? changed.erased : null,
    published: then.version !== state.version,
  }
}
