import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLook } from '../control/brand.ts'
import { BrandLogo } from '../control/brand-logo.tsx'
import css from '../overlay/full-notice.module.css'
import { useIdentity } from '../session/identity.ts'
import { surveysQuery } from '../survey/survey.queries.ts'

/** Where a universe lets its people land: leads on to the survey they choose, or to the only one. */
export function ForwardingPage() {
  const { t, i18n } = useTranslation()
  const { title } = useLook()
  const { surveys: known, universe, universes } = useIdentity()
  // An identity names them in the language of the account, which need not be that of the screen.
  const { data: surveys = known } = useQuery(surveysQuery(i18n.language))
  const at = (survey: string) => ({ survey, ...(universes.length > 1 ? { universe } : {}) })
  const [only] = surveys
  if (surveys.length <= 1) return <Navigate to="/" search={at(only?.extName ?? '')} replace />
  return (
    <main className={css.full}>
      <BrandLogo size={44} />
      <h1>{title || t('landing.title')}</h1>
      <p>{t('landing.intro')}</p>
      <nav className={css.acts} aria-label={t('landing.title')}>
        {surveys.map((survey) => (
          <Link key={survey.extName} to="/" search={at(survey.extName)} className={css.link}>
            {survey.title}
          </Link>
        ))}
      </nav>
    </main>
  )
}
