import { placesKey } from '@kaiku/core/assignment.ts'
import { screens } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Button } from '../control/control.tsx'
import { placedText } from '../role-place/placed-text.ts'
import css from '../role-place/role.module.css'
import { useSurvey } from '../survey/survey-context.tsx'
import { peopleSearch } from '../user/open-people.ts'

type Member = Reply<'role.one'>['people'][number]
const mostAtFirst = 24

/** Who has a role, and where; and who gave it where that was no person. */
export function RoleMembers({ people }: { people: readonly Member[] }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const [all, setAll] = useState(false)
  const shown = all ? people : people.slice(0, mostAtFirst)
  if (people.length === 0) return <p className={css.everywhere}>{t('role.nobody')}</p>
  return (
    <>
      <ul className={css.members}>
        {shown.map(({ userId, username, name, source, ...placed }) => (
          <li key={`${userId} ${source} ${placesKey(placed)}`}>
            <Link to={screens.usereditor.path} params={{ survey: survey.extName, userId }} search={peopleSearch()}>
              {name || username}
            </Link>
            <small>{placedText(placed, t)}</small>
            {source !== 'hand' && <small>{t(`role.source.${source}`)}</small>}
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <p>
          <Button onClick={() => setAll(true)}>{t('role.showAll', { count: people.length })}</Button>
        </p>
      )}
    </>
  )
}
