import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { FormFault } from '../control/form.tsx'
import css from './new-survey.module.css'

/** Where a file of answers is dropped or chosen. `onFile` sends it, telling how much of it is sent, from 0 to 1. */
export function DropFile({ onFile }: { onFile: (file: File, tell: (share: number) => void) => Promise<void> }) {
  const { t, i18n } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [share, setShare] = useState(0)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (!file || busy) return
    setShare(0)
    void attempt(async () => {
      await onFile(file, setShare)
      return null
    })
  }
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(is)
  }
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
  return (
    <div className={css.dropping}>
      <label
        className={css.drop}
        data-over={isOver || undefined}
        data-busy={busy || undefined}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event)
          take(event.dataTransfer.files[0])
        }}
      >
        <IconFileUpload size={32} stroke={1.5} aria-hidden />
        <b>{t('newSurvey.drop')}</b>
        <span>{t('newSurvey.kinds')}</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.sav,.zsav,.gz"
          disabled={busy}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
      </label>
      {busy && (
        <div role="status" className={css.progress}>
          {share < 1 ? t('newSurvey.sending', { percent }) : t('newSurvey.reading')}
          <progress value={share < 1 ? share : undefined} max={1} aria-label={t('newSurvey.reading')} />
        </div>
      )}
      <FormFault text={fault} />
    </div>
  )
}
