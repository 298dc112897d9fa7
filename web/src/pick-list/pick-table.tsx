import type { ReactNode } from 'react'
import { Tick } from '../control/control.tsx'
import css from './pick-list.module.css'

export type Picking = {
  readonly picked: ReadonlySet<string>
  /** Absent: nothing can be done about several at once. */
  readonly onPick: ((ids: readonly string[]) => void) | undefined
}
type Props = Picking & {
  caption: string
  pickAll: string
  /** All that are shown, in their order. */
  ids: readonly string[]
  headings: readonly string[]
  className?: string | undefined
  children: ReactNode
}

/** Rows of which several can be picked; on a phone each is a card, whose facts are named by their `data-label`. */
export function PickTable({ caption, pickAll, ids, headings, picked, onPick, className = '', children }: Props) {
  const isAll = ids.every((id) => picked.has(id))
  return (
    <table className={`${css.table} ${css.cards} ${className}`}>
      <caption className="hidden-text">{caption}</caption>
      <thead>
        <tr>
          {onPick && (
            <th scope="col">
              <Tick aria-label={pickAll} checked={isAll} onChange={() => onPick(isAll ? [] : ids)} />
            </th>
          )}
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** The cell in which a row is picked, where it can be. */
export function PickCell({ id, label, picked, onPick }: Picking & { id: string; label: string }) {
  if (!onPick) return null
  const isPicked = picked.has(id)
  const others = [...picked].filter((one) => one !== id)
  return (
    <td>
      <Tick aria-label={label} checked={isPicked} onChange={() => onPick(isPicked ? others : [...others, id])} />
    </td>
  )
}
