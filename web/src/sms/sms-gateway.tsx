import type { GatewaySettings, ShownGateway } from '@kaiku/contract/sms.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, LongField } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './sms.module.css'

const usual: GatewaySettings = {
  url: '',
  header: 'Authorization',
  body: '{"to": "{to}", "from": "{from}", "text": "{text}", "id": "{id}"}',
  sender: '',
  callingCode: '',
  report: { id: 'id', status: 'status', from: 'from', text: 'text' },
}
const places = '{to}, {digits}, {from}, {text}, {id}'

const gatewayQuery = (universe: string) =>
  queryOptions({
    queryKey: ['smsGateway', universe],
    queryFn: ({ signal }) => send('sms.gateway', {}, signal),
    // What is being written here is newer than what the server has.
    refetchOnWindowFocus: false,
  })

/** What sends SMS for the universe. */
export function SmsGateway() {
  const { t } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(gatewayQuery(universe))
  return (
    <Section title={t('sms.title')} intro={t('sms.titleWhy')}>
      {error && <Failed title={t('sms.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data && <GatewayForm key={data.version} kept={data} />}
    </Section>
  )
}

function GatewayForm({ kept }: { kept: ShownGateway }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [draft, setDraft] = useState(kept.gateway ?? usual)
  const [secret, setSecret] = useState('')
  const [isRemoving, setRemoving] = useState(false)
  const set = (change: Partial<GatewaySettings>) => setDraft({ ...draft, ...change })
  const own = (name: 'url' | 'header' | 'sender' | 'callingCode') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const asked = { ...draft, version: kept.version, ...(secret === '' ? {} : { secret }) }
      client.setQueryData(gatewayQuery(universe).queryKey, await send('sms.saveGateway', asked))
      setSecret('')
      say(t('sms.saved'))
      return null
    })
  }
  const remove = () =>
    attempt(async () => {
      await send('sms.removeGateway', {})
      setRemoving(false)
      await client.invalidateQueries(gatewayQuery(universe))
      return null
    })
  return (
    <form onSubmit={submit} aria-label={t('sms.title')} className={css.form}>
      <Field label={t('sms.url')} type="url" required {...own('url')} />
      <div className={css.pair}>
        <Field label={t('sms.header')} required {...own('header')} />
        <Field
          label={t('sms.secret')}
          type="password"
          autoComplete="off"
          required={kept.gateway === null}
          placeholder={kept.gateway === null ? '' : t('sms.secretKept')}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      </div>
      <LongField
        label={t('sms.body')}
        rows={4}
        required
        spellCheck={false}
        value={draft.body}
        onChange={({ target }) => set({ body: target.value })}
      />
      <p className={css.hint}>{t('sms.bodyWhy', { places })}</p>
      <div className={css.pair}>
        <Field label={t('sms.sender')} maxLength={16} {...own('sender')} />
        <Field label={t('sms.callingCode')} maxLength={5} {...own('callingCode')} />
      </div>
      <p className={css.hint}>{t('sms.callingCodeWhy')}</p>
      {kept.reportUrl !== null && (
        <details>
          <summary>{t('sms.report')}</summary>
          <div className={css.form}>
            <p className={css.hint}>{t('sms.reportWhy', { url: kept.reportUrl })}</p>
            <div className={css.pair}>
              {(['id', 'status', 'from', 'text'] as const).map((name) => (
                <Field
                  key={name}
                  label={t(`sms.${name}Place`)}
                  required
                  value={draft.report[name]}
                  onChange={({ target }) => set({ report: { ...draft.report, [name]: target.value } })}
                />
              ))}
            </div>
          </div>
        </details>
      )}
      {!isRemoving && <FormFault text={fault} />}
      <div className={css.acts}>
        <Button type="submit" disabled={busy}>
          {t('sms.save')}
        </Button>
        {kept.gateway !== null && <Button onClick={() => setRemoving(true)}>{t('sms.remove')}</Button>}
      </div>
      {isRemoving && (
        <Confirm
          title={t('sms.removeTitle')}
          act={t('sms.remove')}
          busy={busy}
          fault={fault}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        >
          <p>{t('sms.removeWhy')}</p>
        </Confirm>
      )}
    </form>
  )
}
