import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './administration.module.css'
import { type Door, useAdministration } from './administration.tsx'

/** What one looks after, in the order in which a newcomer meets it. */
const areas = {
  surveys: ['survey', 'newSurvey', 'campaigns', 'integrity'],
  people: ['users'],
  universe: ['settings', 'messages', 'usage', 'audit', 'work'],
  kaiku: ['backend', 'health'],
} as const satisfies Record<string, readonly Door['id'][]>

/** All that the viewer may look after, and what each is for. */
export function AdministrationPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { universe, universes } = useIdentity()
  const doors = useAdministration(survey.extName)
  if (doors.length === 0) return <Notice title={t('administration.notYours')} />
  const title = universes.find(({ name }) => name === universe)?.title ?? universe
  return (
    <div className={css.page}>
      <PageHead title={t('administration.title')} note={<span className={css.universe}>{title}</span>} />
      <p className={css.intro}>{t('administration.intro')}</p>
      {(Object.keys(areas) as (keyof typeof areas)[]).map((area) => (
        <Area
          key={area}
          title={t(`administration.area.${area}`)}
          doors={areas[area].flatMap((id) => doors.filter((door) => door.id === id))}
        />
      ))}
    </div>
  )
}

function Area({ title, doors }: { title: string; doors: readonly Door[] }) {
  const { t } = useTranslation()
  const id = useId()
  if (doors.length === 0) return null
  return (
    <section className={css.area} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={css.cards}>
        {doors.map((door) => (
          <li key={door.id}>
            <Link to={ownAddress(door.path)} className={css.card}>
              <span className={css.icon} aria-hidden>
                {door.icon}
              </span>
              <b>{door.title}</b>
              <span>{t(`administration.why.${door.id}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
