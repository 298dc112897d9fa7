import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Navigate, useLocation, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiKeyList } from '../api-key/api-key-list.tsx'
import { useOneInAddress } from '../browser/in-address.ts'
import { Segments } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { startMoreTexts } from '../text/text.ts'
import { peopleSearch } from '../user/open-people.ts'
import css from './backend.module.css'
import { Codebook } from './codebook.tsx'
import { Versions } from './versions.tsx'

/** The editor of blocks is much, and few open it. */
const BlockList = lazy(async () => {
  const [{ BlockList: list }] = await Promise.all([import('../block/block-list.tsx'), startMoreTexts('block')])
  return { default: list }
})

/** So is taking all of a survey along. */
const SurveyFiles = lazy(async () => {
  const [{ SurveyFiles: files }] = await Promise.all([
    import('../survey-copy/survey-files.tsx'),
    startMoreTexts('surveyCopy'),
  ])
  return { default: files }
})

const parts = {
  codebook: Codebook,
  blocks: BlockList,
  versions: Versions,
  asFiles: SurveyFiles,
  apiKeys: ApiKeyList,
} satisfies Record<string, ComponentType>
type Part = keyof typeof parts
/** The editor opens the first form where there is none of a name. */
const anyForm = 'form'
/** The editor opens the first view where there is none of a name. */
const anyView = 'view'
/** A survey has one script; its address names the draft. */
const currentScript = 'draft'

/** One survey: what its variables mean and, for who configures it, its definition block by block and the versions of it; for root also its keys. */
export function SurveyDetailsPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { isRoot, permissions } = useIdentity()
  const { href } = useLocation()
  const { surveyId = survey.extName } = useParams({ strict: false })
  const open: Part[] = [
    'codebook',
    ...(permissions.includes('editConfiguration') ? (['blocks', 'versions', 'asFiles'] as const) : []),
    ...(isRoot ? (['apiKeys'] as const) : []),
  ]
  const [wanted, setPart] = useOneInAddress('page', open)
  const part: Part = wanted === '' ? 'codebook' : wanted
  // The address names it twice: the frame follows the one whose details are asked for.
  if (surveyId !== survey.extName)
    return <Navigate to={ownAddress(pathTo('survey', { survey: surveyId, surveyId }))} replace />
  const Shown = parts[part]
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
        actions={
          permissions.includes('editConfiguration') && (
            <>
              <Link
                to={ownAddress(pathTo('formeditor', { survey: survey.extName, formId: anyForm }))}
                className={css.rules}
              >
                {t('backend.forms')}
              </Link>
              <Link
                to={ownAddress(pathTo('places', { survey: survey.extName, viewId: anyView }))}
                className={css.rules}
              >
                {t('backend.places')}
              </Link>
              <Link
                to={ownAddress(
                  pathTo('script', { survey: survey.extName, surveyId: survey.extName, scriptId: currentScript }),
                )}
                className={css.rules}
              >
                {t('backend.script')}
              </Link>
              <Link
                to={ownAddress(pathTo('alertrules', { survey: survey.extName }))}
                state={{ cameFrom: href }}
                className={css.rules}
              >
                {t('backend.alertRules')}
              </Link>
              <Link
                to={ownAddress(pathTo('effects', { survey: survey.extName }))}
                state={{ cameFrom: href }}
                className={css.rules}
              >
                {t('backend.effects')}
              </Link>
            </>
          )
        }
      />
      {open.length > 1 && (
        <div className={css.parts}>
          <Segments
            label={t('backend.parts')}
            value={part}
            choices={open.map((value) => ({ value, title: t(`backend.${value}`) }))}
            onChange={(next) => setPart(next === 'codebook' ? '' : next)}
          />
        </div>
      )}
      <Suspense fallback={<Skeleton height={480} />}>
        <Shown />
      </Suspense>
    </div>
  )
}
