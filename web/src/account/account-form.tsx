import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, type Theme, themes } from '../browser/theme.ts'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Segments, Select } from '../control/control.tsx'
import { FormFault, Labelled } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { chooseLocale, isLocale, useLocaleChoices } from '../text/text.ts'
import css from './account.module.css'
import { accountQuery } from './account.queries.ts'

type Account = Reply<'account.one'>

/** Name, mail address, language and theme. */
export function AccountForm({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const { t } = useTranslation()
  const { draft, set, undo, busy, fault, isChanged, isOtherMail, submit } = useAccountDraft(account)
  return (
    <Section title={t('account.profile')} intro={t('account.profileWhy')}>
      <form className={css.form} onSubmit={submit}>
        <fieldset className={css.fields} disabled={!mayChange}>
          <Field label={t('account.username')} value={draft.username} readOnly autoComplete="username" />
          <Names draft={draft} onChange={set} />
          <Field
            label={t('account.email')}
            type="email"
            autoComplete="email"
            value={draft.email}
            onChange={(event) => set({ email: event.target.value })}
          />
          {isOtherMail && account.hasPassword && (
            <Field
              label={t('account.passwordForMail')}
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          )}
          <Display draft={draft} locale={account.locale} onChange={set} />
        </fieldset>
        <FormFault text={fault} />
        <div className={css.acts}>
          <Button type="submit" primary disabled={busy || !isChanged || !mayChange}>
            {t('save')}
          </Button>
          {isChanged && <Button onClick={undo}>{t('undo')}</Button>}
        </div>
      </form>
    </Section>
  )
}

/** What is changed of the account until it is saved. */
function useAccountDraft(account: Account) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [draft, setDraft] = useState(account)
  const set = (change: Partial<Account>) => setDraft((before) => ({ ...before, ...change }))
  const isOtherMail = draft.email.trim().toLowerCase() !== account.email.toLowerCase()
  const isChanged = JSON.stringify(draft) !== JSON.stringify(account)
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(t('unsaved')),
    enableBeforeUnload: isChanged,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = entered(event.currentTarget, 'password')
    void attempt(async () => {
      const { givenName, familyName, locale } = draft
      const theme = themes.find((one) => one === draft.theme) ?? 'system'
      const saved = await send('account.save', {
        givenName,
        familyName,
        locale,
        theme,
        email: draft.email.trim(),
        password,
      })
      // This browser may show another theme and language than the account's: it changes with them only.
      if (theme !== account.theme) chooseTheme(theme)
      if (locale !== account.locale && isLocale(locale)) await chooseLocale(locale)
      client.setQueryData(accountQuery.queryKey, saved)
      setDraft(saved)
      say(t('account.saved'))
      return null
    })
  }
  return { draft, set, undo: () => setDraft(account), busy, fault, isChanged, isOtherMail, submit }
}

type FieldsProps = { draft: Account; onChange: (change: Partial<Account>) => void }

function Names({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={css.pair}>
      <Field
        label={t('account.givenName')}
        autoComplete="given-name"
        maxLength={100}
        value={draft.givenName}
        onChange={(event) => onChange({ givenName: event.target.value })}
      />
      <Field
        label={t('account.familyName')}
        autoComplete="family-name"
        maxLength={100}
        value={draft.familyName}
        onChange={(event) => onChange({ familyName: event.target.value })}
      />
    </div>
  )
}

/** `locale`: the account's, which stays among the choices. */
function Display({ draft, locale: own, onChange }: FieldsProps & { locale: string }) {
  const { t } = useTranslation()
  const choices = useLocaleChoices(own)
  return (
    <div className={css.pair}>
      <Labelled title={t('display.language')}>
        <Select
          label={t('display.language')}
          boxed
          value={draft.locale}
          choices={choices}
          onChange={(locale) => onChange({ locale })}
        />
      </Labelled>
      <Labelled title={t('display.theme')}>
        <Segments<Theme>
          label={t('display.theme')}
          value={themes.find((one) => one === draft.theme) ?? 'system'}
          choices={themes.map((one) => ({ value: one, title: t(`theme.${one}`) }))}
          onChange={(theme) => onChange({ theme })}
        />
      </Labelled>
    </div>
  )
}
