import { parseToken } from '@kaiku/core/filter-token.ts'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CardSurroundings } from '../card/card.tsx'
import { useFilters } from '../filter/filter.queries.ts'
import { filterWords } from '../filter/filter-words.ts'
import css from './own-filter.module.css'

/** Says in the card of a component, and in its files, what it looks at that the rest of the page does not. */
export function OwnFilter({ token, children }: { token: string; children: ReactNode }) {
  const { t } = useTranslation()
  const words = useTokenWords(token)
  const note = t('component.ownFilter', { filter: words })
  const badge = (
    <span className={css.badge} title={note}>
      <IconFilter size={12} aria-hidden />
      <span className="hidden-text">{t('component.ownFilter', { filter: '' })}</span>
      <span className={css.words}>{words}</span>
    </span>
  )
  const around = useContext(CardSurroundings)
  return <CardSurroundings value={{ ...around, badge }}>{children}</CardSurroundings>
}

/** A filter token as people say it: `Channel: Web · Time: the last 12 months`. */
function useTokenWords(token: string): string {
  const { t, i18n } = useTranslation()
  const filters = useFilters()
  const read = parseToken(token)
  if (!read.ok) return token
  return [...read.value]
    .map(([name, values]) => {
      const filter = filters.get(name)
      return `${filter?.title ?? name}: ${filterWords(filter, values, t, i18n.language)}`
    })
    .join(' · ')
}
