import { useTranslation } from 'react-i18next'
import { sendForFile } from '../call/send.ts'
import { FileDownload } from '../card/file-download.tsx'
import { useSurvey } from '../survey/survey-context.tsx'

/** Takes the interview along as a document, laid out as the survey says. */
export function InterviewDocument({ interviewId }: { interviewId: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  return (
    <FileDownload
      name={`${survey.extName} ${interviewId}`}
      label={t('interview.document')}
      working={t('interview.documentMaking')}
      note=""
      formats={[
        ['pdf', t('interview.documentAs', { format: 'PDF' })],
        ['html', t('interview.documentAs', { format: 'HTML' })],
      ]}
      fetch={(format) =>
        sendForFile('interview.document', { survey: survey.extName, interviewId, format, locale: i18n.language })
      }
    />
  )
}
