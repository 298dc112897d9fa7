import type { SystemMessage } from '@kaiku/contract/system-message.ts'
import { IconAlertTriangle, IconClock, IconInfoCircle, IconSpeakerphone, IconTool, IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import css from './system-message.module.css'

type Icon = ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>

const icons: Record<SystemMessage['icon'], Icon> = {
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  maintenance: IconTool,
  time: IconClock,
  news: IconSpeakerphone,
}

/** What a bar shows of a message, whoever wrote it. */
export type BarMessage = Pick<SystemMessage, 'text' | 'backgroundColor' | 'textColor' | 'icon'> & {
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly link?: string | null | undefined
}

type Props = {
  message: BarMessage
  /** Whose language it is read in; the viewer’s where none is said. */
  locale?: string
  /** Puts it away; absent: it stays. */
  onClose?: (() => void) | undefined
}

/** What somebody has to say to many, in the viewer's language where it is told in it. */
export function SystemMessageBar({ message, locale, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { text, texts, link, backgroundColor, textColor } = message
  const Icon = icons[message.icon]
  return (
    <aside
      className={css.bar}
      style={{ background: backgroundColor, color: textColor }}
      aria-label={t('shell.message')}
    >
      <Icon size={20} stroke={1.8} aria-hidden />
      <p dir="auto">{texts[locale ?? i18n.language] ?? text}</p>
      {link && (
        <a href={link} target="_blank" rel="noreferrer">
          {link.replace(/^https:\/\//, '').replace(/\/$/, '')}
        </a>
      )}
      {onClose && (
        <button type="button" className={css.close} aria-label={t('shell.messageClose')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      )}
    </aside>
  )
}
