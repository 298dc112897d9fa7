import {
  IconCopy,
  IconDotsVertical,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconLink,
  IconListDetails,
  IconMaximize,
  IconPhoto,
  IconPrinter,
  IconTable,
} from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { IconButton } from '../control/control.tsx'
import { copyLink } from '../overlay/copy-link.ts'
import { Menu, type MenuItem } from '../overlay/menu.tsx'
import { say, sayWhile } from '../overlay/snackbar.tsx'
import css from './card.module.css'
import { type DataTable, PlainTable } from './data-table.tsx'
import { download } from './export.ts'
import { InPlace } from './in-place.tsx'

type Props = {
  title: string
  /** Behind the title, quieter: how many rows there are. */
  count?: string | undefined
  /** Pickers of this component, before the menu. */
  actions?: ReactNode
  /** What is shown, as rows. Absent: nothing to export. */
  table?: DataTable | undefined
  /** Has the server make a file of it, as CSV or for Excel. Absent: there is none. */
  fetchFile?: ((format: 'csv' | 'xlsx') => Promise<Blob>) | undefined
  /** `bare`: no frame of its own, for a row of tiles. */
  bare?: boolean
  flush?: boolean
  children: ReactNode
}

/** What the page adds to the card of whatever stands on it. */
type Surroundings = {
  /** Beside the title, also on paper and in pictures: what this component looks at that the others do not. */
  readonly badge?: ReactNode
  /** Whether the card stands as a table, where somebody else keeps that. */
  readonly standsAsTable?: { readonly on: boolean; readonly toggle: () => void }
  /** Whether files may be made of it. */
  readonly mayExport?: boolean
  /** Opens the rows that its figures are made of, where the viewer may see them. */
  readonly onRows?: () => void
}
export const CardSurroundings = createContext<Surroundings>({})

/** One component of a page in its frame, with the menu every component has. */
export function Card({ title, count, actions, table, fetchFile, bare, flush, children }: Props) {
  const id = useId()
  const { badge, standsAsTable } = useContext(CardSurroundings)
  const frame = useRef<HTMLElement>(null)
  const [ownAsTable, setAsTable] = useState(false)
  const asTable = (standsAsTable?.on ?? ownAsTable) && table !== undefined
  const toggle = standsAsTable?.toggle ?? (() => setAsTable(!asTable))
  const menu = <CardMenu {...{ frame, title, table, fetchFile, asTable }} onTable={toggle} />
  const content = asTable ? <PlainTable caption={title} table={table} /> : children
  if (bare && !asTable)
    return (
      <section ref={frame} className={css.bare} aria-labelledby={id}>
        <h2 id={id} className="hidden-text">
          {title}
        </h2>
        {badge}
        {content}
        <div className={css.floating} data-screen-only>
          {menu}
        </div>
      </section>
    )
  return (
    <section ref={frame} className={`${css.card} ${flush && !asTable ? css.flush : ''}`} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
          {count !== undefined && <InPlace className={css.count} text={` · ${count}`} />}
        </h2>
        {badge}
        <div className={css.actions} data-screen-only>
          {actions}
          {menu}
        </div>
      </div>
      {content}
    </section>
  )
}

type MenuProps = {
  frame: { readonly current: HTMLElement | null }
  title: string
  table: DataTable | undefined
  fetchFile: Props['fetchFile']
  asTable: boolean
  onTable: () => void
}

/** Rows from which a picture takes long. */
const longTable = 40
/** Once what was said stands on the screen. */
const painted = () => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 50))

function CardMenu({ frame, title, table, fetchFile, asTable, onTable }: MenuProps) {
  const { t } = useTranslation()
  const { onRows, mayExport = false } = useContext(CardSurroundings)
  const pictures = usePictures(frame, title)
  const fill = () => {
    const refused = () => say(t('card.noFullScreen'))
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (frame.current?.requestFullscreen) frame.current.requestFullscreen().catch(refused)
    else refused()
  }
  const save = (format: 'csv' | 'xlsx') => {
    if (!fetchFile) return
    sayWhile(t('card.fetching'), () => fetchFile(format)).then(
      (file) => download(file, title, format),
      (error: unknown) => say(error instanceof Error ? faultText(error, t) : String(error)),
    )
  }
  const files = mayExport && table && fetchFile
  return (
    <Menu
      label={t('card.menuOf', { title })}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('card.menuOf', { title })} small>
          <IconDotsVertical size={16} />
        </IconButton>
      )}
      groups={[
        {
          items: [
            { title: t('card.fullScreen'), icon: <IconMaximize size={16} />, onSelect: fill },
            table && {
              title: t(asTable ? 'card.asChart' : 'card.asTable'),
              icon: <IconTable size={16} />,
              onSelect: onTable,
            },
            onRows && { title: t('card.interviews'), icon: <IconListDetails size={16} />, onSelect: onRows },
            { title: t('card.copyLink'), icon: <IconLink size={16} />, onSelect: () => copyLink(t) },
          ],
        },
        {
          items: [
            files && { title: t('card.csv'), icon: <IconDownload size={16} />, onSelect: () => save('csv') },
            files && { title: t('card.xlsx'), icon: <IconFileSpreadsheet size={16} />, onSelect: () => save('xlsx') },
            ...(mayExport ? pictures : []),
            { title: t('card.print'), icon: <IconPrinter size={16} />, onSelect: () => print(frame.current) },
          ],
        },
      ]}
    />
  )
}

/** The card as an image, to keep or to paste. */
function usePictures(frame: MenuProps['frame'], title: string): readonly MenuItem[] {
  const { t } = useTranslation()
  const picture = (make: (element: HTMLElement, tell: (text: string) => void) => Promise<void>) => () => {
    const element = frame.current
    if (!element) return
    const isLong = element.querySelectorAll('tr').length > longTable
    const work = async (tell: (text: string) => void) => {
      // What draws a long table leaves the screen no moment to say so.
      if (isLong) await painted()
      await make(element, tell)
    }
    sayWhile(t('card.drawing'), work, isLong ? 0 : undefined).catch(() => say(t('card.noPicture')))
  }
  const asPng = picture(async (element) => {
    const { downloadPicture } = await import('./picture.ts')
    await downloadPicture(element, title)
  })
  const asPdf = picture(async (element, tell) => {
    const { downloadPdf } = await import('./picture.ts')
    await downloadPdf(element, title, (at, of) => tell(t('card.drawingPage', { at, of })))
  })
  const copy = picture(async (element) => {
    const { copyPicture } = await import('./picture.ts')
    await copyPicture(element)
    say(t('card.pictureCopied'))
  })
  return [
    { title: t('card.png'), icon: <IconPhoto size={16} />, onSelect: asPng },
    { title: t('card.pdf'), icon: <IconFileTypePdf size={16} />, onSelect: asPdf },
    { title: t('card.copyPicture'), icon: <IconCopy size={16} />, onSelect: copy },
  ]
}

function print(frame: HTMLElement | null) {
  frame?.setAttribute('data-printed', '')
  document.documentElement.setAttribute('data-printing', '')
  window.print()
  frame?.removeAttribute('data-printed')
  document.documentElement.removeAttribute('data-printing')
}
