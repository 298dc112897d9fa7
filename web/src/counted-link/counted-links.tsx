import type { CountedLink } from '@kaiku/contract/counted-link.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field, IconButton } from '../control/control.tsx'
import { copyLink } from '../overlay/copy-link.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import css from '../token-list/token-list.module.css'
import { countedLinksQuery } from './counted-link.queries.ts'

type Props = { survey: string; title: string; onClose: () => void }

/** Links to this page that count how often they are followed: a new one, and what became of the others. */
export function CountedLinks({ survey, title, onClose }: Props) {
  const { t } = useTranslation()
  const { universe } = useIdentity()
  const client = useQueryClient()
  const query = countedLinksQuery(universe, survey)
  const { data, error, refetch } = useQuery(query)
  const { busy, fault, attempt } = useAttempt()
  const [path] = useState(() => `${window.location.pathname}${window.location.search}`)
  const readAgain = () => client.invalidateQueries(query)
  const copy = useCopy()
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const named = entered(event.currentTarget, 'title')
    void attempt(async () => {
      copy(await send('countedLink.create', { survey, title: named, path }))
      await readAgain()
      return null
    })
  }
  const remove = ({ linkable }: CountedLink) =>
    void attempt(async () => {
      await send('countedLink.remove', { survey, linkable })
      await readAgain()
      return null
    })
  return (
    <Dialog title={t('link.title')} onClose={onClose}>
      <div className={css.stage}>
        <p className={css.hint}>{t('link.why')}</p>
        <form className={css.stage} onSubmit={make}>
          <Field label={t('link.name')} name="title" required maxLength={80} defaultValue={title} autoComplete="off" />
          {fault !== '' && <p role="alert">{fault}</p>}
          <div className={css.acts}>
            <Button type="submit" primary disabled={busy}>
              <IconCopy size={16} aria-hidden /> {t('link.make')}
            </Button>
          </div>
        </form>
        {error && <Failed title={t('link.failed')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={120} />}
        {data && data.length > 0 && (
          <ul className={css.tokens} aria-label={t('link.list')}>
            {data.map((link) => (
              <li key={link.linkable}>
                <LinkLine link={link} />
                <IconButton label={t('link.copy', { title: link.title })} onClick={() => copy(link)}>
                  <IconCopy size={16} />
                </IconButton>
                <IconButton
                  label={t('link.remove', { title: link.title })}
                  disabled={busy}
                  onClick={() => remove(link)}
                >
                  <IconTrash size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function LinkLine({ link: { title, by, madeAt, opened, people, beforeSignIn, lastAt } }: { link: CountedLink }) {
  const { t, i18n } = useTranslation()
  const count = (n: number) => formatCount(n, i18n.language)
  const when = (moment: string) => momentText(moment, i18n.language)
  return (
    <div className={css.token}>
      <b>{title}</b>
      <span>
        {lastAt === null
          ? t('link.unopened')
          : t('link.opened', { opened: count(opened), people: count(people), waiting: count(beforeSignIn) })}
      </span>
      <span>
        {lastAt === null
          ? t('link.made', { by, when: when(madeAt) })
          : t('link.madeAndLast', { by, when: when(madeAt), last: when(lastAt) })}
      </span>
    </div>
  )
}

function useCopy() {
  const { t } = useTranslation()
  const { universe, universes } = useIdentity()
  return ({ linkable, path }: CountedLink) => {
    const address = new URL(path, window.location.origin)
    if (universes.length > 1) address.searchParams.set('universe', universe)
    address.searchParams.set('linkable', linkable)
    copyLink(t, address.href)
  }
}
