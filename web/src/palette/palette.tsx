import {
  IconAlertTriangle,
  IconAppWindow,
  IconBellCog,
  IconBuildingStore,
  IconCommand,
  IconFileText,
  IconFilter,
  IconHelpCircle,
  IconListDetails,
  IconUser,
} from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../overlay/dialog.tsx'
import type { PhraseEntry } from '../phrase/phrase.tsx'
import { noSurvey } from '../survey/no-survey.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './palette.module.css'
import { type Entry, type EntryKind, useEntries, type Ways } from './palette-entries.ts'

const Phrase = lazy(async () => ({ default: (await import('../phrase/phrase.tsx')).Phrase }))

const icons: Record<EntryKind, ReactNode> = {
  filter: <IconFilter size={17} aria-hidden />,
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

/** Goes anywhere by typing: pages, places, surveys, selections in words, and what can be done here. */
export function Palette({ onClose, ...ways }: Ways & { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { survey } = useSurvey()
  const [phrase, setPhrase] = useState<PhraseEntry | null>(null)
  const entries = withPhrase(useEntries(text, ways), phrase)
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
      {text.trim() !== '' && survey.extName !== noSurvey && (
        <Suspense fallback={null}>
          <Phrase text={text} onRead={setPhrase} />
        </Suspense>
      )}
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
      {text === '' && survey.extName !== noSurvey && <p className={css.hint}>{t('phrase.hint')}</p>}
      {entries.length === 0 && (
        <p className={css.none} role="status">
          {t('palette.none')}
        </p>
      )}
    </Dialog>
  )
}

/** First where it says more than one thing, or nothing else has such a name. */
function withPhrase(entries: readonly Entry[], phrase: PhraseEntry | null): readonly Entry[] {
  if (phrase === null) return entries
  const entry: Entry = { kind: 'filter', id: 'phrase', title: phrase.title, run: phrase.run }
  return phrase.pieces > 1 ? [entry, ...entries] : [...entries, entry]
}
