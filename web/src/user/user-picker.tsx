import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field } from '../control/control.tsx'
import { usersQuery } from '../people/people.queries.ts'
import { nameOf } from './user-name.ts'
import css from './user-picker.module.css'

export type ChosenUser = { userId: string; username: string; name: string }

type Props = { label: string; chosen: ChosenUser | null; without?: string; onChoose: (user: ChosenUser | null) => void }

const mostShown = 8

/** Finds one person of the universe by a part of the name. `without`: somebody who is not offered. */
export function UserPicker({ label, chosen, without, onChoose }: Props) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const users = useQuery(usersQuery(i18n.language)).data ?? []
  if (chosen)
    return (
      <div className={css.chosen}>
        <span>
          <b>{chosen.name}</b> {chosen.username}
        </span>
        <Button onClick={() => onChoose(null)}>{t('users.chooseOther')}</Button>
      </div>
    )
  const wanted = fold(text.trim())
  const found = users.filter(
    (user) => user.userId !== without && fold(`${nameOf(user)} ${user.username}`).includes(wanted),
  )
  return (
    <div className={css.picker}>
      <Field
        label={label}
        type="search"
        autoComplete="off"
        placeholder={t('users.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className={css.list}>
        {found.slice(0, mostShown).map((user) => (
          <li key={user.userId}>
            <button
              type="button"
              onClick={() => onChoose({ userId: user.userId, username: user.username, name: nameOf(user) })}
            >
              <b>{nameOf(user)}</b> {user.username}
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={css.none}>{t('users.nobody')}</li>}
      </ul>
    </div>
  )
}
