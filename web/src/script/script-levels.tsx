import type { ScriptLevel } from '@kaiku/contract/script.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './script.module.css'

/** The scripts that somebody may write from here, but for the one that is open. */
export function ScriptLevels({ present }: { present: ScriptLevel }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isRoot } = useIdentity()
  const own = { survey: survey.extName }
  const draft = { survey: survey.extName, scriptId: 'draft' }
  const levels: readonly { level: ScriptLevel; path: string; isOpen: boolean }[] = [
    { level: 'survey', path: pathTo('script', { ...draft, surveyId: survey.extName }), isOpen: true },
    {
      level: 'universe',
      path: pathTo('universescript', own),
      isOpen: isRoot || permissions.includes('manageUniverse'),
    },
    { level: 'global', path: pathTo('globalscript', draft), isOpen: isRoot },
  ]
  const others = levels.filter(({ level, isOpen }) => isOpen && level !== present)
  if (others.length === 0) return null
  return (
    <nav className={css.levels} aria-label={t('script.outer')}>
      {others.map(({ level, path }) => (
        <Link key={level} to={ownAddress(path)}>
          {level === 'survey' ? t('script.title.survey', { name: survey.title }) : t(`script.title.${level}`)}
        </Link>
      ))}
    </nav>
  )
}
