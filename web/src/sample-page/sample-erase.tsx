import type { ErasureCertificate } from '@kaiku/contract/erasure.ts'
import type { Sample } from '@kaiku/contract/sample.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send, sendForFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { Dialog } from '../overlay/dialog.tsx'
import css from '../sample/sample.module.css'
import { samplesKey } from '../sample/sample.queries.ts'
import { personText } from '../sample/sample-words.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { SampleCertificate } from './sample-certificate.tsx'

/** What the person may ask for: their data, and to be forgotten. */
export function SampleErase({ sample, onErase }: { sample: Sample; onErase: () => void }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const { survey } = useSurvey()
  const { busy, fault, attempt } = useAttempt()
  const { sampleId } = sample
  const take = () =>
    void attempt(async () => {
      const data = await send('erasure.data', { survey: survey.extName, sampleId })
      download(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), personText(sample, t), 'json')
      return null
    })
  const takeTable = () =>
    void attempt(async () => {
      const asked = { survey: survey.extName, path: sample.place.path, sampleId, locale: i18n.language }
      download(await sendForFile('sampleReport.report', asked), personText(sample, t), 'xlsx')
      return null
    })
  return (
    <section className={detail.box} aria-label={t('sample.data')}>
      <h2>{t('sample.data')}</h2>
      <p className={css.hint}>{t('sample.dataHint')}</p>
      <div className={css.acts}>
        <Button disabled={busy} onClick={take}>
          {t('sample.dataGet')}
        </Button>
        {permissions.includes('export') && (
          <Button disabled={busy} onClick={takeTable}>
            {t('sample.dataTable')}
          </Button>
        )}
        <Button className={css.danger} onClick={onErase}>
          {t('sample.erase')}
        </Button>
      </div>
      {fault !== '' && <p role="alert">{fault}</p>}
    </section>
  )
}

/** Asks once more, erases, and shows what was removed: the page of the person may be gone by then. */
export function EraseDialog({ sample, onClose }: { sample: Sample; onClose: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { history } = useRouter()
  const cameFrom = useRouterState({ select: ({ location }) => location.state.cameFrom })
  const { busy, fault, attempt } = useAttempt()
  const [certificate, setCertificate] = useState<ErasureCertificate | null>(null)
  const [name] = useState(personText(sample, t))
  const erase = () =>
    void attempt(async () => {
      setCertificate(await send('erasure.erase', { survey: survey.extName, sampleId: sample.sampleId, isSure: true }))
      return null
    })
  const leave = () => {
    // What was shown of the person is forgotten here as well.
    client.removeQueries({ queryKey: samplesKey(survey.extName) })
    client.removeQueries({ queryKey: ['interview'] })
    history.push(cameFrom ?? '/')
  }
  if (certificate)
    return (
      <Dialog title={t('sample.erased', { name })} onClose={leave}>
        <SampleCertificate certificate={certificate} />
        <div className={css.acts}>
          <Button primary onClick={leave}>
            {t('close')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('sample.eraseTitle', { name })} onClose={onClose}>
      <p>{t('sample.eraseWhy')}</p>
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className={css.acts}>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button className={css.danger} disabled={busy} onClick={erase}>
          {busy ? t('sample.erasing') : t('sample.eraseAct')}
        </Button>
      </div>
    </Dialog>
  )
}
