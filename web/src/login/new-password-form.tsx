import { loginStatus } from '@kaiku/core/login-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { begin } from '../sign-in/begin.ts'
import { useNewPassword } from '../sign-in/new-password.tsx'
import { signIn } from '../sign-in/sign-in.ts'
import css from './login.module.css'
import { LoginFrame } from './login-frame.tsx'

/** Where a link of an invitation, a reset or the first start leads: choose a password, and one is in. */
export function NewPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toSignIn = () => void navigate({ to: '/', search: {}, replace: true })
  const ticket = useQuery({
    queryKey: ['ticket', token],
    queryFn: () => send('session.ticket', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (ticket.error)
    return (
      <LoginFrame
        title={t('ticket.refused')}
        intro={isOver(ticket.error) ? t('ticket.refusedWhy') : faultText(ticket.error, t)}
      >
        <Button primary className={css.wide} onClick={toSignIn}>
          {t('ticket.toSignIn')}
        </Button>
      </LoginFrame>
    )
  if (!ticket.data) return <LoginFrame title={t('loading')} />
  return <ChoosePassword token={token} ticket={ticket.data} onDone={toSignIn} />
}

const isOver = (error: Error) => error instanceof CallError && error.code === 'invalid'

type Ticket = { purpose: 'reset' | 'invite' | 'setup'; username: string; universe: string }

function ChoosePassword({ token, ticket, onDone }: { token: string; ticket: Ticket; onDone: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const { purpose } = ticket
  const { first, again, rule, read } = useNewPassword({ autoFocus: purpose !== 'setup' })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const password = read(form)
    if (password === null) return
    void attempt(async () => {
      if (purpose === 'setup') {
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
        const identity = await send('session.setUp', {
          token,
          username: entered(form, 'username').trim(),
          password,
          universe: { title: entered(form, 'universe').trim(), timeZone },
        })
        if (identity.loginStatus === loginStatus.success) await begin(identity, false)
      } else {
        const { username, universe: home } = await send('session.reset', { token, password })
        // A second factor may still be asked for: then the login page does it.
        await signIn({ username, password, universe: home })
      }
      onDone()
      return null
    })
  }
  return (
    <LoginFrame title={t(`ticket.${purpose}`)} intro={t(`ticket.${purpose}.intro`)}>
      <form className={css.form} onSubmit={submit}>
        <Field
          label={t('setup.username')}
          name="username"
          autoComplete="username"
          {...(purpose === 'setup'
            ? { autoCapitalize: 'none', spellCheck: false, required: true, autoFocus: true }
            : { readOnly: true, value: ticket.username })}
        />
        {purpose === 'setup' && (
          <Field label={t('setup.universe')} name="universe" autoComplete="organization" maxLength={120} />
        )}
        <div className={css.form}>
          {first}
          <p className={css.hint}>{rule}</p>
        </div>
        {again}
        <FormFault text={fault} />
        <Button type="submit" primary disabled={busy} className={css.wide}>
          {t('password.save')}
        </Button>
      </form>
    </LoginFrame>
  )
}
