import { IconDownload } from '@tabler/icons-react'
import { useAttempt } from '../call/use-attempt.ts'
import { IconButton } from '../control/control.tsx'
import { Popover, PopoverHeading, PopoverItem } from '../overlay/popover.tsx'
import { download } from './export.ts'
import css from './table-download.module.css'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

type Props = {
  /** What the file is called, without its ending. */
  name: string
  label: string
  /** Instead of the label while it comes. */
  working: string
  /** How much it is. */
  note: string
  as: Readonly<Record<Format, string>>
  fetch: (format: Format) => Promise<Blob>
}

/** Takes a table along as a file; how much that is stands before. */
export function TableDownload({ name, label, working, note, as, fetch }: Props) {
  const { busy, fault, attempt } = useAttempt()
  const save = (format: Format) =>
    void attempt(async () => {
      download(await fetch(format), name, format)
      return null
    })
  return (
    <>
      {fault !== '' && <span role="alert">{fault}</span>}
      <Popover
        label={label}
        align="end"
        trigger={(wiring) => (
          <IconButton {...wiring} label={busy ? working : label} small disabled={busy}>
            <IconDownload size={16} />
          </IconButton>
        )}
      >
        {(close) => (
          <>
            <PopoverHeading>{label}</PopoverHeading>
            <p className={css.note}>{note}</p>
            {formats.map((format) => (
              <PopoverItem
                key={format}
                onSelect={() => {
                  close()
                  save(format)
                }}
              >
                {as[format]}
              </PopoverItem>
            ))}
          </>
        )}
      </Popover>
    </>
  )
}
