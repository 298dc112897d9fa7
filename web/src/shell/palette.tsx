import {
  IconAlertTriangle,
  IconAppWindow,
  IconBellCog,
  IconBuildingStore,
  IconCommand,
  IconFileText,
  IconHelpCircle,
  IconListDetails,
  IconUser,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import css from './palette.module.css'
import { type Entry, type EntryKind, useEntries, type Ways } from './palette-entries.ts'

const icons: Record<EntryKind, ReactNode> = {
  page: <IconFileText size={17} aria-hidden />,
  place: <IconBuildingStore size={17} aria-hidden />,
  survey: <IconListDetails size={17} aria-hidden />,
  screen: <IconAppWindow size={17} aria-hidden />,
  action: <IconCommand size={17} aria-hidden />,
  person: <IconUser size={17} aria-hidden />,
  rule: <IconBellCog size={17} aria-hidden />,
  alert: <IconAlertTriangle size={17} aria-hidden />,
  help: <IconHelpCircle size={17} aria-hidden />,
}
const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Goes anywhere by typing: pages, places, surveys, and what can be done here. */
export function Palette({ onClose, ...ways }: Ways & { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const entries = useEntries(text, ways)
  const active = Math.min(at, Math.max(0, entries.length - 1))
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps.get(event.key)
    if (step !== undefined) setAt((active + step + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Enter') run(entries[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette.title')} shape="top" onClose={onClose}>
      <input
        className={css.input}
        role="combobox"
        aria-label={t('palette.hint')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={t('palette.hint')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className={css.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={`${entry.kind} ${entry.id}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={css.entry}
            onClick={() => run(entry)}
            onPointerMove={() => setAt(index)}
          >
            {icons[entry.kind]}
            <span className={css.title}>{entry.title}</span>
            <span className={css.note}>{entry.note ?? t(`palette.${entry.kind}`)}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p className={css.none} role="status">
          {t('palette.none')}
        </p>
      )}
    </Dialog>
  )
}
