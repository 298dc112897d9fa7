import {
  orientations,
  papers,
  type ReportGroup,
  type ReportKind,
  reportGroups,
  reportKinds,
} from '@kaiku/contract/report-kind.ts'
import { ownPageId } from '@kaiku/core/own-page.ts'
import { mayBegin } from '@kaiku/core/report-download.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { usePlace } from '../place/place.queries.ts'
import { beginReport } from '../report/begin-report.ts'
import { useOfferedReports } from '../report/offered-reports.ts'
import { tasksKey } from '../report/report.queries.ts'
import { useReportDownload } from '../report/report-download.ts'
import { draftAt, ScheduleForm } from '../report-schedule/schedule-form.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { TaskList } from '../task/task-list.tsx'
import listCss from '../token-list/token-list.module.css'
import css from './reports-dialog.module.css'

/** What can be taken along of this place, and what was asked for before. */
export function ReportsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { survey, page } = useAt()
  const { data: place } = usePlace()
  // A campaign’s is asked for where one looks at it.
  const kinds = useOfferedReports(page).filter((kind) => kind !== 'campaign')
  const id = useId()
  return (
    <Dialog title={t('report.title')} onClose={onClose}>
      <div className={listCss.stage}>
        <p className={listCss.hint}>{t('report.why', { place: place?.segments.at(-1)?.name ?? '' })}</p>
        <Kinds kinds={kinds} />
        <Scheduling
          kinds={ownPageId(page) === null ? kinds : kinds.filter((kind) => kind !== 'page' && kind !== 'deck')}
        />
        <section className={listCss.stage} aria-labelledby={id}>
          <h3 id={id} className={css.heading}>
            {t('report.own')}
          </h3>
          <TaskList title={t('report.own')} survey={survey} onOpen={onClose} />
        </section>
      </div>
    </Dialog>
  )
}

/** Has what is shown here mailed again and again. */
function Scheduling({ kinds }: { kinds: readonly ReportKind[] }) {
  const { t } = useTranslation()
  // Not by its place: each reader gets their own.
  const { title } = useSurvey().survey
  const { survey, compare, page, path, selection } = useAt()
  const [isOpen, setOpen] = useState(false)
  const start = draftAt({ title, path: writePath(path, selection), compare, page })
  return (
    <div className={css.scheduling}>
      <p className={listCss.hint}>{t('schedule.why')}</p>
      <Button onClick={() => setOpen(true)}>{t('schedule.new')}</Button>
      {isOpen && <ScheduleForm survey={survey} start={start} kinds={kinds} of={null} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Kinds({ kinds }: { kinds: readonly ReportKind[] }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const download = useReportDownload()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [paper, setPaper] = useState<Paper>(() => usualPaper(navigator.language))
  const [orientation, setOrientation] = useState<Orientation>('portrait')
  const begin = (kind: ReportKind) => () =>
    void attempt(async () => {
      const { survey, compare, page } = at
      const path = writePath(at.path, at.selection)
      await beginReport({ survey, path, kind, compare, page, locale: i18n.language, paper, orientation })
      await client.invalidateQueries({ queryKey: tasksKey })
      return null
    })
  return (
    <>
      <ul className={css.groups} aria-label={t('report.kinds')}>
        {reportGroups.map((group) => (
          <Group key={group} group={group} kinds={kinds} mayBegin={!busy && mayBegin(download)} begin={begin}>
            {group === 'documents' && <PaperChoice {...{ paper, setPaper, orientation, setOrientation }} />}
          </Group>
        ))}
      </ul>
      {!mayBegin(download) && (
        <p className={listCss.hint}>
          {t(download.state === 'downloadReady' ? 'report.fetchFirst' : 'report.oneAtATime')}
        </p>
      )}
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
    </>
  )
}

/** What is offered of one kind of thing; nothing where that is none. */
function Group({
  group,
  kinds,
  mayBegin,
  begin,
  children,
}: {
  group: ReportGroup
  kinds: readonly ReportKind[]
  mayBegin: boolean
  begin: (kind: ReportKind) => () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const own = kinds.filter((kind) => reportKinds[kind].group === group)
  if (own.length === 0) return null
  return (
    <li>
      <h3 id={id} className={css.heading}>
        {t(`report.group.${group}`)}
      </h3>
      <ul className={listCss.tokens} aria-labelledby={id}>
        {own.map((kind) => (
          <li key={kind}>
            <div className={listCss.token}>
              <b>{t(`report.kind.${kind}`)}</b>
              <span>{t(`report.what.${kind}`)}</span>
            </div>
            <Button disabled={!mayBegin} onClick={begin(kind)}>
              {t('report.create')}
              <span className="hidden-text"> {t(`report.kind.${kind}`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {children}
    </li>
  )
}

type Paper = (typeof papers)[number]
type Orientation = (typeof orientations)[number]
type ChoiceProps = {
  paper: Paper
  setPaper: (paper: Paper) => void
  orientation: Orientation
  setOrientation: (orientation: Orientation) => void
}

/** What documents are set on. */
function PaperChoice({ paper, setPaper, orientation, setOrientation }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <p className={css.choices}>
      <Select
        boxed
        label={t('report.paper')}
        value={paper}
        choices={papers.map((value) => ({ value, title: t(`report.paper.${value}`) }))}
        onChange={setPaper}
      />
      <Select
        boxed
        label={t('report.orientation')}
        value={orientation}
        choices={orientations.map((value) => ({ value, title: t(`report.orientation.${value}`) }))}
        onChange={setOrientation}
      />
    </p>
  )
}

/** Where paper is not of the sizes that the rest of the world has. */
const letterRegions: ReadonlySet<string | undefined> = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE'])
const usualPaper = (locale: string): Paper => (letterRegions.has(new Intl.Locale(locale).region) ? 'letter' : 'a4')
