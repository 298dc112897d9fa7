import type { Heat } from '@kaiku/contract/heat.ts'
import { useTranslation } from 'react-i18next'
import { Surface } from './surface.tsx'
import css from './surface-grid.module.css'
import { roomy, useCapacity } from './use-capacity.ts'

export type SurfaceCell = {
  readonly text: string
  /** Behind the text, smaller: what it lies clearly above. */
  readonly mark?: string
  readonly heat?: Heat | undefined
  readonly isFew?: boolean
}
type WallLine = { readonly id: string; readonly name: string; readonly cells: readonly SurfaceCell[] }
type Head = { readonly id: string; readonly name: string; readonly n?: string }

type Props = {
  title: string
  /** What the lines are, above their names. */
  lead: string
  heads: readonly Head[]
  lines: readonly WallLine[]
  /** Which columns stay where not all have room. */
  keeps: 'first' | 'last'
}

/** Widths on a wall of 1920 × 1080, in CSS pixels: of the names, and of a column at least. */
const [nameWidth, columnWidth] = [330, 170]

/** A table of as many lines and columns as have room. */
export function SurfaceGrid({ title, lead, heads, lines, keeps }: Props) {
  const { t } = useTranslation()
  const [ref, capacity, width] = useCapacity<HTMLDivElement>()
  const room = Math.max(2, Math.floor((width - nameWidth) / columnWidth))
  const from = keeps === 'last' ? Math.max(0, heads.length - room) : 0
  // One line for the heads, and one for what is passed over.
  const most = lines.length <= capacity - 1 ? lines.length : Math.max(1, capacity - 2)
  const left = lines.length - most
  return (
    <Surface title={title}>
      <div ref={ref} className={css.fill}>
        <table className={css.grid} data-roomy={(most + 1) * roomy <= capacity} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{lead}</th>
              {heads.slice(from, from + room).map(({ id, name, n }) => (
                <th key={id} scope="col">
                  <span>{name}</span>
                  {n !== undefined && <small>{n}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, most).map(({ id, name, cells }) => (
              <tr key={id}>
                <th scope="row">
                  <span>{name}</span>
                </th>
                {cells.slice(from, from + room).map((cell, at) => (
                  <td key={heads[from + at]?.id}>
                    <OneCell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p className={css.left}>{t('screen.skipped', { count: left })}</p>}
    </Surface>
  )
}

function OneCell({ cell: { text, mark, heat, isFew } }: { cell: SurfaceCell }) {
  const side = heat?.side ?? 0
  return (
    <span
      className={css.cell}
      data-tone={heat?.tone || undefined}
      data-clear={side !== 0 || undefined}
      data-few={isFew || undefined}
      style={{ '--heat': `${heat?.strength ?? 0}%` }}
    >
      {side !== 0 && <span aria-hidden>{side > 0 ? '▴ ' : '▾ '}</span>}
      {text}
      {mark && <small> {mark}</small>}
    </span>
  )
}
