import type { Component } from '@kaiku/contract/page.ts'
import { formatFiltered, parseFiltered, parsePath } from '@kaiku/core/drill-path.ts'
import { isLong } from '@kaiku/core/filter-reference.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { componentPath } from '../component-table/component-table.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { basesOf, totalKey } from '../figure/bases.ts'
import { figureOf } from '../figure/figures.ts'
import { indicatorsOf } from '../figure/query-context.ts'
import { askedFor, type FigureRequest } from '../result/result.ts'
import type { Selection } from '../selection/selection.ts'
import { keptFigure, proofState, writeToken } from './proof-token.ts'
import { settledPath } from './settled-path.ts'

/** What an indicator is called, and the address that says where its figure comes from. */
export type ProofAddress = { readonly indicator: string; readonly title: string; readonly address: string }

/**
 * Addresses of the main indicators' figures at a place, each with what is told of it now. None where the selection is
 * too long for an address.
 */
export async function proofAddresses(
  question: FigureRequest,
  state: DataState,
  query: { readonly universe: string },
): Promise<readonly ProofAddress[]> {
  const { stores, dictionary, path } = question
  const asked = await askedFor(question, { type: 'Text', text: '' }, state)
  const { selection } = asked.scan
  const settled = settledPath(selection, path)
  if (isLong(settled)) return []
  const measured = indicatorsOf(asked, undefined)
  const [reached, total] = await Promise.all([
    proofState(stores, dictionary, state.loadCount),
    basesOf(asked.scan, { by: 'total' }, measured),
  ])
  const interviews = asked.isProtected ? null : total.n(totalKey, 'now')
  return Promise.all(
    measured.map(async (one) => {
      const { id, title } = one.indicator
      const figure = figureOf(total.base(totalKey, one, 'now'), one, asked.isProtected)
      const token = await writeToken(
        stores,
        dictionary,
        keptFigure(selection, one.indicator, figure, interviews, reached),
      )
      const at = { survey: dictionary.extName, drillPath: settled, indicator: id }
      return { indicator: id, title: asked.translate(title), address: pathTo('proof', at, { ...query, at: token }) }
    }),
  )
}

/** The address that says where an indicator's figure comes from. `place`: below, that the figure is of; null: the whole. */
export type ProofOf = (indicator: string, place: string | null) => string | undefined

type Known = {
  readonly dictionary: Dictionary
  /** Whose period is meant on any later day. */
  readonly selection: Pick<Selection, 'period'>
  readonly query: { readonly universe: string }
  readonly publicUrl: string
}

/** Tells where the figures of a component at a path come from; of none whose selection is too long for an address. */
export function proofOf(
  { dictionary, selection, query, publicUrl }: Known,
  path: string,
  component: Pick<Component, 'filter'>,
): ProofOf {
  const whole = componentPath(component, settledPath(selection, path))
  return (indicator, place) => {
    const drillPath = place === null ? whole : atPlace(place, whole)
    if (isLong(drillPath)) return undefined
    return new URL(pathTo('proof', { survey: dictionary.extName, drillPath, indicator }, query), publicUrl).href
  }
}

/** The filters of a path, at another place. */
export function atPlace(place: string, path: string): string {
  const [to, filtered] = [parsePath(place), parseFiltered(path)]
  return to.ok && filtered.ok ? formatFiltered(to.value, filtered.value.selection) : path
}
