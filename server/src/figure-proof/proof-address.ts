import { isLong } from '@kaiku/core/filter-reference.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { basesOf, totalKey } from '../figure/bases.ts'
import { figureOf } from '../figure/figures.ts'
import { indicatorsOf } from '../figure/query-context.ts'
import { askedFor, type FigureRequest } from '../result/result.ts'
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
