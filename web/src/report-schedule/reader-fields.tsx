import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { reportScheduleCalls } from '@kaiku/contract/report-schedule.ts'
import { parseFiltered } from '@kaiku/core/drill-path.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Ticked } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../token-list/token-list.module.css'
import { readersQuery } from './schedule.queries.ts'

type Named = ReplyOf<(typeof reportScheduleCalls)['readers']>['people'][number]
type Readers = { path: string; people: readonly string[]; roles: readonly string[]; ownerLevels: readonly number[] }

type Props = { survey: string; value: Readers; known: readonly Named[]; onChange: (value: Readers) => void }

const mostShown = 8

const toggled = <T,>(all: readonly T[], id: T, isIn: boolean): readonly T[] =>
  isIn ? [...all, id] : all.filter((one) => one !== id)

/** To whom something is sent: people, found by a part of their names, roles, and owners of places. `known`: those chosen before. */
export function ReaderFields({ survey, value, known, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(readersQuery(survey, i18n.language))
  if (error) return <Failed title={t('schedule.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  const everybody = [...new Map([...known, ...data.people].map((one) => [one.id, one])).values()]
  const chosen = everybody.filter(({ id }) => value.people.includes(id))
  const read = parseFiltered(value.path)
  const [view, , ...ids] = read.ok ? read.value.path : []
  const levels = data.levels.filter((one) => one.view === view && one.level >= Math.max(1, ids.length))
  const wanted = fold(text.trim())
  const found = everybody.filter(({ id, name }) => !value.people.includes(id) && fold(name).includes(wanted))
  const tick = ({ id, name }: Named) => (
    <Ticked
      key={id}
      checked={value.people.includes(id)}
      onChange={({ target: { checked } }) => onChange({ ...value, people: toggled(value.people, id, checked) })}
    >
      {name}
    </Ticked>
  )
  return (
    <>
      <p className={listCss.hint}>{t('schedule.readersWhy')}</p>
      <Field
        label={t('schedule.search')}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <fieldset className={listCss.choices}>
        <legend>{t('schedule.people')}</legend>
        {chosen.map(tick)}
        {found.slice(0, mostShown).map(tick)}
        {chosen.length + found.length === 0 && <p className={listCss.hint}>{t('schedule.noMatch')}</p>}
      </fieldset>
      <fieldset className={listCss.choices}>
        <legend>{t('schedule.roles')}</legend>
        {data.roles.map(({ id, name }) => (
          <Ticked
            key={id}
            checked={value.roles.includes(id)}
            onChange={({ target: { checked } }) => onChange({ ...value, roles: toggled(value.roles, id, checked) })}
          >
            {name}
          </Ticked>
        ))}
      </fieldset>
      {levels.length > 0 && (
        <fieldset className={listCss.choices}>
          <legend>{t('schedule.owners')}</legend>
          {levels.map(({ level, title }) => (
            <Ticked
              key={level}
              checked={value.ownerLevels.includes(level)}
              onChange={({ target: { checked } }) =>
                onChange({ ...value, ownerLevels: toggled(value.ownerLevels, level, checked) })
              }
            >
              {t('schedule.ownersOf', { level: title })}
            </Ticked>
          ))}
        </fieldset>
      )}
    </>
  )
}
