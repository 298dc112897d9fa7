import { findingStates, type ResponseFindings } from '@kaiku/contract/response-check.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { checkKinds } from '@kaiku/core/response-check.ts'
import { screens } from '@kaiku/core/screen.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { hasEnded, ownTasksQuery } from '../task/task.queries.ts'
import { CheckedInterviews } from './checked-interviews.tsx'
import { FindingCard } from './finding-card.tsx'
import css from './response-check.module.css'
import { excludedQuery, findingsQuery, useResponseCheckActs } from './response-check.queries.ts'

/** What may make answers of a survey look made: evidence for people who look into it, and what they left out. */
export function ResponseCheckPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const isAllowed = permissions.includes('seeInterviews')
  const isOpen = isAllowed && !survey.protection
  const { data, error, refetch } = useQuery({ ...findingsQuery(survey.extName, i18n.language), enabled: isOpen })
  if (!isAllowed) return <Notice title={t('integrity.notYours')} />
  return (
    <div className={css.page}>
      <PageHead title={t('integrity.title')} actions={data?.mayExclude && <CheckAnew survey={survey.extName} />} />
      {survey.protection && <Notice title={t('integrity.protected')} />}
      {error && <Failed title={t('integrity.title')} error={error} onRetry={refetch} />}
      {isOpen && !error && (data ? <Shown survey={survey.extName} found={data} /> : <Skeleton height={320} />)}
    </div>
  )
}

function Shown({ survey, found }: { survey: string; found: ResponseFindings }) {
  const { t, i18n } = useTranslation()
  const { isReadOnly } = useIdentity()
  const navigate = useNavigate()
  const { type = '', state = '' } = useSearch({ strict: false })
  const choose = (name: 'type' | 'state', value: string) =>
    void navigate({
      to: screens.integrity.path,
      params: { survey },
      search: (before: Record<string, string>) =>
        Object.assign({}, before, { [name]: value === '' ? undefined : value }),
      replace: true,
    })
  const { checked, findings, excluded } = found
  const shown = findings.filter((one) => (type === '' || one.kind === type) && (state === '' || one.state === state))
  return (
    <>
      <p className={css.quiet}>
        {t('integrity.intro')}{' '}
        {checked
          ? t('integrity.checked', {
              at: momentText(checked.at, i18n.language),
              n: formatCount(checked.interviews, i18n.language),
            })
          : t('integrity.never')}
      </p>
      <div className={css.filters}>
        <Select
          label={t('integrity.kind')}
          value={type}
          boxed
          choices={[
            { value: '', title: t('integrity.everyKind') },
            ...checkKinds.map((value) => ({ value, title: t(`integrity.kind.${value}`) })),
          ]}
          onChange={(value) => choose('type', value)}
        />
        <Select
          label={t('integrity.state')}
          value={state}
          boxed
          choices={[
            { value: '', title: t('integrity.everyState') },
            ...findingStates.map((value) => ({ value, title: t(`integrity.state.${value}`) })),
          ]}
          onChange={(value) => choose('state', value)}
        />
      </div>
      {shown.length === 0 ? (
        <Notice title={t(findings.length === 0 ? 'integrity.none' : 'integrity.noneSuch')} />
      ) : (
        shown.map((finding) => (
          <FindingCard key={finding.findingId} survey={survey} finding={finding} isReadOnly={isReadOnly} />
        ))
      )}
      {excluded > 0 && <Excluded survey={survey} count={excluded} />}
    </>
  )
}

function Excluded({ survey, count }: { survey: string; count: number }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery(excludedQuery(survey, i18n.language))
  const title = t('integrity.excludedTitle', { n: formatCount(count, i18n.language) })
  return (
    <section className={css.card} aria-labelledby="integrity-excluded">
      <h2 id="integrity-excluded">{title}</h2>
      <p className={css.quiet}>{t('integrity.excludedWhy')}</p>
      {error && <Failed title={title} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data && <CheckedInterviews survey={survey} title={title} interviews={data} findingId={null} />}
    </section>
  )
}

/** Looks anew in the background, and shows what is found when that has ended. */
function CheckAnew({ survey }: { survey: string }) {
  const { t } = useTranslation()
  const [task, setTask] = useState<string | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const { anew } = useResponseCheckActs(survey)
  const { data } = useQuery({ ...ownTasksQuery, enabled: task !== null })
  const going = data?.find(({ taskId }) => taskId === task)
  const isOver = going !== undefined && hasEnded(going.state)
  const latest = useRef(anew)
  latest.current = anew
  useEffect(() => {
    if (!isOver) return
    setTask(null)
    void latest.current()
  }, [isOver])
  const { refetch } = useQuery({ ...ownTasksQuery, enabled: false })
  const check = () =>
    void attempt(async () => {
      const { taskId } = await send('responseCheck.check', { survey })
      await refetch()
      setTask(taskId)
      return null
    })
  const isGoing = busy || task !== null
  return (
    <>
      <FormFault text={fault} />
      <Button disabled={isGoing} onClick={check}>
        <IconRefresh size={16} aria-hidden />
        {isGoing ? t('integrity.checking', { share: Math.round(100 * (going?.progress ?? 0)) }) : t('integrity.check')}
      </Button>
    </>
  )
}
