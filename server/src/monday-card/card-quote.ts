import type { CardLine } from '@kaiku/contract/monday-card.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { formatDay, formatValue } from '@kaiku/core/format.ts'
import { cardLine, facts } from './card-line.ts'

type Comments = AnswerOf<'Comments'>

/** In which orders comments are looked through; a survey without scores has none of them. */
export const quotesWanted = ['highest', 'lowest'] as const

/** Letters that a quote has: shorter says nothing, longer is not read on a card. */
const length = { least: 15, most: 280 }

/** The best and the worst that was written, where comments have scores; else the two newest. */
export async function quoteLines(
  [highest, lowest]: readonly (Comments | null)[],
  newest: () => Promise<Comments | null>,
  main: ShownIndicator | undefined,
  locale: string,
): Promise<CardLine[]> {
  const fit = (answer: Comments | null | undefined) =>
    answer?.comments.filter(({ text }) => {
      const letters = Array.from(text.trim()).length
      return letters >= length.least && letters <= length.most
    }) ?? []
  const [best] = fit(highest)
  const worst = fit(lowest).find(({ text }) => text !== best?.text)
  const chosen = best && worst ? [best, worst] : fit(await newest()).slice(0, 2)
  return chosen.map(({ text, interviewId, day, scores }) => {
    const score = scores.find(({ indicator }) => indicator === main?.id)
    const scored = main && score ? `${main.title} ${formatValue('mean', score.value, 0, locale)}` : ''
    return cardLine('quote', text.trim(), {
      interviewId,
      facts: facts(scored, day === null ? '' : formatDay(day, locale)),
    })
  })
}
