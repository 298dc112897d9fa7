import type { CorrectionReport, FileCorrection } from '@kaiku/contract/correction-file.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { downloadRejects } from '../card/export.ts'
import { Button } from '../control/control.tsx'
import { answerWords } from '../interview/answer-words.ts'
import css from '../overlay/file-dialog.module.css'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import own from './correction-file.module.css'

const counts = ['changed', 'interviews', 'unchanged', 'rejected'] as const
const rejectsShown = 50

/** What a file of corrections changes, old beside new, and what of it cannot be taken. */
export function CorrectionOutcome({ report }: { report: CorrectionReport }) {
  const { t, i18n } = useTranslation()
  const { changes, ignored, state, changed } = report
  return (
    <>
      {state === 'done' && <p role="status">{t('correctionFile.done')}</p>}
      <dl className={css.counts}>
        {counts.map((one) => (
          <div key={one} data-bad={(one === 'rejected' && report[one] > 0) || undefined}>
            <dt>{t(`correctionFile.${one}`)}</dt>
            <dd>{formatCount(report[one], i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {ignored.length > 0 && <p className={css.hint}>{t('correctionFile.ignored', { columns: ignored.join(', ') })}</p>}
      {changes.length > 0 && (
        <section className={css.part}>
          <h3>{t(state === 'done' ? 'correctionFile.whatDone' : 'correctionFile.what')}</h3>
          <ul className={own.changes} aria-label={t('correctionFile.what')}>
            {changes.map((one) => (
              <Change key={`${one.interviewId} ${one.question}`} change={one} />
            ))}
          </ul>
          {changed > changes.length && (
            <p className={css.hint}>{t('correctionFile.more', { n: formatCount(changes.length, i18n.language) })}</p>
          )}
        </section>
      )}
      <Rejects report={report} />
    </>
  )
}

function Change({ change }: { change: FileCorrection }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { line, interviewId, title, type, before, after } = change
  const words = (answer: FileCorrection['before']) =>
    answer === null ? t('correctionFile.noAnswer') : answerWords(answer, type, i18n.language)
  return (
    <li>
      <Link
        to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId }))}
        target="_blank"
        rel="noreferrer"
      >
        {t('correctionFile.line', { line })}
      </Link>
      <span>{title}</span>
      <span className={own.values} dir="auto">
        <del>{words(before)}</del> › <ins>{words(after)}</ins>
      </span>
    </li>
  )
}

function Rejects({ report: { rejects } }: { report: CorrectionReport }) {
  const { t } = useTranslation()
  if (rejects.length === 0) return null
  const head = [
    t('correctionFile.lineShort'),
    t('correctionFile.column'),
    t('correctionFile.value'),
    t('correctionFile.reason'),
  ]
  const rows = rejects.map((one) => [one.line, one.column, one.value, one.reason])
  return (
    <section className={css.part}>
      <h3>
        {t('correctionFile.rejects')}
        <Button onClick={() => downloadRejects({ head, rows }, t('correctionFile.rejects'))}>
          {t('correctionFile.rejectsGet')}
        </Button>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={own.rejects} aria-label={t('correctionFile.rejects')} tabIndex={0}>
        <ul>
          {rejects.slice(0, rejectsShown).map((one) => (
            <li key={`${one.line} ${one.column} ${one.reason}`}>
              <b>{t('correctionFile.line', { line: one.line })}</b> {one.column !== '' && <code>{one.column}</code>}{' '}
              {one.value !== '' && <q>{one.value}</q>} {one.reason}
            </li>
          ))}
        </ul>
      </section>
    </section>
  )
}
