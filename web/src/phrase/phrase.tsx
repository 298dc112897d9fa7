import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import css from './phrase.module.css'
import { usePhrase } from './use-phrase.ts'

/** What the palette offers for a selection in words. */
export type PhraseEntry = { readonly title: string; readonly pieces: number; readonly run: () => void }

type Props = { text: string; onRead: (entry: PhraseEntry | null) => void }

/** What is understood of a selection in words, piece by piece, and what is not. */
export function Phrase({ text, onRead }: Props) {
  const { t } = useTranslation()
  const read = usePhrase(text)
  const chips = read?.chips ?? []
  const known = chips.filter(({ isKnown }) => isKnown)
  const title = known.map((chip) => chip.title).join(' · ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same pieces lead to the same
  useEffect(() => {
    onRead(read && { title, pieces: known.length, run: read.run })
    return () => onRead(null)
  }, [title, onRead])
  if (chips.length === 0) return null
  return (
    <ul className={css.chips} aria-label={t('phrase.understood')} aria-live="polite">
      {chips.map((chip) => (
        <li key={chip.title} data-unknown={!chip.isKnown || undefined}>
          {chip.title}
        </li>
      ))}
    </ul>
  )
}
