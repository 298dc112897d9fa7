import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from '../sample/sample.module.css'
import { erasuresQuery } from '../sample/sample.queries.ts'
import { SampleCertificate } from '../sample-page/sample-certificate.tsx'
import { useSurvey } from '../survey/survey-context.tsx'

/** The certificates of all who were erased here. */
export function SampleErasuresDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data, error } = useQuery(erasuresQuery(survey.extName))
  return (
    <Dialog title={t('erasures.title')} onClose={onClose}>
      {error && <p role="alert">{faultText(error, t)}</p>}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && <p className={css.hint}>{t('erasures.empty')}</p>}
      {data?.map((certificate) => (
        <details key={certificate.certificateId} className={css.folded}>
          <summary>
            {momentText(certificate.erasedAt, i18n.language)} · {certificate.by}
          </summary>
          <SampleCertificate certificate={certificate} />
        </details>
      ))}
    </Dialog>
  )
}
