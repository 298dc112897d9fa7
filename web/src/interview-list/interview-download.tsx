import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import type { Sent } from '../call/calls.ts'
import { takeFile } from '../call/send.ts'
import { FileDownload } from '../card/file-download.tsx'
import { useIdentity } from '../session/identity.ts'

type Props = {
  title: string
  /** How many interviews are found. */
  total: number
  /** What is shown: the file has the same. */
  shown: Omit<Sent<'interview.recordTable'>, 'format'>
}

/** Takes all interviews that are found along, as they are shown. */
export function InterviewDownload({ title, total, shown }: Props) {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  return (
    <FileDownload
      name={title}
      label={t('interviews.download')}
      working={t('interviews.downloading')}
      note={t('interviews.downloadCount', { count: total, n: formatCount(total, i18n.language) })}
      formats={[
        ['csv', t('interviews.as.csv')],
        ['xlsx', t('interviews.as.xlsx')],
      ]}
      fetch={(format) => takeFile('interview.recordTable', { ...shown, format }, identity)}
    />
  )
}
