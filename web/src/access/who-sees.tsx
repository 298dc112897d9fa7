import type { Component } from '@kaiku/contract/page.ts'
import { formatPath } from '@kaiku/core/drill-path.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { narrow, useMedia } from '../browser/media.ts'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Button, Field } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { linkTo } from '../drill-path/go.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { needsOf } from '../page/open-pages.ts'
import { type DraftedPage, frameName } from '../session/side-view.ts'
import { whereText } from './where-text.ts'
import css from './who-sees.module.css'

type Opener = Reply<'access.openers'>['people'][number]
type Props = {
  page: { readonly extname: string; readonly components: readonly Component[] }
  /** As it is to be shown instead of what is published; null: as published. */
  drafted: DraftedPage | null
  onClose: () => void
}

/** Who can open a page where one is, and the page as one sees it oneself beside how somebody of them does. */
export function WhoSees({ page, drafted, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Opener | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const small = useMedia(narrow)
  // Said first, so that the look is in the log before anything is seen.
  const choose = (opener: Opener) =>
    send('session.viewAs', { userId: opener.userId }).then(
      () => {
        setError(null)
        setChosen(opener)
      },
      (failure: Error) => setError(failure),
    )
  return (
    <Dialog title={t('page.whoSees')} shape="whole" onClose={onClose}>
      <div className={css.all} data-chosen={chosen !== null || undefined}>
        {!(small && chosen) && (
          <div className={css.people}>
            <Openers page={page} chosen={chosen} onChoose={(opener) => void choose(opener)} />
            {error && <p role="alert">{faultText(error, t)}</p>}
          </div>
        )}
        {chosen ? (
          <>
            {!small && <Side title={t('whoSees.you')} view={{ userId: null, page: drafted }} page={page.extname} />}
            <Side
              key={chosen.userId}
              title={chosen.name}
              view={{ userId: chosen.userId, page: drafted }}
              page={page.extname}
            >
              {small && <Button onClick={() => setChosen(null)}>{t('users.chooseOther')}</Button>}
            </Side>
          </>
        ) : (
          !small && <p className={css.none}>{t('whoSees.choose')}</p>
        )}
      </div>
      <p className={css.note}>
        {drafted && `${t('whoSees.draft')} `}
        {t('whoSees.audited')}
      </p>
    </Dialog>
  )
}

type OpenersProps = Pick<Props, 'page'> & { chosen: Opener | null; onChoose: (opener: Opener) => void }

function Openers({ page, chosen, onChoose }: OpenersProps) {
  const { t, i18n } = useTranslation()
  const { survey, path } = useAt()
  const [typed, setTyped] = useState('')
  const needs = needsOf(page)
  const asked = {
    survey,
    path: formatPath(path),
    search: useDeferredValue(typed.trim()),
    locale: i18n.language,
    ...(needs.length > 0 && { permissions: needs.join(',') }),
  }
  const { data, error } = useQuery({
    queryKey: ['people', 'openers', asked],
    queryFn: ({ signal }) => send('access.openers', asked, signal),
    placeholderData: keepPreviousData,
  })
  if (error) return <p role="alert">{faultText(error, t)}</p>
  const unnamed = asked.search === '' && data ? data.total - data.people.length : 0
  return (
    <>
      <h3>{data && t('whoSees.count', { count: data.total })}</h3>
      {data && data.roles.length > 0 && (
        <ul className={css.roles} aria-label={t('whoSees.roles')}>
          {data.roles.map(({ role, people }) => (
            <li key={role}>
              {role} <b>{people}</b>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('users.search')}
        hideLabel
        type="search"
        autoComplete="off"
        placeholder={t('users.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className={css.list}>
        {data?.people.map((one) => (
          <li key={one.userId}>
            <button type="button" aria-pressed={one.userId === chosen?.userId} onClick={() => onChoose(one)}>
              <b>{one.name}</b>
              <span>
                {one.answer === 'none'
                  ? t('whoSees.none')
                  : one.roles.map(({ role, where }) => `${role} – ${whereText(where, t)}`).join('; ')}
                {one.answer === 'part' && ` · ${t('whoSees.part')}`}
              </span>
            </button>
          </li>
        ))}
        {data?.people.length === 0 && <li className={css.muted}>{t('users.nobody')}</li>}
      </ul>
      {unnamed > 0 && <p className={css.muted}>{t('whoSees.more', { count: unnamed })}</p>}
    </>
  )
}

type SideProps = {
  title: string
  view: Parameters<typeof frameName>[0]
  page: string
  children?: React.ReactNode
}

/** The page by itself, in a frame of its own: what it shows and asks is of the one whose eyes it has. */
function Side({ title, view, page, children }: SideProps) {
  const at = useAt()
  const router = useRouter()
  return (
    <section className={css.side} aria-label={title}>
      <h3>
        {title} {children}
      </h3>
      <iframe title={title} name={frameName(view)} src={router.buildLocation(linkTo({ ...at, page })).href} />
    </section>
  )
}
