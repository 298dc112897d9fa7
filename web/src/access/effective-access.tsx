import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { effectiveQuery } from '../people/people.queries.ts'
import type { AssignmentDraft } from '../people/user-draft.ts'
import css from './access.module.css'
import { whereText } from './where-text.ts'

/** What roles at their places come to, survey by survey: which permissions, where, and by which role. */
export function EffectiveAccess({ roles }: { roles: readonly AssignmentDraft[] }) {
  const { t, i18n } = useTranslation()
  const effective = useQuery({ ...effectiveQuery(roles, i18n.language), placeholderData: (before) => before })
  if (effective.error) return <p className={css.muted}>{faultText(effective.error, t)}</p>
  if (!effective.data) return <Skeleton height={90} />
  const open = effective.data.filter(({ groups }) => groups.length > 0)
  const closed = effective.data.filter(({ groups }) => groups.length === 0)
  return (
    <div className={css.surveys} aria-busy={effective.isPlaceholderData}>
      {open.map(({ survey, title, groups }) => (
        <section key={survey}>
          <h3 className={css.survey}>{title}</h3>
          <dl className={css.groups}>
            {groups.map(({ permissions, sources }) => (
              <div key={permissions[0]}>
                <dt>{permissions.map((one) => t(`permission.${one}`)).join(', ')}</dt>
                {sources.map(({ role, where }) => (
                  <dd key={`${role} ${whereText(where, t)}`}>
                    {whereText(where, t)} <span>{role}</span>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </section>
      ))}
      {closed.length > 0 && (
        <p className={css.muted}>{t('access.noSurveys', { surveys: closed.map(({ title }) => title).join(', ') })}</p>
      )}
    </div>
  )
}
