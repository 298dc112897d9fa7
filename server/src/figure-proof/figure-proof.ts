import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { component } from '@kaiku/contract/page.ts'
import { effectiveN, intervalMethod, type Measure, variance } from '@kaiku/core/indicator.ts'
import type { Sums } from '@kaiku/core/sums.ts'
import { type DataState, dataState } from '../aggregate/data-state.ts'
import { wordsOf } from '../component-table/figure-cells.ts'
import { scriptsBehind } from '../computed/script-behind.ts'
import { weightDecimals } from '../dictionary/dictionary.ts'
import { shownAs } from '../dictionary/shown-indicator.ts'
import { basesOf, totalKey } from '../figure/bases.ts'
import { type Base, figureOf, type Measured, measuredOf, nOf } from '../figure/figures.ts'
import { refuseTelling } from '../figure/protection.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { factsOf } from '../figure-table/table-facts.ts'
import { excludedAt } from '../interview-exclusion/interview-exclusion.ts'
import { askedFor, type FigureRequest } from '../result/result.ts'
import { holdsWhole } from '../selection/visible-node.ts'
import { isAdditive } from '../sums/sums.ts'
import { plain } from '../table-file/sheet-cell.ts'
import { selectedOf, withoutAnswer } from './left-out.ts'
import { definitionOf } from './proof-definition.ts'
import { keptFigure, proofState, readToken, writeToken } from './proof-token.ts'
import { behindPath, settledPath } from './settled-path.ts'
import { sinceThen } from './since.ts'

/** Where a figure of a place comes from. `token`: of an earlier answer, to tell what has changed. Throws the Faults of the selection. */
export async function figureProof(
  question: FigureRequest,
  indicator: string,
  token: string | undefined,
  state: DataState,
): Promise<FigureProof> {
  const { stores, dictionary, path, locale } = question
  const tile = component.parse({ type: 'IndicatorTiles', spark: false })
  const asked = await askedFor(question, tile, state)
  refuseTelling(asked, tile)
  const [measured] = indicatorsOf(asked, [indicator])
  if (!measured) throw new TypeError('one was asked for')
  // Before the figures: what comes meanwhile is told as new rather than not at all.
  const reached = await proofState(stores, dictionary, state.loadCount)
  const { figure, definition, more } = await toldOf(asked, measured)
  const { selection } = asked.scan
  const kept = keptFigure(selection, measured.indicator, figure, more.interviews?.selection ?? null, reached)
  const then = token === undefined ? undefined : await readToken(stores, dictionary, token)
  const settled = settledPath(selection, path)
  const after = await dataState(stores, dictionary.survey)
  return {
    indicator: shownAs(dictionary.definition, measured.indicator, locale),
    definition,
    selection: factsOf(asked, path, '', wordsOf(locale))
      .slice(1, -1)
      .map(([title, text]) => ({ title: textOf(title), text: textOf(text) })),
    path: settled,
    behind: behindPath(dictionary, measured.indicator, settled),
    figure,
    isProtected: asked.isProtected,
    isPart: !holdsWhole(selection.scope, selection.view, selection.node),
    sums: more.sums,
    interviews: more.interviews,
    leftOut: more.leftOut,
    excluded: asked.isProtected ? null : await excludedOf(stores, asked),
    scripts: await scriptsBehind(stores, dictionary, questionsOf(asked, measured.indicator)),
    state: {
      loadCount: reached.loadCount,
      version: reached.version,
      at: new Date(reached.at).toISOString(),
      settled: state.settled && after.settled && after.loadCount === state.loadCount,
    },
    token: await writeToken(stores, dictionary, kept),
    since: then === undefined ? null : await sinceThen(asked, then, kept, reached),
  }
}

async function excludedOf(stores: FigureRequest['stores'], { dictionary, scan }: QueryContext) {
  const { scope, view, node, period } = scan.selection
  const found = await excludedAt(stores, dictionary, { scope, view, node, days: period })
  return found && { n: found.n, since: found.since.toISOString() }
}

/** The questions that an indicator is about, and those that the selection is filtered by. */
function questionsOf(asked: QueryContext, indicator: Indicator): string[] {
  const parts =
    'parts' in indicator
      ? indicatorsOf(
          asked,
          indicator.parts.map((part) => part.indicator),
        )
      : []
  const about = [indicator, ...parts.map((part) => part.indicator)].flatMap((one) =>
    'question' in one && one.question !== undefined ? [one.question] : [],
  )
  return [...about, ...asked.scan.selection.chosen.map(({ stored }) => stored.question.id)]
}

const textOf = (cell: Parameters<typeof plain>[0] | undefined) => String(plain(cell ?? null) ?? '')

type More = Pick<FigureProof, 'sums' | 'interviews' | 'leftOut'>
const untold: More = { sums: null, interviews: null, leftOut: [] }

/** A figure with its definition and, but for a protected survey, what it is made of. */
async function toldOf(asked: QueryContext, measured: Measured) {
  const { scan, isProtected } = asked
  const { indicator } = measured
  const parts =
    'parts' in indicator
      ? indicatorsOf(
          asked,
          indicator.parts.map((part) => part.indicator),
        )
      : []
  const answered = measuredOf(asked.dictionary, unweighted(indicator))
  const total = await basesOf(
    scan,
    { by: 'total' },
    isProtected ? [measured, ...parts] : [measured, answered, ...parts],
  )
  const base = total.base(totalKey, measured, 'now')
  const figure = figureOf(base, measured, isProtected)
  const definition = definitionOf(asked, measured, parts, total)
  if (isProtected) return { figure, definition, more: untold }
  const counts = await selectedOf(asked)
  const inside = await withoutAnswer(asked, indicator, {
    selected: counts.selection,
    answered: nOf(total.base(totalKey, answered, 'now')),
    n: nOf(base),
  })
  const more: More = {
    sums: sumsOf(base, measured),
    interviews: { place: counts.place, selection: counts.selection },
    leftOut: [...counts.leftOut, ...inside].filter(({ n }) => n !== 0),
  }
  return { figure, definition, more }
}

/** The same without weights: who answered at all. */
const unweighted = (indicator: Indicator): Indicator =>
  isAdditive(indicator) ? { ...indicator, id: '~answered', weight: 'none' } : indicator

function sumsOf(base: Base, { measure, bounds }: Measured): More['sums'] {
  if (!('sums' in base)) return null
  const { sums } = base
  const { W, W2, S } = sums
  const spread = variance(sums)
  return {
    W,
    W2,
    S,
    ...sidesOf(sums, measure),
    deviation: spread === null ? null : Math.sqrt(spread),
    effectiveN: effectiveN(sums),
    interval: intervalMethod(measure, bounds),
  }
}

const shares: ReadonlySet<Measure> = new Set(['share', 'rate'])
/** Weights are kept to so many decimals; what lies beyond is left by the division. */
const exactTo = 10 ** weightDecimals
const rounded = (weight: number) => Math.round(weight * exactTo) / exactTo

/** Of scores of ±100 and 0 the weights on either side, from their sum and the sum of their squares. */
function sidesOf({ W, S, SS, offset = 0 }: Sums, measure: Measure) {
  if (shares.has(measure)) return { counted: rounded(S / 100), against: null }
  if (measure !== 'nps') return { counted: null, against: null }
  const both = (SS + 2 * offset * S - offset * offset * W) / 10_000
  const more = S / 100
  return { counted: rounded((both + more) / 2), against: rounded((both - more) / 2) }
}
