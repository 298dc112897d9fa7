import { formatCount } from '@kaiku/core/format.ts'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../browser/media.ts'
import { useRowsInSight } from '../control/rows-in-sight.ts'
import css from '../filter/option-filter.module.css'
import type { FilterOption } from './option-filter.tsx'
import { Hair, optionScale } from './option-row.tsx'

type Props = {
  id: string
  label: string
  entries: readonly FilterOption[]
  /** Where the keyboard is; −1: nowhere. */
  active: number
  multiple: boolean
  chosen: (extName: string) => boolean
  onChoose: (index: number) => void
}

/** A list of up to tens of thousands of options, of which only those in sight are drawn. The field above has the keyboard. */
export function OptionListbox({ id, label, entries, active, multiple, chosen, onChoose }: Props) {
  const { i18n } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const tall = useMedia('(pointer: coarse)') ? 40 : 30
  const { first, last } = useRowsInSight(box, entries.length, tall)
  useEffect(() => {
    const { current } = box
    if (active < 0 || !current) return
    const [top, bottom] = [active * tall, (active + 1) * tall - current.clientHeight]
    current.scrollTop = Math.min(top, Math.max(bottom, current.scrollTop))
  }, [active, tall])
  const largest = optionScale(entries)
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={multiple}
      className={css.results}
      hidden={entries.length === 0}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="presentation" style={{ height: entries.length * tall, position: 'relative' }}>
        {entries.slice(first, last).map((entry, at) => {
          const index = first + at
          const isChosen = chosen(entry.extName)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
            <div
              key={entry.extName}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={css.entry}
              data-active={index === active || undefined}
              style={{ height: tall, transform: `translateY(${index * tall}px)` }}
              onClick={() => onChoose(index)}
            >
              <span className={css.check} aria-hidden>
                {isChosen && <IconCheck size={15} />}
              </span>
              <span className={css.title} title={entry.title}>
                {entry.title}
              </span>
              {entry.n !== null && <span className={css.n}>{formatCount(entry.n, i18n.language)}</span>}
              <Hair option={entry} largest={largest} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
