import type { FetchSecret, FileAddress } from '@kaiku/contract/fetched-file.ts'
import { useTranslation } from 'react-i18next'
import { Field, LongField, Select } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import listCss from '../token-list/token-list.module.css'

/** `keep`: the one that is saved. */
export type SecretKind = FetchSecret['kind'] | 'keep'
export type SecretDraft = {
  kind: SecretKind
  user?: string
  password?: string
  header?: string
  value?: string
  privateKey?: string
  passphrase?: string
}

/** What a server of the address may ask for; the first is the usual one. */
export function kindsFor(isSftp: boolean, of: FileAddress | null): readonly [SecretKind, ...SecretKind[]] {
  const isKept = of !== null && of.secretKind !== 'none'
  if (isSftp) return isKept ? ['keep', 'password', 'key'] : ['password', 'key']
  return isKept ? ['keep', 'none', 'header', 'basic'] : ['none', 'header', 'basic']
}

/** Null: as it is saved. */
export function secretOf(kind: SecretKind, draft: SecretDraft): FetchSecret | null {
  const { user = '', password = '', header = '', value = '', privateKey = '', passphrase = '' } = draft
  switch (kind) {
    case 'keep':
      return null
    case 'none':
      return { kind }
    case 'header':
      return { kind, header, value }
    case 'basic':
      return { kind, user, password }
    case 'password':
      return { kind, password }
    case 'key':
      return { kind, privateKey, passphrase }
  }
}

type Props = {
  kinds: readonly SecretKind[]
  kind: SecretKind
  draft: SecretDraft
  onChange: (draft: SecretDraft) => void
}

/** How Kaiku signs in at a server. */
export function SecretFields({ kinds, kind, draft, onChange }: Props) {
  const { t } = useTranslation()
  const text = (name: Exclude<keyof SecretDraft, 'kind'>, label: string, type: 'text' | 'password' = 'text') => (
    <Field
      label={label}
      type={type}
      required={name !== 'passphrase'}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      autoCapitalize="off"
      spellCheck={false}
      value={draft[name] ?? ''}
      onChange={({ target }) => onChange({ ...draft, kind, [name]: target.value })}
    />
  )
  return (
    <>
      <Labelled title={t('fetched.secret')}>
        <Select
          boxed
          label={t('fetched.secret')}
          value={kind}
          choices={kinds.map((value) => ({ value, title: t(`fetched.secret.${value}`) }))}
          onChange={(next) => onChange({ ...draft, kind: next })}
        />
      </Labelled>
      {kind === 'header' && (
        <>
          {text('header', t('fetched.secretHeader'))}
          {text('value', t('fetched.secretValue'), 'password')}
        </>
      )}
      {kind === 'basic' && text('user', t('fetched.user'))}
      {(kind === 'basic' || kind === 'password') && text('password', t('fetched.password'), 'password')}
      {kind === 'key' && (
        <>
          <LongField
            label={t('fetched.privateKey')}
            required
            rows={5}
            autoComplete="off"
            spellCheck={false}
            value={draft.privateKey ?? ''}
            onChange={({ target }) => onChange({ ...draft, kind, privateKey: target.value })}
          />
          {text('passphrase', t('fetched.passphrase'), 'password')}
        </>
      )}
      {kind !== 'keep' && kind !== 'none' && <p className={listCss.hint}>{t('fetched.secretWhy')}</p>}
    </>
  )
}
