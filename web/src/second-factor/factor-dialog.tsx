import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { makePasskey, PasskeyRefusal } from './passkey-browser.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import css from './second-factor.module.css'
import { secondFactorsQuery } from './second-factor.queries.ts'
import { TotpStage } from './totp-stage.tsx'

export type FactorAct =
  | { kind: 'totp' }
  | { kind: 'passkey' }
  | { kind: 'recovery' }
  | { kind: 'removeTotp' }
  | { kind: 'removePasskey'; id: string; name: string }

type Stage =
  | { at: 'password' }
  | { at: 'totp'; begun: Reply<'secondFactor.beginTotp'> }
  | { at: 'codes'; codes: readonly string[] }

/** One change of one's second factors, from the password to its end. */
export function FactorDialog({ act, onClose }: { act: FactorAct; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const put = (factors: Reply<'secondFactor.secondFactors'>) =>
    client.setQueryData(secondFactorsQuery.queryKey, factors)

  const ended = ({ factors, recoveryCodes }: Reply<'secondFactor.confirmTotp'>) => {
    put(factors)
    if (recoveryCodes.length === 0) onClose()
    else setStage({ at: 'codes', codes: recoveryCodes })
  }

  async function run(password: string, name: string): Promise<void> {
    if (act.kind === 'totp') return setStage({ at: 'totp', begun: await send('secondFactor.beginTotp', { password }) })
    if (act.kind === 'recovery') return ended(await send('secondFactor.renewRecoveryCodes', { password }))
    if (act.kind === 'passkey') {
      const { options } = await send('secondFactor.beginPasskey', { password })
      return ended(await send('secondFactor.confirmPasskey', { name, passkey: await makePasskey(options) }))
    }
    put(
      act.kind === 'removeTotp'
        ? await send('secondFactor.removeTotp', { password })
        : await send('secondFactor.removePasskey', { password, id: act.id }),
    )
    onClose()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void attempt(async () => {
      try {
        await run(entered(form, 'password'), entered(form, 'name').trim() || t('factor.nameHint'))
        return null
      } catch (error) {
        if (error instanceof PasskeyRefusal) return t('factor.refused')
        throw error
      }
    })
  }
  const titles = {
    totp: t('factor.totp'),
    passkey: t('factor.addPasskey'),
    recovery: t('factor.renewCodes'),
    removeTotp: t('factor.removeTotp'),
    removePasskey: act.kind === 'removePasskey' ? t('factor.removePasskey', { name: act.name }) : '',
  }
  return (
    <Dialog title={titles[act.kind]} onClose={onClose}>
      {stage.at === 'codes' && <RecoveryCodes codes={stage.codes} onDone={onClose} />}
      {stage.at === 'totp' && <TotpStage begun={stage.begun} onConfirmed={ended} />}
      {stage.at === 'password' && (
        <form className={css.stage} onSubmit={submit}>
          {act.kind === 'recovery' && <p>{t('factor.renewWhy')}</p>}
          {act.kind === 'passkey' && (
            <Field label={t('factor.name')} name="name" maxLength={60} placeholder={t('factor.nameHint')} />
          )}
          <Field
            label={t('factor.confirm')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
          <FormFault text={fault} />
          <div className={css.acts}>
            <Button type="submit" primary disabled={busy}>
              {t(act.kind.startsWith('remove') ? 'factor.remove' : 'factor.next')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
