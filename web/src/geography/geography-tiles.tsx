import { tileOrders, tilesBySpot, tilesInOrder } from '@kaiku/contract/place-tile-order.ts'
import { plusMinus, type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { LinkButton, Select } from '../control/control.tsx'
import { useChosen } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { usePlace } from '../place/place.queries.ts'
import { type Tile, tilesOf } from './geography-tile.ts'
import css from './geography-tiles.module.css'
import { OneTile } from './one-tile.tsx'

const shownFirst = 60

/** Places as tiles, lying like a map where the page says how, else in order. */
export function GeographyTiles({ asked, answer, indicators, title }: ComponentProps<'GeographyTiles'>) {
  const { t, i18n } = useTranslation()
  const { data: place } = usePlace()
  const fileOf = useTableFile(asked)
  const [order, setOrder] = useChosen('order', 'value', tileOrders)
  const [isAll, setAll] = useState(false)
  const { ranking } = answer
  const indicator = indicators.get(ranking.indicators[0] ?? '')
  const tiles = useMemo(() => (indicator ? tilesOf(answer, indicator) : []), [answer, indicator])
  const heading = title ?? t('geography.of', { indicator: indicator?.title ?? '', rows: ranking.rowTitle })
  if (!indicator || tiles.length === 0)
    return (
      <Card title={heading}>
        <Notice title={t('ranking.empty')}>{t(place?.childTitle === null ? 'ranking.leaf' : 'noAnswersWhy')}</Notice>
      </Card>
    )
  const placed = tilesBySpot(tiles)
  const others = tilesInOrder(
    tiles.filter(({ spot }) => spot === null),
    order,
    indicator,
    i18n.language,
  )
  const shown = isAll ? others : others.slice(0, shownFirst)
  const table: DataTable = {
    head: [ranking.rowTitle, indicator.title, t('interval'), t('n'), t('column.change')],
    rows: [...placed, ...others].map((tile) => rowOf(tile, indicator, t('hiddenShort'), i18n.language)),
  }
  const columns = Math.max(1, ...placed.map(({ spot }) => spot?.column ?? 1))
  const figures = tiles.map(({ row }) => row.cells[0]?.figure.state)
  const actions = others.length > 1 && (
    <Select
      label={t('geography.sort')}
      value={order}
      choices={tileOrders.map((value) => ({ value, title: t(`geography.sort.${value}`) }))}
      onChange={setOrder}
    />
  )
  return (
    <Card
      title={heading}
      count={formatCount(tiles.length, i18n.language)}
      actions={actions}
      table={table}
      fetchFile={fileOf(heading, { sort: order })}
    >
      {placed.length > 0 && (
        <div className={css.scroll}>
          <ul className={css.map} style={{ '--columns': String(columns) }} onKeyDown={walk}>
            {placed.map((tile) => (
              <OneTile key={tile.row.path ?? tile.row.id} tile={tile} indicator={indicator} />
            ))}
          </ul>
        </div>
      )}
      {placed.length > 0 && others.length > 0 && <p className={css.heading}>{t('geography.elsewhere')}</p>}
      {others.length > 0 && (
        <ul className={css.tiles} onKeyDown={walk}>
          {shown.map((tile) => (
            <OneTile key={tile.row.path ?? tile.row.id} tile={tile} indicator={indicator} />
          ))}
        </ul>
      )}
      {others.length > shownFirst && (
        <LinkButton className={css.more} onClick={() => setAll(!isAll)}>
          {t(isAll ? 'showLess' : 'showAll', { n: formatCount(others.length, i18n.language) })}
        </LinkButton>
      )}
      <p className={css.legend}>
        <span>{t('heatMap.legend.rest')}</span>
        {tiles.some(({ isFew }) => isFew) && <span>{t('fewWhy', { minimum: place?.minimumN ?? '' })}</span>}
        {figures.includes('hidden') && <span>{t('crosstab.hidden')}</span>}
      </p>
    </Card>
  )
}

function rowOf({ row }: Tile, indicator: ShownIndicator, hidden: string, locale: string): DataTable['rows'][number] {
  const [cell] = row.cells
  if (!cell || cell.figure.state === 'hidden') return [row.name, hidden, null, null, null]
  const { figure, change } = cell
  const value = valueText(indicator, figure.value, locale)
  return [row.name, value, plusMinus(indicator, figure, locale), figure.n, change?.significant ? change.value : null]
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Arrow keys go to the nearest tile in their direction, as it is seen. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const [right, down] = directions[event.key] ?? [0, 0]
  const from = document.activeElement?.closest('li')
  if ((right === 0 && down === 0) || !from) return
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const here = middle(from)
  const ahead = [...event.currentTarget.querySelectorAll('li')].flatMap((tile) => {
    const { x, y } = middle(tile)
    const along = (x - here.x) * right + (y - here.y) * down
    const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right)
    const link = tile.querySelector('a')
    return along > 1 && link ? [{ link, far: along + 3 * aside }] : []
  })
  const nearest = ahead.sort((a, b) => a.far - b.far)[0]
  if (!nearest) return
  event.preventDefault()
  nearest.link.focus()
}
