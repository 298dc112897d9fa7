import type { MessageList } from '@kaiku/contract/system-message.ts'
import type { MessageAudience, MessagePlace } from '@kaiku/core/system-message.ts'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Segments, Ticked } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './message.module.css'
import { messagePlacesQuery } from './message.queries.ts'
import { isForNobody, type MessageDraft } from './message-draft.ts'

const kinds = ['everybody', 'surveys', 'roles', 'places'] as const satisfies readonly MessageAudience['to'][]

type Props = {
  draft: MessageDraft
  list: MessageList
  onChange: (change: Partial<MessageDraft>) => void
}

/** For whom the message is. */
export function AudienceFields({ draft, list, onChange }: Props) {
  const { t } = useTranslation()
  const { to } = draft
  const toggled = (all: readonly string[], one: string) =>
    all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
  return (
    <>
      <Segments
        label={t('systemMessage.audience')}
        value={to}
        choices={kinds.map((value) => ({ value, title: t(`systemMessage.audience.${value}`) }))}
        onChange={(next) => onChange({ to: next })}
      />
      <p className={css.hint}>{t(`systemMessage.audienceHint.${to}`)}</p>
      {to === 'surveys' && (
        <fieldset className={css.choices}>
          <legend className="hidden-text">{t('systemMessage.audience.surveys')}</legend>
          {list.surveys.map(({ extName, title }) => (
            <Ticked
              key={extName}
              checked={draft.surveys.includes(extName)}
              onChange={() => onChange({ surveys: toggled(draft.surveys, extName) })}
            >
              {title}
            </Ticked>
          ))}
        </fieldset>
      )}
      {to === 'roles' && (
        <fieldset className={css.choices}>
          <legend className="hidden-text">{t('systemMessage.audience.roles')}</legend>
          {list.roles.map(({ roleId, name }) => (
            <Ticked
              key={roleId}
              checked={draft.roles.includes(roleId)}
              onChange={() => onChange({ roles: toggled(draft.roles, roleId) })}
            >
              {name}
            </Ticked>
          ))}
        </fieldset>
      )}
      {to === 'places' && (
        <PlaceFields chosen={draft.places} names={list.places} onChosen={(places) => onChange({ places })} />
      )}
      {isForNobody(draft) && <p className={css.hint}>{t('systemMessage.choose')}</p>}
    </>
  )
}

type Named = MessageList['places'][number]
const isSame = (a: MessagePlace, b: MessagePlace) => a.view === b.view && a.path.join() === b.path.join()
/** The names from below the root down. */
const nameOf = ({ names }: Named) => (names.length > 1 ? names.slice(1) : names).join(' › ')

type PlaceProps = {
  chosen: readonly MessagePlace[]
  names: readonly Named[]
  onChosen: (places: readonly MessagePlace[]) => void
}

function PlaceFields({ chosen, names, onChosen }: PlaceProps) {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const [text, setText] = useState('')
  const [met, setMet] = useState(names)
  const query = useDeferredValue(text.trim())
  const { data } = useQuery({
    ...messagePlacesQuery(universe, query, i18n.language),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const found = query === '' ? [] : (data ?? [])
  const called = (place: MessagePlace) => {
    const known = met.find((one) => isSame(one, place))
    return known ? nameOf(known) : place.path.join(' › ')
  }
  const toggle = (place: Named) => {
    setMet((before) => [...before.filter((one) => !isSame(one, place)), place])
    const { view, path } = place
    const isChosen = chosen.some((one) => isSame(one, place))
    onChosen(isChosen ? chosen.filter((one) => !isSame(one, place)) : [...chosen, { view, path }])
  }
  return (
    <div className={css.places}>
      {chosen.length > 0 && (
        <ul className={css.chips} aria-label={t('systemMessage.placesChosen')}>
          {chosen.map((place) => (
            <li key={`${place.view} ${place.path.join()}`}>
              {called(place)}
              <button
                type="button"
                aria-label={t('systemMessage.placeRemove', { name: called(place) })}
                onClick={() => onChosen(chosen.filter((one) => !isSame(one, place)))}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('systemMessage.placeSearch')}
        type="search"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length > 0 && (
        <fieldset className={css.choices}>
          <legend className="hidden-text">{t('systemMessage.audience.places')}</legend>
          {found.map((place) => (
            <Ticked
              key={`${place.view} ${place.path.join()}`}
              checked={chosen.some((one) => isSame(one, place))}
              onChange={() => toggle(place)}
            >
              {nameOf(place)}
            </Ticked>
          ))}
        </fieldset>
      )}
      {query !== '' && data?.length === 0 && <p className={css.hint}>{t('systemMessage.placeNone')}</p>}
    </div>
  )
}
