import type { Identity } from '@kaiku/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoginFrame } from '../login/login-frame.tsx'
import { goOn, signOut } from '../session/sign-in.ts'
import { useAttempt } from '../session/use-attempt.ts'
import { Button, LinkButton } from '../ui/control.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FactorList } from './factor-list.tsx'
import css from './second-factor.module.css'
import { secondFactorsQuery } from './second-factor.queries.ts'

/** Where one stands while the second factor that a universe requires is missing. */
export default function SetUpPage({ identity: { universe, universes } }: { identity: Identity }) {
  const { t } = useTranslation()
  const { data } = useQuery(secondFactorsQuery)
  const { busy, fault, attempt } = useAttempt()
  const title = universes.find(({ name }) => name === universe)?.title ?? universe
  const isDone = data !== undefined && (data.totpSince !== null || data.passkeys.length > 0)
  const go = () =>
    void attempt(async () => {
      await goOn()
      return null
    })
  return (
    <LoginFrame title={t('factor.requiredTitle')} intro={t('factor.requiredWhy', { universe: title })}>
      {data ? <FactorList factors={data} /> : <Skeleton height={140} />}
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      {isDone && (
        <Button primary className={css.wide} disabled={busy} onClick={go}>
          {t('factor.next')}
        </Button>
      )}
      <LinkButton onClick={() => void signOut()}>{t('account.signOut')}</LinkButton>
    </LoginFrame>
  )
}
