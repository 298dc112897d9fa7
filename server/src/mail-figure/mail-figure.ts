import type { Figure } from '@kaiku/contract/figure.ts'
import type { MailContent } from '@kaiku/contract/template.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { addDays, type Day, dayIn, endOf, startOf } from '@kaiku/core/day.ts'
import { formatCount, formatPeriod } from '@kaiku/core/format.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { shownAs } from '../dictionary/shown-indicator.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { placeFigures } from '../figure/place-figures.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { holdsLeaves } from '../selection/scope-condition.ts'
import { type Period, pathOf } from '../selection/selection.ts'
import { figureBlocks, figureFields, type PlacedBlock } from './mail-figure-layout.ts'
import { mailFigureText } from './mail-figure-text.ts'

/** Whoever reads a mail may be anybody: of fewer answers nothing is told, also where the survey has a lower minimum. */
const leastAnswers = 5

type Content = Pick<MailContent, 'source' | 'blocks'>
/** Values of the fields of figures, by name. */
export type FigureValues = Readonly<Record<string, string>>
/** What a mail tells of the place of somebody with these leaf keys. */
export type FiguresFor = (leaves: readonly number[], locale: string) => Promise<FigureValues>

/** The place that a mail speaks of: of the survey’s first view. */
type Place = { readonly view: StoredView; readonly node: number }

function placeOf({ views }: Dictionary, leaves: readonly number[]): Place | null {
  const [view] = views.values()
  if (!view) return null
  const node = view.tree.line(leaves[view.number - 1] ?? rootNumber).at(-1)
  return { view, node: node?.number ?? rootNumber }
}

/** The path of that place. */
export function placePath(dictionary: Dictionary, leaves: readonly number[]): string | null {
  const place = placeOf(dictionary, leaves)
  return place && pathOf(place.view, place.node)
}

/** Whether the viewer sees figures of all of the place. */
export function seesPlaceFigures(who: Viewer, dictionary: Dictionary, leaves: readonly number[]): boolean {
  const place = placeOf(dictionary, leaves)
  if (!place) return false
  const own = Array.from({ length: place.view.number }, (_, at) =>
    at === place.view.number - 1 ? place.node : rootNumber,
  )
  return holdsLeaves(quietScopeOf(who, dictionary, 'seeIndicators'), own)
}

/** So many days up to this one; of a protected survey the whole release periods that they touch. */
function periodOf({ definition: { settings }, calendar }: Dictionary, days: number, today: Day): Period {
  const from = addDays(today, 1 - days)
  if (!settings.protection) return { from, to: today }
  const unit = settings.protectionPeriod
  return { from: startOf(unit, from, calendar), to: endOf(unit, today, calendar) }
}

/** A figure of the place; null: it may not be told, or there is none. */
type Ask = (indicator: string | null, days: number) => Promise<Figure | null>

/**
 * What blocks of figures tell, as who sees all of the survey is told, without what rests on too few answers. All places
 * of a depth are counted together, once for each figure however many ask.
 */
export function figuresOf(stores: Stores, dictionary: Dictionary, content: Content, now: number): FiguresFor {
  const blocks = figureBlocks(content)
  const today = dayIn(dictionary.definition.settings.timeZone, now)
  const counted = new Map<string, Promise<ReadonlyMap<number, Figure>>>()
  const askAt = ({ view, node }: Place): Ask => {
    const level = node === rootNumber ? 0 : view.tree.depth(node)
    return async (indicator, days) => {
      const key = JSON.stringify([level, indicator, days])
      const wanted = { view, level, indicator, period: periodOf(dictionary, days, today) }
      const found = counted.get(key) ?? figuresAt(stores, dictionary, wanted)
      counted.set(key, found)
      const figure = (await found).get(node)
      return figure?.state === 'shown' && (figure.n ?? 0) >= leastAnswers ? figure : null
    }
  }
  return async (leaves, locale) => {
    const place = placeOf(dictionary, leaves)
    if (!place || blocks.length === 0) return {}
    const ask = askAt(place)
    const said: Record<string, string> = {}
    for (const one of blocks)
      Object.assign(
        said,
        await valuesOf(one, ask, { dictionary, locale, today, title: titleOf(dictionary, leaves, locale) }),
      )
    return said
  }
}

type Counted = {
  readonly view: StoredView
  readonly level: number
  readonly indicator: string | null
  readonly period: Period
}

async function figuresAt(
  stores: Stores,
  dictionary: Dictionary,
  wanted: Counted,
): Promise<ReadonlyMap<number, Figure>> {
  const found = await placeFigures(stores, dictionary, Object.assign({ when: '', compared: null }, wanted))
  return new Map(found.map(({ node, figure }) => [node, figure]))
}

const titleOf = (dictionary: Dictionary, leaves: readonly number[], locale: string) =>
  placeTitle(dictionary, leaves, (text: Localised) => localise(text, locale, dictionary.definition.settings.locale))

type Telling = { readonly dictionary: Dictionary; readonly locale: string; readonly today: Day; readonly title: string }

/** Of what is not told there is no value; where nothing is told, not even the place stands there. */
async function valuesOf({ at, block }: PlacedBlock, ask: Ask, telling: Telling): Promise<FigureValues> {
  const { dictionary, locale, today, title } = telling
  const fields = figureFields(at)
  const isDated = dictionary.role('date') !== null
  const said: Record<string, string> = {}
  for (const [nth, id] of block.indicators.entries()) {
    const indicator = dictionary.definition.indicators.find((one) => one.id === id)
    const figure = indicator ? await ask(id, block.days) : null
    if (!indicator || !figure) continue
    said[fields.value(nth)] = valueText(shownAs(dictionary.definition, indicator, locale), figure.value, locale)
    said[fields.n(nth)] = `n = ${formatCount(figure.n, locale)}`
  }
  const count = isDated && block.countDays !== null ? await ask(null, block.countDays) : null
  if (count && block.countDays !== null)
    said[fields.count] = countText(count, periodOf(dictionary, block.countDays, today), telling, block.countDays)
  if (Object.keys(said).length === 0) return said
  const period = periodOf(dictionary, block.days, today)
  said[fields.head] = isDated && block.indicators.length > 0 ? `${title}, ${formatPeriod(period, locale)}` : title
  return said
}

function countText({ n }: Figure, period: Period, { dictionary, locale }: Telling, days: number): string {
  const count = formatCount(n, locale)
  return dictionary.definition.settings.protection
    ? mailFigureText('countedIn', locale, count, formatPeriod(period, locale))
    : mailFigureText('counted', locale, count, formatCount(days, locale))
}

/** For a preview: why blocks that tell nothing are left out. */
export const whyLeftOut = (content: Content, values: FigureValues, locale: string, maySee: boolean): FigureValues =>
  Object.fromEntries(
    figureBlocks(content)
      .filter(({ at }) => values[figureFields(at).head] === undefined)
      .map(({ at }) => [figureFields(at).why, mailFigureText(maySee ? 'few' : 'notYours', locale)]),
  )
