import { formatCount } from '@kaiku/core/format.ts'
import { sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import { useTranslation } from 'react-i18next'
import { sendForFile } from '../call/send.ts'
import { FileDownload } from '../card/file-download.tsx'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import type { SampleSearch } from '../sample/sample.queries.ts'

type Props = { total: number; asked: SampleSearch }

/** Takes all samples that are found along, narrowed as they are on the screen. */
export function SampleDownload({ total, asked: { state, reason, step, search, sort } }: Props) {
  const { t, i18n } = useTranslation()
  const { survey, path, selection } = useAt()
  return (
    <FileDownload
      name={t('samples.title')}
      label={t('samples.download')}
      working={t('samples.downloading')}
      note={t('samples.downloadCount', { count: total, n: formatCount(total, i18n.language) })}
      formats={[
        ['csv', t('samples.as.csv')],
        ['xlsx', t('samples.as.xlsx')],
      ]}
      fetch={(format) =>
        sendForFile('sampleTable.table', {
          survey,
          table: 'samples',
          path: writePath(path, selection),
          format,
          locale: i18n.language,
          ...(sort && { sort }),
          ...(search !== undefined && { filterterm: search }),
          filter: {
            ...(state && { state: sampleStates.filter((one) => one === state) }),
            ...(step && { step }),
            ...(reason && { reason: sampleReasons.filter((one) => one === reason) }),
          },
        })
      }
    />
  )
}
