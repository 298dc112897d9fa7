import { type UnusedPage, unusedDays } from '@kaiku/contract/usage.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { dedicatedRoute, pathToPage } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { setEditing } from '../page/editing.ts'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './usage.module.css'

/** Pages that nobody opens, with the way to where they are edited. */
export function UnusedPages({ pages }: { pages: readonly UnusedPage[] }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isRoot } = useIdentity()
  const { path, selection } = useAt()
  const id = useId()
  const mayEdit = isRoot || permissions.includes('editPages')
  const day = (one: string) => formatDay(one, i18n.language)
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{t('usage.unused')}</h2>
      <p className={css.hint}>
        {pages.length === 0 ? t('usage.noUnused', { count: unusedDays }) : t('usage.unusedWhy', { count: unusedDays })}
      </p>
      {pages.length > 0 && (
        <ul className={css.list} aria-labelledby={id}>
          {pages.map(({ page, title, components, since, lastDay }) => (
            <li key={page}>
              <div>
                <b>{title}</b>
                <span>
                  {[
                    ...(components === 0 ? [] : [t('usage.components', { count: components })]),
                    ...(since === null ? [] : [t('usage.pageSince', { day: day(since) })]),
                    lastDay === null ? t('usage.neverOpened') : t('usage.openedLast', { day: day(lastDay) }),
                  ].join(' · ')}
                </span>
              </div>
              {mayEdit && (components > 0 || dedicatedRoute(page) === undefined) && (
                <Link
                  to={ownAddress(pathToPage(page, { survey: survey.extName, drillPath: writePath(path, selection) }))}
                  onClick={() => setEditing({ survey: survey.extName, what: 'survey' })}
                >
                  {t('usage.editPage')} <span className="hidden-text">{title}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
