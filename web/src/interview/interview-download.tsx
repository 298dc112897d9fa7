import { formatCount } from '@kaiku/core/format.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Sent } from '../calls.ts'
import { sendForFile } from '../send.ts'
import { useAttempt } from '../session/use-attempt.ts'
import { IconButton } from '../ui/control.tsx'
import { download } from '../ui/export.ts'
import { Popover, PopoverHeading, PopoverItem } from '../ui/popover.tsx'
import css from './interview-list.module.css'

type Props = {
  title: string
  /** How many interviews are found. */
  total: number
  /** What is shown: the file has the same. */
  shown: Omit<Sent<'recordTable'>, 'format'>
}

/** Takes all interviews that are found along, as they are shown: how many that is stands before. */
export function InterviewDownload({ title, total, shown }: Props) {
  const { t, i18n } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const save = (format: 'csv' | 'xlsx') =>
    void attempt(async () => {
      download(await sendForFile('recordTable', { ...shown, format }), title, format)
      return null
    })
  const count = { count: total, n: formatCount(total, i18n.language) }
  return (
    <>
      {fault !== '' && <span role="alert">{fault}</span>}
      <Popover
        label={t('interviews.download')}
        align="end"
        trigger={(wiring) => (
          <IconButton
            {...wiring}
            label={t(busy ? 'interviews.downloading' : 'interviews.download')}
            small
            disabled={busy}
          >
            <IconDownload size={16} />
          </IconButton>
        )}
      >
        {(close) => (
          <>
            <PopoverHeading>{t('interviews.download')}</PopoverHeading>
            <p className={css.count}>{t('interviews.downloadCount', count)}</p>
            {(['csv', 'xlsx'] as const).map((format) => (
              <PopoverItem
                key={format}
                onSelect={() => {
                  close()
                  save(format)
                }}
              >
                {t(`interviews.as.${format}`)}
              </PopoverItem>
            ))}
          </>
        )}
      </Popover>
    </>
  )
}
