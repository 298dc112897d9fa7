import { placesKey } from '@kaiku/core/assignment.ts'
import { screens } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../calls.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { Button } from '../ui/control.tsx'
import { peopleSearch } from '../user/open-people.ts'
import { placedText } from './placed-text.ts'
import css from './role.module.css'

type Member = Reply<'role'>['people'][number]
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
