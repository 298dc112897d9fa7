import type { Figure } from '@kaiku/contract/figure.ts'
import type { Ranking, RankingRow } from '@kaiku/contract/ranking.ts'
import { shownRows } from '@kaiku/contract/ranking-order.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import type { Words } from '../component-table/figure-cells.ts'
import type { Told } from '../document/document-content.ts'
import type { ProofOf } from '../figure-proof/proof-address.ts'
import { type DocumentKey, documentText } from './document-text.ts'

/** What figures of a document are told with. */
export type FigureTelling = {
  readonly indicators: readonly ShownIndicator[]
  readonly words: Words
  readonly calendar: Calendar
  readonly minimumN: number
  readonly compared: DocumentKey
  /** Where a figure comes from. */
  readonly proof: ProofOf
}

export const indicatorOf = ({ indicators }: FigureTelling, id: string | undefined) =>
  indicators.find((one) => one.id === id)

/** Why there is no figure, or one on few answers. */
export function stateWords({ state }: Pick<Figure, 'state'>, { minimumN, words }: FigureTelling): Told | null {
  const { locale, say } = words
  if (state === 'shown') return null
  const text =
    state === 'few'
      ? say('table.few')
      : state === 'hidden'
        ? documentText('hidden', locale, String(minimumN))
        : documentText('noAnswers', locale)
  return { text, look: 'words' }
}

/** The rows of a ranking, best first by its first indicator. */
export function rankedRows(ranking: Ranking, telling: FigureTelling): RankingRow[] {
  const lead = indicatorOf(telling, ranking.indicators[0])
  const sort = { id: lead?.id ?? 'name', desc: lead?.better === 'high' }
  const { locale } = telling.words
  return shownRows(rankingRows(ranking), { lead: lead?.id ?? '', sort, search: '', part: 'all', leastN: 1, locale })
}
