import type { FileAddress } from '@kaiku/contract/fetched-file.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import css from '../token-list/token-list.module.css'
import { fetchTimes, fileText, toldText, toneOfOutcome } from './fetched-words.ts'

const acts = ['try', 'log', 'change', 'remove'] as const
export type AskedOfAddress = (typeof acts)[number]

type Props = {
  of: FileAddress
  busy: boolean
  onPause: () => void
  onRun: () => void
  onAsk: (act: AskedOfAddress) => void
}

/** An address in the list: where it leads, how it fares, and what can be done with it. */
export function AddressLine({ of: one, busy, onPause, onRun, onAsk }: Props) {
  const { t, i18n } = useTranslation()
  const { title, address, state, last, by } = one
  const told = last === null ? '' : toldText(last.fault, t)
  const name = <span className="hidden-text">{title}</span>
  const imported = last?.files.filter(({ outcome }) => outcome === 'imported') ?? []
  const [first] = imported
  return (
    <li>
      <div className={css.token}>
        <div className={css.head}>
          <b>{title}</b>
          {state !== 'waiting' && (
            <Badge tone="warn">{t(state === 'paused' ? 'fetched.paused' : 'fetched.unproven')}</Badge>
          )}
          {last !== null && <Badge tone={toneOfOutcome(last.outcome)}>{t(`fetched.outcome.${last.outcome}`)}</Badge>}
        </div>
        <span>{address}</span>
        <span>{fetchTimes(one, t, i18n.language)}</span>
        {by === '' && <span>{t('fetched.gone')}</span>}
        {told !== '' && <span>{told}</span>}
        {first && (
          <span>
            {first.name}: {fileText(first, t, i18n.language)}
            {imported.length > 1 && ` · ${t('fetched.more', { n: imported.length - 1 })}`}
          </span>
        )}
      </div>
      <div className={css.lineActs}>
        {state !== 'unproven' && (
          <>
            <Button disabled={busy || last?.outcome === 'running'} onClick={onRun}>
              {t('fetched.fetchNow')} {name}
            </Button>
            <Button disabled={busy} onClick={onPause}>
              {t(state === 'paused' ? 'fetched.resume' : 'fetched.pause')} {name}
            </Button>
          </>
        )}
        {acts.map((act) => (
          <Button key={act} onClick={() => onAsk(act)}>
            {t(`fetched.${act}`)} {name}
          </Button>
        ))}
      </div>
    </li>
  )
}
