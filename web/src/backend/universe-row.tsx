import type { OperatedUniverse } from '@kaiku/contract/backend.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, Field, LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './backend.module.css'
import { operatedUniversesQuery, universeDeletionsQuery } from './backend.queries.ts'
import { CopyUniverse, ExportUniverse } from './export-universe.tsx'

type Props = { one: OperatedUniverse; isOwn: boolean; busy: boolean; onOpen: () => void }

/** A universe with what it holds, what waits in it, and how it rests or ends. */
export function UniverseRow({ one, isOwn, busy, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState<'suspend' | 'delete' | 'export' | 'copy' | null>(null)
  const { suspendedAt, suspendedBy, isDeleting, title, name } = one
  const close = () => setAsking(null)
  return (
    <li>
      <b>{title}</b>
      <small>{[name, one.timeZone].join(' · ')}</small>
      {isDeleting ? (
        <Badge tone="bad">{t('backend.isDeleting')}</Badge>
      ) : (
        suspendedAt !== null && (
          <Badge tone="warn">
            {t('backend.suspendedBy', { by: suspendedBy, at: momentText(suspendedAt, i18n.language) })}
          </Badge>
        )
      )}
      <UniverseFacts one={one} />
      <div className={css.universeActs}>
        {!isOwn && !isDeleting && (
          <LinkButton disabled={busy} onClick={onOpen}>
            {t('backend.openUniverse', { universe: title })}
          </LinkButton>
        )}
        {!isDeleting && suspendedAt === null && (
          <>
            <LinkButton onClick={() => setAsking('export')}>{t('backend.export', { universe: title })}</LinkButton>
            <LinkButton onClick={() => setAsking('copy')}>{t('backend.madeUp', { universe: title })}</LinkButton>
            <LinkButton onClick={() => setAsking('suspend')}>{t('backend.suspend', { universe: title })}</LinkButton>
          </>
        )}
        {!isDeleting && suspendedAt !== null && (
          <>
            <Resume one={one} />
            <LinkButton onClick={() => setAsking('delete')}>{t('backend.delete', { universe: title })}</LinkButton>
          </>
        )}
      </div>
      {asking === 'export' && <ExportUniverse one={one} onClose={close} />}
      {asking === 'copy' && <CopyUniverse one={one} onClose={close} />}
      {asking === 'suspend' && <Suspend one={one} onClose={close} />}
      {asking === 'delete' && <DeleteUniverse one={one} onClose={close} />}
    </li>
  )
}

function UniverseFacts({ one }: { one: OperatedUniverse }) {
  const { t, i18n } = useTranslation()
  const n = (count: number) => formatCount(count, i18n.language)
  const size = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const facts = [
    { text: t('backend.surveysIn', { count: one.surveys, n: n(one.surveys) }) },
    { text: t('backend.membersIn', { count: one.members, n: n(one.members) }) },
    ...(one.activeMembers === null
      ? []
      : [{ text: t('backend.activeIn', { count: one.activeMembers, n: n(one.activeMembers) }) }]),
    { text: t('backend.interviewsIn', { count: one.interviews, n: n(one.interviews) }) },
    { text: size.format(one.bytes / 1e6) },
    { text: t('backend.waitingIn', { count: one.waiting, n: n(one.waiting) }), isLate: one.waiting > 0 },
    { text: t('backend.queuedIn', { count: one.queued, n: n(one.queued) }), isLate: one.queued > 0 },
    { text: t('backend.givenUpIn', { count: one.givenUp, n: n(one.givenUp) }), isBad: one.givenUp > 0 },
    { text: t('backend.bugsIn', { count: one.bugs, n: n(one.bugs) }), isBad: one.bugs > 0 },
  ]
  return (
    <ul className={css.universeFacts}>
      {facts.map(({ text, isLate, isBad }) => (
        <li key={text} data-late={isLate || undefined} data-bad={isBad || undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** The lists again, after something was done to a universe. */
function useReadAgain() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [operatedUniversesQuery, universeDeletionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
}

function Suspend({ one, onClose }: { one: OperatedUniverse; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const readAgain = useReadAgain()
  const suspend = () =>
    attempt(async () => {
      await send('universeDeletion.suspend', { universe: one.name })
      await readAgain()
      say(t('backend.wasSuspended', { universe: one.title }))
      onClose()
      return null
    })
  return (
    <Confirm
      title={t('backend.suspendTitle', { universe: one.title })}
      act={t('backend.suspendAct')}
      busy={busy}
      fault={fault}
      onConfirm={() => void suspend()}
      onClose={onClose}
    >
      <p>{t('backend.suspendWhy')}</p>
    </Confirm>
  )
}

function Resume({ one }: { one: OperatedUniverse }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const readAgain = useReadAgain()
  const resume = () =>
    attempt(async () => {
      await send('universeDeletion.resume', { universe: one.name })
      await readAgain()
      say(t('backend.wasResumed', { universe: one.title }))
      return null
    })
  return (
    <>
      <LinkButton disabled={busy} onClick={() => void resume()}>
        {t('backend.resume', { universe: one.title })}
      </LinkButton>
      <FormFault text={fault} />
    </>
  )
}

function DeleteUniverse({ one, onClose }: { one: OperatedUniverse; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const readAgain = useReadAgain()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await send('universeDeletion.remove', { universe: one.name, name: typed })
      await readAgain()
      say(t('backend.deletionBegan', { universe: one.title }))
      onClose()
      return null
    })
  }
  return (
    <Dialog title={t('backend.deleteTitle', { universe: one.title })} onClose={onClose}>
      <form className={css.newUniverse} onSubmit={submit}>
        <p>{t('backend.deleteWhy')}</p>
        <Field
          label={t('backend.deleteType', { name: one.name })}
          value={typed}
          required
          maxLength={80}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormFault text={fault} />
        <Button type="submit" className={css.dangerous} disabled={busy || typed !== one.name}>
          {t('backend.deleteAct')}
        </Button>
      </form>
    </Dialog>
  )
}
