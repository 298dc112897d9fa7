import type { SystemMessage } from '@kaiku/contract/system-message.ts'
import { IconAlertTriangle, IconClock, IconInfoCircle, IconSpeakerphone, IconTool } from '@tabler/icons-react'
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

/** What the operator has to say to everybody, in the viewer's language where it is told in it. */
export function SystemMessageBar({ message }: { message: SystemMessage }) {
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
      <p>{texts[i18n.language] ?? text}</p>
      {link !== undefined && (
        <a href={link} target="_blank" rel="noreferrer">
          {link.replace(/^https:\/\//, '').replace(/\/$/, '')}
        </a>
      )}
    </aside>
  )
}
