import type { Identity } from '@kaiku/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { FactorList } from '../second-factor/factor-list.tsx'
import css from '../second-factor/second-factor.module.css'
import { secondFactorsQuery } from '../second-factor/second-factor.queries.ts'
import { goOn, signOut } from '../sign-in/sign-in.ts'
import { LoginFrame } from './login-frame.tsx'

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
      <FormFault text={fault} />
      {isDone && (
        <Button primary className={css.wide} disabled={busy} onClick={go}>
          {t('factor.next')}
        </Button>
      )}
      <LinkButton onClick={() => void signOut()}>{t('account.signOut')}</LinkButton>
    </LoginFrame>
  )
}
