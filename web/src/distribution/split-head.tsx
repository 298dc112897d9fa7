import type { CrosstabGroup } from '@kaiku/contract/crosstab.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type CrosstabReading, groupName } from '../crosstab/crosstab-words.ts'
import { useAt } from '../drill-path/at.tsx'
import { withGroups } from '../drill-path/with-groups.ts'
import { PlaceLink } from '../place/place-link.tsx'
import css from './distribution-split.module.css'

/** A group with its letter and its base; it leads to where only that group is left. */
export function SplitHead({
  group,
  letter,
  reading,
}: {
  group: CrosstabGroup
  letter: string
  reading: CrosstabReading
}) {
  const at = useAt()
  const { t, locale } = reading
  const to = withGroups(at, [group])
  const { total, few } = group
  const n = total.hidden ? t('hiddenShort') : `${t('n')} ${formatCount(total.n, locale)}`
  return (
    <span className={css.head} data-few={few || undefined}>
      {to ? (
        <PlaceLink to={to} resetScroll={to.path !== at.path}>
          {groupName(group, t)}
        </PlaceLink>
      ) : (
        groupName(group, t)
      )}
      {letter !== '' && <b> {letter}</b>}
      <small>{few ? `${n} · ${t('few')}` : n}</small>
    </span>
  )
}
