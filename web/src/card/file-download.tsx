import { IconDownload } from '@tabler/icons-react'
import { useAttempt } from '../call/use-attempt.ts'
import { IconButton } from '../control/control.tsx'
import { Popover, PopoverHeading, PopoverItem } from '../overlay/popover.tsx'
import { download } from './export.ts'
import css from './file-download.module.css'

type Props<F extends string> = {
  /** What the file is called, without its ending. */
  name: string
  label: string
  /** Instead of the label while it comes. */
  working: string
  /** How much it is. */
  note: string
  formats: readonly (readonly [format: F, title: string])[]
  /** The file; null: the browser has it already. */
  fetch: (format: F) => Promise<Blob | null>
}

/** Takes something along as a file; how much that is stands before. */
export function FileDownload<F extends string>({ name, label, working, note, formats, fetch }: Props<F>) {
  const { busy, fault, attempt } = useAttempt()
  const save = (format: F) =>
    void attempt(async () => {
      const content = await fetch(format)
      if (content) download(content, name, format)
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
            {note !== '' && <p className={css.note}>{note}</p>}
            {formats.map(([format, title]) => (
              <PopoverItem
                key={format}
                onSelect={() => {
                  close()
                  save(format)
                }}
              >
                {title}
              </PopoverItem>
            ))}
          </>
        )}
      </Popover>
    </>
  )
}
