import type { User } from '@kaiku/contract/user.ts'
import { screens } from '@kaiku/core/screen.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Field, Tick } from '../ui/control.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { peopleSearch } from './open-people.ts'
import { rolesQuery } from './people.queries.ts'
import css from './user-form.module.css'

type Props = {
  given: User['roles']
  chosen: readonly string[]
  onChoose: (roles: readonly string[]) => void
}
const fewRoles = 8

/** The roles of a user: those given by hand can be changed, others say who gave them. */
export function RoleChoice({ given, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { survey } = useSurvey()
  const [text, setText] = useState('')
  const roles = useQuery(rolesQuery).data
  const found = roles?.filter(({ name }) => fold(name).includes(fold(text.trim()))) ?? []
  const byOthers = (roleId: string) =>
    given.flatMap((one) => (one.roleId === roleId && one.source !== 'hand' ? [one.source] : []))
  return (
    <section className={css.card}>
      <h2>{t('people.roles')}</h2>
      {(roles?.length ?? 0) > fewRoles && (
        <Field
          label={t('role.search')}
          hideLabel
          type="search"
          placeholder={t('role.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {!roles && <Skeleton height={120} />}
      <ul className={css.roles}>
        {found.map(({ roleId, name, description, isAbove }) => {
          const isChosen = chosen.includes(roleId)
          const sources = byOthers(roleId)
          return (
            <li key={roleId}>
              <Tick
                id={`${id}-${roleId}`}
                checked={isChosen}
                disabled={isAbove}
                onChange={() => onChoose(isChosen ? chosen.filter((one) => one !== roleId) : [...chosen, roleId])}
              />
              <label htmlFor={`${id}-${roleId}`}>
                <b>{name}</b>
                {description !== '' && <small>{description}</small>}
                {isAbove && <small>{t('role.above')}</small>}
                {sources.map((source) => (
                  <small key={source}>{t(`role.source.${source}`)}</small>
                ))}
              </label>
              <Link to={screens.role.path} params={{ survey: survey.extName, roleId }} search={peopleSearch()}>
                {t('role.look')}
                <span className="hidden-text"> {name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
