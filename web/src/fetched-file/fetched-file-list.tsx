import type { FileAddress } from '@kaiku/contract/fetched-file.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import listCss from '../token-list/token-list.module.css'
import { AddressForm } from './address-form.tsx'
import { AddressLine, type AskedOfAddress } from './address-line.tsx'
import { FetchLog } from './fetch-log.tsx'
import { fetchedFilesKey, fileAddressesQuery } from './fetched-file.queries.ts'
import { TrialDialog } from './trial-dialog.tsx'

/** What was asked of one of the list; of none where a new one is made. */
type OpenDialog = { act: 'new' } | { act: AskedOfAddress; of: string }

/** The addresses from which files are fetched and imported: how each fares, and what can be done with it. */
export function FetchedFileList({ survey }: { survey: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(fileAddressesQuery(survey))
  const [asking, setAsking] = useState<OpenDialog | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const readAgain = () => client.invalidateQueries({ queryKey: fetchedFilesKey(survey) })
  const close = () => setAsking(null)
  const act = (what: () => Promise<string | null>) =>
    void attempt(async () => {
      const told = await what()
      await readAgain()
      if (told !== null) say(told)
      return null
    })
  const pause = ({ addressId, state }: FileAddress) =>
    act(async () => {
      await send('fetchedFile.pause', { survey, addressId, isPaused: state === 'waiting' })
      return null
    })
  const run = ({ addressId, title }: FileAddress) =>
    act(async () => {
      await send('fetchedFile.run', { survey, addressId })
      return t('fetched.started', { name: title })
    })
  const remove = ({ addressId, title }: FileAddress) =>
    act(async () => {
      await send('fetchedFile.remove', { survey, addressId })
      close()
      return t('fetched.removed', { name: title })
    })
  const saved = (address: FileAddress) => {
    say(t('fetched.made', { name: address.title }))
    void readAgain()
    // A host is met before anything is fetched from it.
    setAsking(address.state === 'unproven' ? { act: 'try', of: address.addressId } : null)
  }
  const asked =
    asking !== null && asking.act !== 'new' ? data?.find(({ addressId }) => addressId === asking.of) : undefined
  return (
    <Section title={t('fetched.title')} intro={t('fetched.why')}>
      <div>
        <Button onClick={() => setAsking({ act: 'new' })}>{t('fetched.add')}</Button>
      </div>
      {error && <Failed title={t('fetched.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={listCss.hint}>{t('fetched.none')}</p>}
      <FormFault text={asking === null ? fault : ''} />
      {data && data.length > 0 && (
        <ul className={listCss.tokens} aria-label={t('fetched.title')}>
          {data.map((one) => (
            <AddressLine
              key={one.addressId}
              of={one}
              busy={busy}
              onPause={() => pause(one)}
              onRun={() => run(one)}
              onAsk={(what) => setAsking({ act: what, of: one.addressId })}
            />
          ))}
        </ul>
      )}
      {asking?.act === 'new' && <AddressForm survey={survey} of={null} onSaved={saved} onClose={close} />}
      {asking?.act === 'change' && asked && <AddressForm survey={survey} of={asked} onSaved={saved} onClose={close} />}
      {asking?.act === 'try' && asked && <TrialDialog survey={survey} of={asked} onClose={close} />}
      {asking?.act === 'log' && asked && <FetchLog survey={survey} of={asked} onClose={close} />}
      {asking?.act === 'remove' && asked && (
        <Confirm
          title={t('fetched.removeTitle', { name: asked.title })}
          act={t('fetched.remove')}
          busy={busy}
          fault={fault}
          onConfirm={() => remove(asked)}
          onClose={close}
        >
          <p>{t('fetched.removeWhy')}</p>
        </Confirm>
      )}
    </Section>
  )
}
