import type { CorrectionFile } from '@kaiku/contract/correction-file.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { answerWords } from '../interview/answer-words.ts'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import listCss from '../token-list/token-list.module.css'
import css from './correction-file.module.css'
import { correctionFilesQuery } from './correction-file.queries.ts'
import { CorrectionFileDialog } from './correction-file-dialog.tsx'

type Kept = Reply<'correctionFile.undo'>['kept']

/** The files that corrected interviews, each of which can be taken back, and the way to another. */
export function CorrectionFileList() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [kept, setKept] = useState<Kept>([])
  const { data, error, refetch } = useQuery(correctionFilesQuery(survey.extName))
  const { busy, fault, attempt } = useAttempt()
  const undo = (fileId: string) =>
    void attempt(async () => {
      const undone = await send('correctionFile.undo', { survey: survey.extName, fileId, locale: i18n.language })
      setKept(undone.kept)
      say(t('correctionFile.restored', { count: undone.restored }))
      await client.invalidateQueries(correctionFilesQuery(survey.extName))
      return null
    })
  return (
    <Section title={t('correctionFile.history')} intro={t('correctionFile.historyWhy')}>
      {error && <Failed title={t('work.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={listCss.hint}>{t('correctionFile.none')}</p>}
      {fault !== '' && <p role="alert">{fault}</p>}
      {kept.length > 0 && <KeptValues kept={kept} />}
      {data && data.length > 0 && (
        <ul className={listCss.tokens} aria-label={t('correctionFile.history')}>
          {data.map((one) => (
            <FileLine key={one.fileId} of={one} busy={busy} onUndo={() => undo(one.fileId)} />
          ))}
        </ul>
      )}
      <Button className={css.open} onClick={() => setOpen(true)}>
        {t('correctionFile.open')}
      </Button>
      {isOpen && <CorrectionFileDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}

function FileLine({ of, busy, onUndo }: { of: CorrectionFile; busy: boolean; onUndo: () => void }) {
  const { t, i18n } = useTranslation()
  const { file, at, by, changed, interviews, undone } = of
  const shown = (n: number) => formatCount(n, i18n.language)
  const said = t('correctionFile.said', { changed: shown(changed), interviews: shown(interviews) })
  return (
    <li>
      <div className={listCss.token}>
        <b>{file}</b>
        <span className={listCss.hint}>{[momentText(at, i18n.language), by, said].filter(Boolean).join(' · ')}</span>
        {undone && (
          <span className={listCss.hint}>
            {undone.kept > 0
              ? t('correctionFile.undoneKept', { by: undone.by, kept: shown(undone.kept) })
              : t('correctionFile.undone', { by: undone.by })}
          </span>
        )}
      </div>
      {!undone && (
        <Button disabled={busy} aria-label={t('correctionFile.undoFile', { file })} onClick={onUndo}>
          {t('correctionFile.undo')}
        </Button>
      )}
    </li>
  )
}

/** What was not taken back, with what it is now. */
function KeptValues({ kept }: { kept: Kept }) {
  const { t, i18n } = useTranslation()
  return (
    <div role="status">
      <p>{t('correctionFile.kept', { count: kept.length })}</p>
      <ul className={listCss.hint}>
        {kept.map(({ interviewId, question, title, type, now }) => (
          <li key={`${interviewId} ${question}`}>
            {[
              title,
              t('correctionFile.now', {
                now: now === null ? t('correctionFile.noAnswer') : answerWords(now, type, i18n.language),
              }),
            ].join(': ')}
          </li>
        ))}
      </ul>
    </div>
  )
}
