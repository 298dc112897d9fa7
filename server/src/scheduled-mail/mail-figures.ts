import { createHash } from 'node:crypto'
import { component } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { formatChange, formatCount, formatValue } from '@kaiku/core/format.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { told } from '../component-table/component-table.ts'
import { titleOf, wordsOf } from '../component-table/figure-cells.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import { factsOf } from '../figure-table/table-facts.ts'
import { askedFor, type FigureRequest, figuresFor, placeFor } from '../result/result.ts'
import { plain } from '../table-file/sheet-cell.ts'
import { sentence } from '../text/text.ts'
import { scheduledMailText } from './scheduled-mail-text.ts'

/** An indicator as a line of a mail. */
export type FigureLine = {
  /** The id of the indicator. */
  readonly indicator: string
  readonly title: string
  readonly value: string
  readonly n: string
  readonly change: string
  /** In words: whether the change is more than chance. */
  readonly note: string
  /** Its course as a row of blocks; empty: none is told. */
  readonly course: string
}

/** The page that shows the same, where one ends these mails, and where each indicator’s figure comes from. */
export type MailLinks = {
  readonly page: string
  readonly leave: string
  /** All mails of schedules that the reader gets. */
  readonly all: string
  readonly proofs: ReadonlyMap<string, string>
}

/** What a mail tells of a place. */
export type MailFigures = {
  /** Survey, place, period, comparison and filters. */
  readonly facts: readonly { readonly title: string; readonly text: string }[]
  readonly place: string
  readonly lines: readonly FigureLine[]
  /** What happened, in one or two sentences without marks. */
  readonly sentence: string
  /** Fewer answered than figures are told of. */
  readonly isFew: boolean
  /** The same where nothing that is told has changed. */
  readonly hash: string
}

type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]
const mostLines = 12
/** Periods of a course: more are too wide for a telephone. */
const mostSteps = 14

/** The main indicators of a place, as their reader may see them. */
export async function mailFigures(question: FigureRequest, state: DataState): Promise<MailFigures> {
  const { locale, path, dictionary } = question
  const asked = await askedFor(question, { type: 'Text', text: '' }, state)
  const place = await placeFor(question, state)
  const { answers, indicators } = await figuresFor(question, [component.parse({ type: 'IndicatorTiles' })], state)
  const { tiles } = told(answers[0], 'IndicatorTiles')
  const known = new Map(indicators.map((one) => [one.id, one]))
  const rows = tiles.slice(0, mostLines).flatMap((tile) => {
    const indicator = known.get(tile.indicator)
    return indicator ? [{ tile, indicator }] : []
  })
  const title = asked.translate(dictionary.definition.settings.title)
  const facts = factsOf(asked, path, title, wordsOf(locale))
    .slice(1, -1)
    .map(([name, text]) => ({ title: String(plain(name ?? null)), text: String(plain(text ?? null) ?? '') }))
  const { nInterviews, minimumN } = place
  const seen = [path, nInterviews, tiles.map(({ figure, change }) => [figure, change?.value, change?.significant])]
  return {
    facts,
    place: place.segments.map(({ name }) => name).join(' › '),
    lines: rows.map(({ tile, indicator }) => lineOf(tile, indicator, locale)),
    sentence: happened(rows, place.trendDetails, locale),
    isFew: nInterviews === null || nInterviews < minimumN,
    hash: createHash('sha256').update(JSON.stringify(seen)).digest('base64url'),
  }
}

function lineOf({ figure, change, spark }: Tile, indicator: ShownIndicator, locale: string): FigureLine {
  const { measure, decimals } = indicator
  const isHidden = figure.state === 'hidden'
  const words = wordsOf(locale)
  const noted = change === null ? '' : scheduledMailText(change.significant ? 'significant' : 'chance', locale)
  return {
    indicator: indicator.id,
    title: titleOf(indicator),
    value: isHidden ? words.say('table.hidden') : formatValue(measure, figure.value, decimals, locale),
    n: formatCount(figure.n, locale),
    change: formatChange(change?.value ?? null, decimals, locale),
    note: figure.state === 'few' ? words.say('table.few') : noted,
    course: isHidden ? '' : courseOf(spark.slice(-mostSteps)),
  }
}

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** Values as blocks of different heights; where there is none, a gap. */
export function courseOf(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return ''
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const step = (value: number) => (high === low ? 3 : Math.round(((value - low) / (high - low)) * (blocks.length - 1)))
  return values.map((value) => (value === null ? '·' : blocks[step(value)])).join('')
}

/** The change that is the surest of those that are sure; without one, what is said of the main indicator. */
function happened(
  rows: readonly { readonly tile: Tile; readonly indicator: ShownIndicator }[],
  main: string,
  locale: string,
): string {
  const sure = rows.flatMap(({ tile, indicator }) => {
    const { change } = tile
    if (!change?.significant || change.before === null || tile.figure.value === null) return []
    const width = Math.max(1e-9, (change.high ?? change.value) - (change.low ?? change.value))
    return [{ indicator, change, strength: Math.abs(change.value) / width, now: tile.figure.value }]
  })
  const [most] = sure.sort((one, other) => other.strength - one.strength)
  if (!most || most.indicator.id === rows[0]?.indicator.id) return unmarked(main)
  const { measure, decimals, title } = most.indicator
  const value = (one: number | null) => formatValue(measure, one, decimals, locale)
  const said = sentence(
    most.change.value > 0 ? 'rose' : 'fell',
    locale,
    title,
    value(most.change.before),
    value(most.now),
  )
  return unmarked(said)
}

const unmarked = (text: string) => text.replaceAll('**', '')
