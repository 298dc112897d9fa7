import { formatDay } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { ChangeList } from '../control/change-list.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './question.module.css'
import { questionHistoryQuery } from './question.queries.ts'

/** The versions of a question, and the days that trends mark because of it. */
export function QuestionHistory({ question }: { question: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data, error, refetch } = useQuery(questionHistoryQuery(survey.extName, question))
  return (
    <section aria-label={t('codebook.history')}>
      <h3>{t('codebook.history')}</h3>
      {error && <Failed title={t('backend.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.versions.length === 0 && <p className={css.hint}>{t('codebook.historyNone')}</p>}
      {data && data.breaks.length > 0 && (
        <>
          <p className={css.hint}>{t('codebook.breaks')}</p>
          <ul className={css.breaks}>
            {data.breaks.map(({ day, what }) => (
              <li key={day}>
                {t(what === 'wording' ? 'codebook.breakWording' : 'codebook.breakScale', {
                  day: formatDay(day, i18n.language),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {data?.versions.map(({ version, at, by, changes }) => (
        <div key={version} className={css.version}>
          <b>{t('backend.version', { version })}</b>
          <small>
            {momentText(at, i18n.language)} · {by}
          </small>
          <ChangeList
            changes={changes.map(({ place, before, after }) => ({
              where: place,
              before: before === null ? [] : [before],
              after: after === null ? [] : [after],
            }))}
          />
        </div>
      ))}
    </section>
  )
}
