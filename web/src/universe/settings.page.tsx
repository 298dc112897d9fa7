import type { RetentionAhead } from '@kaiku/contract/retention.ts'
import type { UniverseData } from '@kaiku/contract/universe.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../browser/unsaved.ts'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { showLook, useLook } from '../control/brand.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { scimTokensQuery } from '../scim-token/scim-token.queries.ts'
import { ScimTokenList } from '../scim-token/scim-token-list.tsx'
import { useIdentity } from '../session/identity.ts'
import { startMoreTexts } from '../text/text.ts'
import { universeKeysQuery } from '../universe-key/universe-key.queries.ts'
import { UniverseKeyList } from '../universe-key/universe-key-list.tsx'
import { ConflictNotice } from '../user/conflict-notice.tsx'
import { AheadTable } from './retention-table.tsx'
import css from './settings.module.css'
import { type SettingsDraft, SettingsForm } from './settings-form.tsx'
import { retentionQuery, retentionRules, universeQuery, universeSettingsQuery } from './universe.queries.ts'
import { UniverseVersions } from './universe-versions.tsx'

const WebhookList = lazy(async () => {
  const [{ WebhookList: shown }] = await Promise.all([import('../webhook/webhook-list.tsx'), startMoreTexts('webhook')])
  return { default: shown }
})

const SmsGateway = lazy(async () => {
  const [{ SmsGateway: shown }] = await Promise.all([import('../sms/sms-gateway.tsx'), startMoreTexts('webhook')])
  return { default: shown }
})

/** What administrators settle for their universe. */
export function SettingsPage() {
  const { t } = useTranslation()
  const { permissions, isReadOnly, universe } = useIdentity()
  const isAllowed = permissions.includes('manageUniverse') && !isReadOnly
  const { data, error, refetch } = useQuery({ ...universeSettingsQuery(universe), enabled: isAllowed })
  const mayProvision = permissions.includes('manageUsers')
  // All that stands above something to press: nothing moves away under the pointer.
  const tokens = useQuery({ ...scimTokensQuery(universe), enabled: isAllowed && mayProvision })
  const keys = useQuery({ ...universeKeysQuery(universe), enabled: isAllowed })
  const client = useQueryClient()
  const put = async (saved: UniverseData) => {
    client.setQueryData(universeSettingsQuery(universe).queryKey, saved)
    await client.invalidateQueries(universeQuery(universe))
  }
  if (!isAllowed) return <Notice title={t('settings.notYours')} />
  if (error) return <Failed title={t('settings.failed')} error={error} onRetry={refetch} />
  if (!data || tokens.isLoading || keys.isLoading) return <Skeleton height={480} />
  return (
    <div className={css.page}>
      <Settings key={data.version} kept={data} onSaved={put} />
      <UniverseVersions version={data.version} onSaved={put} />
      {mayProvision && <ScimTokenList />}
      <UniverseKeyList />
      <Suspense fallback={<Skeleton height={80} />}>
        <WebhookList />
        <SmsGateway />
      </Suspense>
    </div>
  )
}

const draftOf = ({ title, timeZone, settings }: UniverseData): SettingsDraft => ({ title, timeZone, settings })

/** What differs between two versions, and how it stands in the second. */
function differing(mine: SettingsDraft, theirs: SettingsDraft): string[] {
  const flat = ({ title, timeZone, settings }: SettingsDraft) => Object.entries({ title, timeZone, ...settings })
  const own = new Map<string, unknown>(flat(mine))
  const short = (value: unknown) => String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)
  return flat(theirs)
    .filter(([key, value]) => JSON.stringify(own.get(key)) !== JSON.stringify(value))
    .map(([key, value]) => `${key}: ${short(own.get(key))} → ${short(value)}`)
}

type SettingsProps = { kept: UniverseData; onSaved: (saved: UniverseData) => Promise<void> }

function Settings({ kept, onSaved: put }: SettingsProps) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const [draft, setDraft] = useState(() => draftOf(kept))
  const [theirs, setTheirs] = useState<UniverseData | null>(null)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(kept))
  useUnsaved(isChanged)
  usePreview(draft)

  const save = (version: number) =>
    attempt(async () => {
      try {
        const saved = await send('universe.saveUniverse', { ...draft, version })
        say(t('settings.saved'))
        await put(saved)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'conflict') throw error
        setTheirs(await send('universe.universeSettings', {}))
      }
      return null
    })
  const [asking, setAsking] = useState<RetentionAhead | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = retentionRules.some((key) => draft.settings[key] !== kept.settings[key])
    if (!changed) return void save(kept.version)
    void attempt(async () => {
      const ahead = await client.fetchQuery(retentionQuery(universe, draft.settings))
      if (Object.keys(ahead.tonight).length > 0) setAsking(ahead)
      else void save(kept.version)
      return null
    })
  }
  return (
    <form className={css.page} onSubmit={submit}>
      <PageHead
        title={t('settings.title')}
        note={<span className={css.name}>{kept.name}</span>}
        actions={
          <>
            {isChanged && <Button onClick={() => setDraft(draftOf(kept))}>{t('undo')}</Button>}
            <Button type="submit" primary disabled={busy || !isChanged}>
              {t('save')}
            </Button>
          </>
        }
      />
      {theirs && (
        <ConflictNotice
          fields={differing(draft, draftOf(theirs))}
          onTheirs={() => void put(theirs)}
          onMine={() => {
            setTheirs(null)
            void save(theirs.version)
          }}
        />
      )}
      <FormFault text={fault} />
      {asking && (
        <Confirm
          title={t('settings.removed.sure')}
          act={t('settings.removed.save')}
          busy={busy}
          onConfirm={() => {
            setAsking(null)
            void save(kept.version)
          }}
          onClose={() => setAsking(null)}
        >
          <p>{t('settings.removed.sureWhy')}</p>
          <AheadTable ahead={asking} />
        </Confirm>
      )}
      <SettingsForm
        draft={draft}
        needsRebuild={kept.needsRebuild || draft.timeZone !== kept.timeZone}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
    </form>
  )
}

/** The window looks as the draft says, until one leaves. */
function usePreview({ title, settings: { logo, colour } }: SettingsDraft) {
  const [before] = useState(useLook())
  useEffect(() => showLook({ title, logo, colour }), [title, logo, colour])
  useEffect(() => () => showLook(before), [before])
}
