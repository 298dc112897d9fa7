import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIdentity } from '../session/signed-in.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { Segments } from '../ui/control.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { peopleSearch } from '../user/open-people.ts'
import css from './backend.module.css'
import { Codebook } from './codebook.tsx'
import { Versions } from './versions.tsx'

type Part = 'codebook' | 'versions'

/** One survey: what its variables mean, and — for who configures it — the versions of its definition. */
export function SurveyDetailsPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isRoot, permissions } = useIdentity()
  const [part, setPart] = useState<Part>('codebook')
  const configures = permissions.includes('editConfiguration')
  return (
    <div className={css.page}>
      <PageHead
        title={survey.title}
        note={<span className={css.count}>{survey.extName}</span>}
        back={
          isRoot && (
            <Link to={pathTo('surveylist', { survey: survey.extName })} search={peopleSearch()}>
              <IconArrowLeft size={14} aria-hidden /> {t('backend.surveys')}
            </Link>
          )
        }
      />
      {configures && (
        <div className={css.parts}>
          <Segments
            label={t('backend.parts')}
            value={part}
            choices={(['codebook', 'versions'] as const).map((value) => ({ value, title: t(`backend.${value}`) }))}
            onChange={setPart}
          />
        </div>
      )}
      {part === 'codebook' ? <Codebook /> : <Versions />}
    </div>
  )
}
