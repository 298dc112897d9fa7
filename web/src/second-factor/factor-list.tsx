import type { SecondFactors } from '@kaiku/contract/second-factor.ts'
import { IconDeviceMobileCode, IconFingerprint, IconLifebuoy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { type FactorAct, FactorDialog } from './factor-dialog.tsx'
import css from './second-factor.module.css'

/** What is set up, what could be, and the acts on each. */
export function FactorList({ factors }: { factors: SecondFactors }) {
  const { t, i18n } = useTranslation()
  const [act, setAct] = useState<FactorAct | null>(null)
  const day = (text: string) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(text))
  const { policy, totpSince, passkeys, recoveryCodes } = factors
  const mayAdd = policy !== 'off'
  const hasAny = totpSince !== null || passkeys.length > 0
  return (
    <>
      <ul className={css.factors}>
        <Line
          icon={<IconDeviceMobileCode size={22} stroke={1.5} aria-hidden />}
          title={t('factor.totp')}
          told={totpSince === null ? t('factor.totpWhy') : t('factor.since', { when: day(totpSince) })}
          isOn={totpSince !== null}
        >
          {totpSince !== null && <Button onClick={() => setAct({ kind: 'removeTotp' })}>{t('factor.remove')}</Button>}
          {totpSince === null && mayAdd && (
            <Button onClick={() => setAct({ kind: 'totp' })}>{t('factor.setUp')}</Button>
          )}
        </Line>
        <Line
          icon={<IconFingerprint size={22} stroke={1.5} aria-hidden />}
          title={t('factor.passkeys')}
          told={t('factor.passkeyWhy')}
          isOn={passkeys.length > 0}
        >
          {mayAdd && <Button onClick={() => setAct({ kind: 'passkey' })}>{t('factor.add')}</Button>}
        </Line>
        {passkeys.map(({ id, name, usedAt }) => (
          <Line
            key={id}
            title={name}
            told={usedAt === null ? t('factor.unused') : t('factor.used', { when: day(usedAt) })}
          >
            <Button onClick={() => setAct({ kind: 'removePasskey', id, name })}>
              {t('factor.remove')}
              <span className="hidden-text">{name}</span>
            </Button>
          </Line>
        ))}
        {hasAny && (
          <Line
            icon={<IconLifebuoy size={22} stroke={1.5} aria-hidden />}
            title={t('factor.codes')}
            told={t('factor.codesLeft', { count: recoveryCodes })}
          >
            <Button onClick={() => setAct({ kind: 'recovery' })}>{t('factor.renew')}</Button>
          </Line>
        )}
      </ul>
      {act && <FactorDialog act={act} onClose={() => setAct(null)} />}
    </>
  )
}

type LineProps = { icon?: ReactNode; title: string; told: string; isOn?: boolean; children: ReactNode }

const Line = ({ icon, title, told, isOn, children }: LineProps) => (
  <li className={icon ? undefined : css.below}>
    {icon}
    <div className={css.factor} data-on={isOn || undefined}>
      <b>{title}</b>
      <span>{told}</span>
    </div>
    {children}
  </li>
)
