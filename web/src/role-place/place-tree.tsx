import type { PlaceName } from '@kaiku/contract/role.ts'
import { formatPath } from '@kaiku/core/drill-path.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Field, IconButton, Ticked } from '../control/control.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { roleNodesQuery } from '../people/people.queries.ts'
import css from './place-tree.module.css'

type Props = {
  view: string
  /** One place is chosen, not many. */
  single?: boolean
  isChosen: (path: readonly string[]) => boolean
  onChoose: (place: PlaceName) => void
}

const mostShown = 200

/** The places of a view to choose from: opened level by level, or found by a part of the name. */
export function PlaceTree({ view, single = false, isChosen, onChoose }: Props) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const found = useQuery({
    ...roleNodesQuery({ view, under: '', query, locale: i18n.language }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <div className={css.tree}>
      <Field
        label={t('place.search')}
        hideLabel
        type="search"
        placeholder={t('place.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={css.list}>
        {query === '' ? (
          <Below view={view} single={single} path={[]} isChosen={isChosen} onChoose={onChoose} />
        ) : (
          <ul>
            {(found.data ?? []).map((place) => (
              <li key={place.path.join()} className={css.row}>
                <Choice place={place} single={single} isChosen={isChosen} onChoose={onChoose} note />
              </li>
            ))}
            {found.data?.length === 0 && <li className={css.note}>{t('place.none')}</li>}
          </ul>
        )}
      </div>
    </div>
  )
}

function Below({ path, ...props }: Props & { path: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const under = formatPath(path)
  const below = useQuery(roleNodesQuery({ view: props.view, under, query: '', locale: i18n.language }))
  if (below.error) return <p className={css.note}>{faultText(below.error, t)}</p>
  if (!below.data) return <Skeleton height={32} />
  return (
    <ul>
      {below.data.slice(0, mostShown).map((place) => (
        <Node key={place.path.join()} place={place} {...props} />
      ))}
      {below.data.length > mostShown && (
        <li className={css.note}>{t('place.more', { count: below.data.length - mostShown })}</li>
      )}
    </ul>
  )
}

function Node({ place, ...props }: Props & { place: PlaceName & { opens: boolean } }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const name = place.names.at(-1) ?? ''
  return (
    <li>
      <div className={css.row}>
        {place.opens ? (
          <IconButton
            label={t(isOpen ? 'place.close' : 'place.open', { name })}
            small
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} className={isOpen ? css.turned : ''} />
          </IconButton>
        ) : (
          <span className={css.gap} />
        )}
        <Choice place={place} {...props} />
      </div>
      {isOpen && (
        <div className={css.inner}>
          <Below path={place.path} {...props} />
        </div>
      )}
    </li>
  )
}

type ChoiceProps = Omit<Props, 'view'> & { place: PlaceName; note?: boolean }

const Choice = ({ place, single, isChosen, onChoose, note }: ChoiceProps) => (
  <Ticked type={single ? 'radio' : 'checkbox'} checked={isChosen(place.path)} onChange={() => onChoose(place)}>
    <span className={css.name}>
      {place.names.at(-1)}
      {note && place.names.length > 2 && <small>{place.names.slice(1, -1).join(' › ')}</small>}
    </span>
  </Ticked>
)
