import type { ArchivedLetter } from '@kaiku/contract/letter.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { takeAddress } from '../call/take-address.ts'
import { useAttempt } from '../call/use-attempt.ts'
import css from '../campaign/campaign.module.css'
import { Button, Field, LinkButton, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { archiveQuery } from './letter.queries.ts'
import { LetterBatches } from './letter-batches.tsx'

type Props = {
  survey: string
  /** A drill path. */
  path: string
  /** Of one campaign alone; absent: of all of the place. */
  campaignId?: string
}

/** Letters that were sent, to be found and opened again, and the files that a printer gets. */
export function LetterArchive({ survey, path, campaignId }: Props) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const [search, setSearch] = useState('')
  const [isAll, setAll] = useState(false)
  const looked = useDeferredValue(search.trim())
  const wanted = {
    path,
    locale: i18n.language,
    ...(campaignId !== undefined ? { campaignId, all: 'true' as const } : isAll ? { all: 'true' as const } : {}),
    ...(looked === '' ? {} : { search: looked }),
  }
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    archiveQuery(survey, wanted),
  )
  const letters = data?.pages.flatMap((page) => page.letters) ?? []
  return (
    <div className={css.form}>
      {permissions.includes('seeContacts') && (
        <Field
          label={t('letter.search')}
          type="search"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {campaignId === undefined && (
        <Ticked checked={isAll} onChange={({ target }) => setAll(target.checked)}>
          {t('letter.all')}
        </Ticked>
      )}
      {error && <Failed title={t('letter.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <LetterBatches survey={survey} batches={data.pages[0]?.batches ?? []} />}
      {data && letters.length === 0 && <p>{t('letter.none')}</p>}
      {letters.length > 0 && <Letters survey={survey} letters={letters} isOfOne={campaignId !== undefined} />}
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('campaign.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

type LettersProps = { survey: string; letters: readonly ArchivedLetter[]; isOfOne: boolean }

function Letters({ survey, letters, isOfOne }: LettersProps) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const open = (letterId: string) =>
    attempt(async () => {
      takeAddress((await send('letter.letterTicket', { survey, letterId })).address)
      return null
    })
  const mayOpen = permissions.includes('manageSamples')
  return (
    <>
      <FormFault text={fault} />
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('letter.to')}</th>
              {!isOfOne && <th scope="col">{t('letter.campaign')}</th>}
              <th scope="col">{t('campaign.place')}</th>
              <th scope="col">{t('letter.sentAt')}</th>
              <th scope="col" className={css.number}>
                {t('letter.pages')}
              </th>
              <th scope="col">{t('letter.file')}</th>
            </tr>
          </thead>
          <tbody>
            {letters.map((one) => {
              const name = one.name ?? t('campaign.hidden')
              return (
                <tr key={one.letterId}>
                  <td>
                    {mayOpen ? (
                      <Link to={ownAddress(pathTo('sample', { survey, sampleId: one.sampleId }))}>{name}</Link>
                    ) : (
                      name
                    )}
                    {one.address !== null && <span className={css.note}>{one.address}</span>}
                  </td>
                  {!isOfOne && (
                    <td>
                      {one.campaignId === null ? (
                        one.campaign
                      ) : (
                        <Link to={ownAddress(pathTo('mailcampaign', { survey, campaignId: one.campaignId }))}>
                          {one.campaign}
                        </Link>
                      )}
                    </td>
                  )}
                  <td>{one.place}</td>
                  <td>{one.sentAt === null ? t('letter.notYet') : momentText(one.sentAt, i18n.language)}</td>
                  <td className={css.number}>{one.pages === null ? '–' : formatCount(one.pages, i18n.language)}</td>
                  <td>
                    <LinkButton
                      disabled={busy}
                      aria-label={`${t('letter.open')}: ${name}`}
                      onClick={() => void open(one.letterId)}
                    >
                      {t('letter.open')}
                    </LinkButton>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
