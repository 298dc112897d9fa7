import type { KeptMessage, MessageList } from '@kaiku/contract/system-message.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { SystemMessageBar } from '../system-message/system-message.tsx'
import css from './message.module.css'

const tones = { now: 'good', coming: 'warn', past: 'plain' } as const

type Props = {
  of: KeptMessage
  list: MessageList
  busy: boolean
  onChange: () => void
  onEnd: () => void
  onRemove: () => void
}

/** A message in the list: as its readers see it, when and to whom, and what can be done with it. */
export function MessageLine({ of: one, list, busy, onChange, onEnd, onRemove }: Props) {
  const { t } = useTranslation()
  const name = <span className="hidden-text">{one.text}</span>
  return (
    <li className={css.message} data-state={one.state}>
      <SystemMessageBar message={one} />
      <div className={css.facts}>
        <Badge tone={tones[one.state]}>{t(`systemMessage.state.${one.state}`)}</Badge>
        <span>{t(`systemMessage.importance.${one.importance}`)}</span>
        <span>{useSpan(one, list.zone)}</span>
        <span>{useAudience(one, list)}</span>
      </div>
      <div className={css.doing}>
        <Button onClick={onChange}>
          {t('systemMessage.change')} {name}
        </Button>
        {one.state !== 'past' && (
          <Button disabled={busy} onClick={onEnd}>
            {t('systemMessage.end')} {name}
          </Button>
        )}
        <Button onClick={onRemove}>
          {t('systemMessage.remove')} {name}
        </Button>
      </div>
    </li>
  )
}

/** From when until when, in words, as clocks of the zone show it. */
function useSpan({ from, until }: KeptMessage, zone: string): string {
  const { t, i18n } = useTranslation()
  const clock = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const said = (wall: string) => clock.format(new Date(`${wall}Z`))
  const span =
    until === null
      ? t('systemMessage.spanOpen', { from: said(from) })
      : t('systemMessage.span', { from: said(from), until: said(until) })
  return t('systemMessage.zone', { span, zone })
}

function useAudience({ audience, beforeSignIn }: KeptMessage, { surveys, roles, places }: MessageList): string {
  const { t } = useTranslation()
  switch (audience.to) {
    case 'everybody':
      return [t('systemMessage.for.everybody'), ...(beforeSignIn ? [t('systemMessage.beforeSignInToo')] : [])].join(
        ', ',
      )
    case 'surveys': {
      const titles = audience.surveys.map((name) => surveys.find(({ extName }) => extName === name)?.title ?? name)
      return t('systemMessage.for.surveys', { names: titles.join(', ') })
    }
    case 'roles': {
      const names = roles.filter(({ roleId }) => audience.roles.includes(roleId)).map(({ name }) => name)
      return t('systemMessage.for.roles', { names: names.join(', ') })
    }
    case 'places': {
      const names = audience.places.map(({ view, path }) => {
        const known = places.find((one) => one.view === view && one.path.join() === path.join())
        return known?.names.at(-1) ?? path.join(' › ')
      })
      return t('systemMessage.for.places', { names: names.join(', ') })
    }
  }
}
