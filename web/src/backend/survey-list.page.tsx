import type { OperatedSurvey } from '@kaiku/contract/backend.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { fold } from '@kaiku/core/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useInAddress, useTyped } from '../browser/in-address.ts'
import { momentText } from '../browser/moment.ts'
import { Field } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { noFile } from '../new-survey/no-file.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { withTexts } from '../text/with-texts.ts'
import css from './backend.module.css'
import { operatedSurveysQuery } from './backend.queries.ts'
import { DeletionList } from './deletion-list.tsx'
import { UniverseCopies } from './universe-copies.tsx'
import { UniverseList } from './universe-list.tsx'

const loadMessages = withTexts('reason', 'people', 'message')(() => import('../message-editor/message-list.tsx'))
const MessagesToAll = lazy(async () => ({ default: (await loadMessages()).MessagesToAll }))

/** Every survey of every universe, for root. */
export function SurveyListPage() {
  const { t } = useTranslation()
  const { isRoot } = useIdentity()
  return isRoot ? <SurveyList /> : <Notice title={t('backend.rootOnly')} />
}

const matches = ({ universe, universeTitle, extName, title }: OperatedSurvey, text: string) =>
  [universe, universeTitle, extName, title].some((part) => fold(part).includes(fold(text.trim())))

function SurveyList() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const [text, setText] = useTyped(useInAddress('search'))
  const { data, error, refetch } = useQuery(operatedSurveysQuery)
  const shown = data?.filter((survey) => matches(survey, text))
  return (
    <div className={css.page}>
      <PageHead
        title={t('backend.surveys')}
        note={data && <span className={css.count}>{data.length}</span>}
        actions={
          <Link
            to={ownAddress(pathTo('newsurvey', { survey: survey.extName, newSurveyId: noFile }))}
            className={css.rules}
          >
            {t('account.newSurvey')}
          </Link>
        }
      />
      <search className={css.tools}>
        <Field
          label={t('backend.search')}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      {error && <Failed title={t('backend.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {shown?.length === 0 && <Notice title={t('backend.noneFound')} />}
      {shown && shown.length > 0 && <SurveyTable surveys={shown} />}
      <UniverseList />
      <Suspense fallback={<Skeleton height={120} />}>
        <MessagesToAll />
      </Suspense>
      <UniverseCopies />
      <DeletionList />
    </div>
  )
}

function SurveyTable({ surveys }: { surveys: readonly OperatedSurvey[] }) {
  const { t, i18n } = useTranslation()
  const count = (n: number) => formatCount(n, i18n.language)
  const size = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={t('backend.surveys')} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {(['survey', 'universe'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`backend.column.${column}`)}
              </th>
            ))}
            {(['interviews', 'waiting', 'version', 'loadCount', 'size'] as const).map((column) => (
              <th key={column} scope="col" className={css.number}>
                {t(`backend.column.${column}`)}
              </th>
            ))}
            <th scope="col">{t('backend.column.lastImport')}</th>
          </tr>
        </thead>
        <tbody>
          {surveys.map((one) => (
            <tr key={`${one.universe}/${one.extName}`}>
              <th scope="row">
                <Link
                  to={pathTo('survey', { survey: one.extName, surveyId: one.extName })}
                  search={{ universe: one.universe }}
                  reloadDocument
                >
                  {one.title}
                </Link>
                <small>{one.extName}</small>
              </th>
              <td>
                {one.universeTitle}
                <small>{one.universe}</small>
              </td>
              <td className={css.number}>{count(one.interviews)}</td>
              <td className={css.number} data-late={one.waiting > 0}>
                {count(one.waiting)}
              </td>
              <td className={css.number}>{one.version}</td>
              <td className={css.number}>{count(one.loadCount)}</td>
              <td className={css.number}>{size.format(one.bytes / 1e6)}</td>
              <td>
                {one.lastImport === null ? (
                  '–'
                ) : (
                  <>
                    {one.lastImport.file}
                    <small>
                      {[
                        momentText(one.lastImport.at, i18n.language),
                        t('backend.rows', { n: count(one.lastImport.rows), count: one.lastImport.rows }),
                        one.lastImport.state === 'done' ? '' : t('backend.unfinished'),
                      ]
                        .filter((part) => part !== '')
                        .join(' · ')}
                    </small>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
