import type { FetchTrial, FileAddress } from '@kaiku/contract/fetched-file.ts'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import fileCss from '../overlay/file-dialog.module.css'
import { say } from '../overlay/snackbar.tsx'
import css from './fetched-file.module.css'
import { fetchedFilesKey, fetchTrialQuery } from './fetched-file.queries.ts'
import { toldText } from './fetched-words.ts'

type Props = { survey: string; of: FileAddress; onClose: () => void }

/** What is found at an address: the key of its host, its files, and what importing the next one would do. */
export function TrialDialog({ survey, of: { addressId, title }, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(fetchTrialQuery(survey, addressId))
  return (
    <Dialog title={t('fetched.tryTitle', { name: title })} onClose={onClose}>
      <div className={fileCss.content}>
        {isFetching && <p role="status">{t('fetched.trying')}</p>}
        {error && !isFetching && <Failed title={t('fetched.outcome.failed')} error={error} onRetry={refetch} />}
        {data && !isFetching && <Found survey={survey} addressId={addressId} of={data} />}
      </div>
    </Dialog>
  )
}

function Found({ survey, addressId, of }: { survey: string; addressId: string; of: FetchTrial }) {
  const { hostKey } = of
  if (hostKey !== null && hostKey.found !== hostKey.accepted)
    return <HostKey survey={survey} addressId={addressId} found={hostKey.found} accepted={hostKey.accepted} />
  return (
    <>
      <Files of={of} />
      <Head of={of} />
    </>
  )
}

type HostKeyProps = { survey: string; addressId: string; found: string; accepted: string | null }

function HostKey({ survey, addressId, found, accepted }: HostKeyProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const accept = () =>
    void attempt(async () => {
      await send('fetchedFile.accept', { survey, addressId, hostKey: found })
      say(t('fetched.accepted'))
      await client.invalidateQueries({ queryKey: fetchedFilesKey(survey) })
      return null
    })
  return (
    <section className={css.part}>
      <h3>{t('fetched.hostKey')}</h3>
      <code className={css.key}>{found}</code>
      {accepted !== null && (
        <p role="alert" className={fileCss.fault}>
          {t('fetched.hostKeyOther', { accepted })}
        </p>
      )}
      <p className={fileCss.hint}>{t('fetched.acceptWhy')}</p>
      <FormFault text={fault} />
      <div className={fileCss.acts}>
        <Button primary disabled={busy} onClick={accept}>
          {t('fetched.accept')}
        </Button>
      </div>
    </section>
  )
}

function Files({ of: { files, more } }: { of: FetchTrial }) {
  const { t, i18n } = useTranslation()
  if (files.length === 0) return <p>{t('fetched.noFiles')}</p>
  return (
    <ul className={fileCss.list}>
      {files.map(({ name, size, isNew }) => (
        <li key={name}>
          {name} {size !== null && <code>{formatCount(size, i18n.language)} B</code>}{' '}
          {isNew && <span className={fileCss.new}>{t('fetched.new')}</span>}
        </li>
      ))}
      {more > 0 && <li>{t('fetched.more', { n: more })}</li>}
    </ul>
  )
}

function Head({ of: { file, head, preview, refusal } }: { of: FetchTrial }) {
  const { t } = useTranslation()
  if (file === null) return null
  return (
    <section className={css.part}>
      <h3>{t('fetched.preview', { file })}</h3>
      {preview && <Counts of={preview} />}
      {refusal && (
        <p role="alert" className={fileCss.fault}>
          {t('fetched.wouldRefuse', { why: toldText(refusal, t) })}
        </p>
      )}
      <h3>{t('fetched.head')}</h3>
      {head === null ? (
        <p className={fileCss.hint}>{t('fetched.headNone')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys, too
        <section className={css.scroll} tabIndex={0} aria-label={t('fetched.head')}>
          <table>
            <thead>
              <tr>
                {head.columns.map((column, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may stand twice
                  <th key={at} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {head.rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                <tr key={line}>
                  {row.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

const counts = ['inserted', 'corrected', 'unchanged', 'rejected'] as const

function Counts({ of }: { of: ImportReport }) {
  const { t, i18n } = useTranslation()
  return (
    <dl className={fileCss.counts}>
      {counts.map((one) => (
        <div key={one} data-bad={(one === 'rejected' && of[one] > 0) || undefined}>
          <dt>{t(`answers.${one}`)}</dt>
          <dd>{formatCount(of[one], i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}
