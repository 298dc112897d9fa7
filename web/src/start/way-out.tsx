import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import { changeUniverse, signOut, stopActing } from '../sign-in/sign-in.ts'
import { stopViewAs } from '../view-as/view-as.ts'

/** What one can do where no survey opens, so without a frame: be oneself again, go to another universe, sign out. */
export function WayOut() {
  const { t } = useTranslation()
  const { actor, viewedAs, universe, universes } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const act = (run: () => Promise<void>) => () => void attempt(async () => run().then(() => null))
  return (
    <>
      {viewedAs !== null && <Button onClick={() => stopViewAs('/')}>{t('acting.stop')}</Button>}
      {viewedAs === null && actor !== null && (
        <Button disabled={busy} onClick={act(stopActing)}>
          {t('acting.stop')}
        </Button>
      )}
      {universes
        .filter(({ name }) => name !== universe)
        .map(({ name, title }) => (
          <Button key={name} disabled={busy} onClick={act(() => changeUniverse(name))}>
            {t('start.toUniverse', { universe: title })}
          </Button>
        ))}
      <Button disabled={busy} onClick={act(signOut)}>
        {t('account.signOut')}
      </Button>
      {fault !== '' && <p role="alert">{fault}</p>}
    </>
  )
}
