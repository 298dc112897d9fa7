import { componentFacts } from '@kaiku/contract/component-type.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, memo, type ReactNode, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { reportBug } from '../bug/report-bug.ts'
import { faultText } from '../call/fault-text.ts'
import { Card, CardSurroundings } from '../card/card.tsx'
import { usualHeight } from '../card/usual-height.ts'
import { Button } from '../control/control.tsx'
import { useSwitched } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { InsightProvider } from '../insight/insight.tsx'
import { Retry } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { useOpenInterviews } from './open-interviews.ts'
import { OwnFilter } from './own-filter.tsx'
import { pageComponents } from './page-components.tsx'

type Props = {
  asked: Component
  answer: Answer | undefined
  indicators: ReadonlyMap<string, ShownIndicator>
  title: string | undefined
  error: Error | null
  onRetry: () => void
}

/** One component in the state it is in: waiting, failed, or with its figures. */
export const PageComponent = memo(function PageComponent(props: Props) {
  const { type, filter } = props.asked
  const onRows = useOpenInterviews(filter)
  const [on, toggle] = useSwitched('table')
  const standsAsTable = { on, toggle }
  const mayExport = useIdentity().permissions.includes('export')
  const around = { ...useContext(CardSurroundings), standsAsTable, mayExport }
  const surroundings = onRows === undefined || componentFacts[type].opens === 'nothing' ? around : { ...around, onRows }
  return (
    <InsightProvider own={props.asked}>
      <CardSurroundings value={surroundings}>
        {filter === undefined ? (
          <AnsweredComponent {...props} />
        ) : (
          <OwnFilter token={filter}>
            <AnsweredComponent {...props} />
          </OwnFilter>
        )}
      </CardSurroundings>
    </InsightProvider>
  )
})

function AnsweredComponent({ asked, answer, indicators, title, error, onRetry }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const failed = error ?? (answer?.type === 'Failed' ? answer : null)
  const notice = (why: string, retry: ReactNode) => (
    <Card title={title ?? t(`component.${asked.type}`)}>
      <Notice alert icon={<IconAlertTriangle size={22} aria-hidden />} title={t('fault.component')} action={retry}>
        {why}
      </Notice>
    </Card>
  )
  if (failed !== null) return notice(faultText(failed, t), <Retry error={failed} onRetry={onRetry} />)
  const room = usualHeight(asked, survey.questions)
  if (answer?.type !== asked.type) return <Skeleton {...room} />
  // Type and answer have just been compared; the compiler cannot carry that through the registry.
  const Shown = pageComponents[asked.type] as ComponentType<ComponentProps<Component['type']>>
  return (
    <CatchBoundary
      getResetKey={() => JSON.stringify([asked, answer])}
      onCatch={reportBug}
      errorComponent={({ reset }) => notice(t('bug.component'), <Button onClick={reset}>{t('retry')}</Button>)}
    >
      <Suspense fallback={<Skeleton {...room} />}>
        <Shown asked={asked} answer={answer} indicators={indicators} title={title} />
      </Suspense>
    </CatchBoundary>
  )
}
