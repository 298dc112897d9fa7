import type { FetchRule, FetchSecret, FileAddress } from '@kaiku/contract/fetched-file.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Segments, Select } from '../control/control.tsx'
import { FormFault, Labelled } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { RuleFields } from '../report-schedule/rule-fields.tsx'
import listCss from '../token-list/token-list.module.css'
import { kindsFor, type SecretDraft, SecretFields, secretOf } from './secret-fields.tsx'

const settled = ['leave', 'move', 'delete'] as const
const daily: FetchRule = { every: 'day', minutes: 6 * 60 }

type Draft = Pick<FileAddress, 'title' | 'address' | 'rule' | 'zone' | 'afterwards' | 'folder' | 'mostRejected'>

const newDraft = (): Draft => ({
  title: '',
  address: '',
  rule: daily,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  afterwards: 'leave',
  folder: '',
  mostRejected: 10,
})

type Props = {
  survey: string
  /** Null: a new one. */
  of: FileAddress | null
  onSaved: (address: FileAddress) => void
  onClose: () => void
}

/** Asks from where files are fetched, how to sign in there, when, and what becomes of them. */
export function AddressForm({ survey, of, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [draft, setDraft] = useState<Draft>(() => (of ? draftOf(of) : newDraft()))
  const [secret, setSecret] = useState<SecretDraft>({ kind: of && of.secretKind !== 'none' ? 'keep' : 'none' })
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const isSftp = /^\s*sftp:/i.test(draft.address)
  const kinds = kindsFor(isSftp, of)
  const kind = kinds.find((one) => one === secret.kind) ?? kinds[0]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(async () => {
      const sent: FetchSecret | null = secretOf(kind, secret)
      const fields = { ...draft, title: draft.title.trim(), secret: sent }
      onSaved(
        of
          ? await send('fetchedFile.change', { survey, addressId: of.addressId, version: of.version, ...fields })
          : await send('fetchedFile.create', { survey, ...fields }),
      )
      return null
    })
  }
  return (
    <Dialog title={of ? t('fetched.changeTitle', { name: of.title }) : t('fetched.newTitle')} onClose={onClose}>
      <form className={listCss.stage} onSubmit={submit}>
        <Field
          label={t('fetched.name')}
          required
          maxLength={120}
          autoComplete="off"
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <Field
          label={t('fetched.address')}
          required
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode="url"
          value={draft.address}
          onChange={({ target }) => set({ address: target.value })}
        />
        <p className={listCss.hint}>{t('fetched.addressWhy', { today: '{today}', yesterday: '{yesterday}' })}</p>
        <SecretFields kinds={kinds} kind={kind} draft={secret} onChange={setSecret} />
        <When draft={draft} set={set} />
        {isSftp && <Settled draft={draft} set={set} />}
        <Field
          label={t('fetched.mostRejected')}
          type="number"
          min={0}
          max={100}
          required
          value={Number.isNaN(draft.mostRejected) ? '' : draft.mostRejected}
          onChange={({ target }) => set({ mostRejected: target.valueAsNumber })}
        />
        <FormFault text={fault} />
        <div className={listCss.acts}>
          <Button onClick={onClose}>{t('saved.cancel')}</Button>
          <Button type="submit" primary disabled={busy}>
            {t('fetched.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const draftOf = ({ title, address, rule, zone, afterwards, folder, mostRejected }: FileAddress): Draft => ({
  title,
  address,
  rule,
  zone,
  afterwards,
  folder,
  mostRejected,
})

type PartProps = { draft: Draft; set: (change: Partial<Draft>) => void }

function When({ draft: { rule, zone }, set }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <Segments
        label={t('fetched.every')}
        value={rule.every === 'hour' ? 'hour' : 'days'}
        choices={[
          { value: 'hour', title: t('fetched.every.hour') },
          { value: 'days', title: t('fetched.every.days') },
        ]}
        onChange={(every) => set({ rule: every === 'hour' ? { every: 'hour', minutes: 0 } : daily })}
      />
      {rule.every === 'hour' ? (
        <Field
          label={t('fetched.minutes')}
          type="number"
          min={0}
          max={59}
          required
          value={Number.isNaN(rule.minutes) ? '' : rule.minutes}
          onChange={({ target }) => set({ rule: { every: 'hour', minutes: target.valueAsNumber } })}
        />
      ) : (
        <RuleFields
          rule={rule}
          zone={zone}
          onRule={(next) => set({ rule: next })}
          onZone={(next) => set({ zone: next })}
        />
      )}
    </>
  )
}

function Settled({ draft: { afterwards, folder }, set }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <Labelled title={t('fetched.afterwards')}>
        <Select
          boxed
          label={t('fetched.afterwards')}
          value={afterwards}
          choices={settled.map((value) => ({ value, title: t(`fetched.afterwards.${value}`) }))}
          onChange={(next) => set({ afterwards: next })}
        />
      </Labelled>
      {afterwards === 'move' && (
        <>
          <Field
            label={t('fetched.folder')}
            required
            maxLength={500}
            autoComplete="off"
            value={folder}
            onChange={({ target }) => set({ folder: target.value })}
          />
          <p className={listCss.hint}>{t('fetched.folderWhy')}</p>
        </>
      )}
    </>
  )
}
