import type { User } from '@kaiku/contract/user.ts'
import { useTranslation } from 'react-i18next'
import { Field, Select } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import type { UserDraft } from '../people/user-draft.ts'
import { useLocaleChoices } from '../text/text.ts'
import css from './user-form.module.css'

type Props = { user: User | null; draft: UserDraft; onDraft: (change: (before: UserDraft) => UserDraft) => void }

/** Name, mail address and language; read only where the account is in other universes, too. */
export function UserAccount({ user, draft, onDraft }: Props) {
  const { t } = useTranslation()
  const isOpen = user === null || user.isAccountEditable
  const field = (name: 'username' | 'email' | 'givenName' | 'familyName', more: object = {}) => (
    <Field
      label={t(`user.field.${name}`)}
      value={draft[name]}
      maxLength={100}
      autoComplete="off"
      readOnly={!isOpen}
      {...more}
      onChange={(event) => onDraft((before) => ({ ...before, [name]: event.target.value }))}
    />
  )
  const choices = useLocaleChoices(draft.locale)
  return (
    <section className={css.card}>
      <h2>{t('user.account')}</h2>
      {!isOpen && <p className={css.hint}>{t(whyClosed(user))}</p>}
      <div className={css.pair}>
        {field('username', { readOnly: user !== null, required: true, autoCapitalize: 'none', spellCheck: false })}
        {field('email', { type: 'email', maxLength: 320 })}
      </div>
      <div className={css.pair}>
        {field('givenName')}
        {field('familyName')}
      </div>
      <div className={css.pair}>
        <Labelled title={t('user.field.locale')}>
          <Select
            label={t('user.field.locale')}
            boxed
            value={draft.locale}
            choices={isOpen ? choices : choices.filter(({ value }) => value === draft.locale)}
            onChange={(locale) => onDraft((before) => ({ ...before, locale }))}
          />
        </Labelled>
      </div>
    </section>
  )
}

const whyClosed = ({ isRoot, isAbove }: User) =>
  isRoot ? 'user.rootAccount' : isAbove ? 'user.aboveAccount' : 'user.sharedAccount'
