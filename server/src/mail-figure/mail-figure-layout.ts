import type { FiguresBlock, MailContent } from '@kaiku/contract/template.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { shownAs } from '../dictionary/shown-indicator.ts'
import { aroundFields } from '../message/liquid.ts'
import { escaped } from '../text/html.ts'

/** The fields of a block of figures, by its position: each is there where it is told. */
export const figureFields = (at: number) => ({
  /** Place and days; without it nothing of the block is told. */
  head: `b${at}`,
  /** Why it is left out, in previews alone. */
  why: `b${at}_why`,
  count: `b${at}_count`,
  value: (nth: number) => `b${at}_${nth}`,
  n: (nth: number) => `b${at}_${nth}_n`,
})

export type PlacedBlock = { readonly at: number; readonly block: FiguresBlock }

/** The blocks of figures that a mail sends. */
export const figureBlocks = ({ source, blocks }: Pick<MailContent, 'source' | 'blocks'>): readonly PlacedBlock[] =>
  source.trim() === '' ? blocks.flatMap((block, at) => (block.kind === 'figures' ? [{ at, block }] : [])) : []

/** What stands for figures in the texts of a mail. */
export const figureFieldNames = (content: Pick<MailContent, 'source' | 'blocks'>): readonly string[] =>
  figureBlocks(content).flatMap(({ at, block }) => {
    const { head, why, count, value, n } = figureFields(at)
    const names = [head, why, count, ...block.indicators.flatMap((_, nth) => [value(nth), n(nth)])]
    return names.map((name) => `figures.${name}`)
  })

type Setting = { readonly dictionary: Dictionary; readonly locale: string }

function titlesOf({ indicators }: FiguresBlock, { dictionary: { definition }, locale }: Setting): readonly string[] {
  const known = new Map(definition.indicators.map((one) => [one.id, one]))
  return indicators.map((id) => {
    const indicator = known.get(id)
    return indicator ? shownAs(definition, indicator, locale).title : ''
  })
}

const shown = (name: string) => `{{ figures.${name} }}`
const where = (name: string, then: string) => `{% if figures.${name} %}${then}{% endif %}`

/** As rows of MJML that stand only where something is told; in previews what is left out says so. */
export function figuresMjml({ at, block }: PlacedBlock, setting: Setting): string {
  const { head, why, count, value, n } = figureFields(at)
  const safe = (text: string) => aroundFields(text, escaped)
  const small = 'font-size:14px;line-height:1.4'
  const lines = titlesOf(block, setting).map((title, nth) =>
    where(
      value(nth),
      `<p style="margin:0 0 6px"><b style="font-size:24px;line-height:1.3">${shown(value(nth))}</b> ${safe(title)} <span style="${small}">(${shown(n(nth))})</span></p>`,
    ),
  )
  const counted = where(count, `<p style="margin:0;${small}">${shown(count)}</p>`)
  const section = (inside: string) =>
    `<mj-section background-color="#ffffff" padding="4px 8px" css-class="card"><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section>`
  const told = section(`<p style="margin:0 0 6px;${small}">${shown(head)}</p>${lines.join('')}${counted}`)
  const left = section(`<p style="margin:0;padding:8px;border:1px dashed #8b919a;${small}">${shown(why)}</p>`)
  const raw = (tag: string) => `<mj-raw>{% ${tag} %}</mj-raw>`
  return `${raw(`if figures.${head}`)}${told}${raw(`elsif figures.${why}`)}${left}${raw('endif')}`
}

/** The same as lines of plain text. */
export function figuresText({ at, block }: PlacedBlock, setting: Setting): string {
  const { head, count, value, n } = figureFields(at)
  const lines = titlesOf(block, setting).map((title, nth) =>
    where(value(nth), `\n${title}: ${shown(value(nth))} (${shown(n(nth))})`),
  )
  return where(head, `${shown(head)}${lines.join('')}${where(count, `\n${shown(count)}`)}`)
}
