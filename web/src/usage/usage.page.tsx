import { screens } from '@kaiku/core/screen.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import tabsCss from '../user-list/user-list.module.css'
import { MemberUsages } from './member-usages.tsx'
import { SurveyUsages } from './survey-usages.tsx'

const parts = ['survey', 'people'] as const

/** What is used in a survey and by whom, for who looks after the universe. */
export function UsagePage() {
  const { t } = useTranslation()
  const { permissions, isUserAdmin } = useIdentity()
  const { survey } = useSurvey()
  const { page, universe } = useSearch({ strict: false })
  if (!permissions.includes('manageUniverse')) return <Notice title={t('usage.notYours')} />
  const part = isUserAdmin ? (parts.find((one) => one === page) ?? 'survey') : 'survey'
  return (
    <>
      <PageHead title={t('usage.title')} note={part === 'survey' && <span>{survey.title}</span>} />
      {isUserAdmin && (
        <nav className={tabsCss.parts} aria-label={t('usage.parts')}>
          {parts.map((one) => (
            <Link
              key={one}
              to={screens.usage.path}
              params={{ survey: survey.extName }}
              search={{ ...(universe === undefined ? {} : { universe }), ...(one === 'survey' ? {} : { page: one }) }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={tabsCss.part}
              aria-current={one === part ? 'page' : undefined}
            >
              {t(`usage.part.${one}`)}
            </Link>
          ))}
        </nav>
      )}
      {part === 'survey' ? <SurveyUsages /> : <MemberUsages />}
    </>
  )
}
