import type { Alert, AlertChange } from '@kaiku/contract/alert.ts'
import { type AlertState, alertSeverities } from '@kaiku/core/alert-state.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { alertPeopleQuery, alertsKey } from '../alert/alert.queries.ts'
import { useShowAlert } from '../alert/use-show-alert.ts'
import { NextAlert, useNextAlert } from '../alert-list/next-alert.tsx'
import { useKeys } from '../browser/keys.ts'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import type { PeopleQuery } from '../mention/mention.queries.ts'
import type { Mentionable } from '../mention/mentioned.ts'
import { NoteForm } from '../mention/note-form.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { ReplyForm } from './reply-form.tsx'
import { SolveForm } from './solve-form.tsx'

/** What can be done about an alert now: its next states, its owner, a note. What somebody else did meanwhile is shown first. */
export function AlertAct({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { busy, fault, meanwhile, solving, setSolving, change, note, next, open } = useActs(alert)
  const [replying, setReplying] = useState(false)
  const peopleNamed: PeopleQuery = (search) => alertPeopleQuery(survey.extName, alert.alertId, search)
  const people = useQuery(peopleNamed('')).data ?? []
  const owner = useRef<HTMLSpanElement>(null)
  const assign = () => owner.current?.querySelector('select')?.focus()
  useKeys({
    a: assign,
    ...(alert.nextStates.includes('solved') ? { e: () => setSolving(true) } : {}),
  })
  const bring = (state: AlertState) => (state === 'solved' ? setSolving(true) : void change({ state }))
  return (
    <section className={detail.box} aria-label={t('alert.act')}>
      <div className={css.acts}>
        <NextStates alert={alert} busy={busy} onState={bring} />
        {alert.figure === null && (
          <Button aria-expanded={replying} onClick={() => setReplying(!replying)}>
            {t('alert.reply')}
          </Button>
        )}
        <span className={css.space} />
        <span ref={owner}>
          <Owner alert={alert} people={people} onOwner={(userId) => void change({ owner: userId })} />
        </span>
        <Select
          boxed
          label={t('alert.field.severity')}
          value={alert.severity}
          choices={alertSeverities.map((value) => ({ value, title: t(`alert.severity.${value}`) }))}
          onChange={(severity) => void change({ severity })}
        />
      </div>
      {meanwhile !== '' && (
        <p role="alert" className={css.meanwhile}>
          {t('alert.meanwhile', { what: meanwhile })}
        </p>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
      {next && <NextAlert next={next} onOpen={open} />}
      {solving && (
        <SolveForm
          alert={alert}
          people={peopleNamed}
          busy={busy}
          onSolve={(outcome, words, mentions) => void change({ state: 'solved', ...outcome }, words, mentions)}
          onCancel={() => setSolving(false)}
        />
      )}
      {replying && <ReplyForm alert={alert} onClose={() => setReplying(false)} />}
      <NoteForm label={t('alert.newNote')} act={t('alert.addNote')} people={peopleNamed} onAdd={note} />
    </section>
  )
}

/** Changes an alert; what somebody else did meanwhile is told instead. */
function useActs(alert: Alert) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const toDo = useRouterState({ select: ({ location }) => location.state.toDo })
  const [solving, setSolving] = useState(toDo === 'solve' && alert.nextStates.includes('solved'))
  const [meanwhile, setMeanwhile] = useState('')
  const { alertId, version } = alert
  const { next, find, open, forget } = useNextAlert(alert)
  const keep = useShowAlert(survey.extName)
  const change = (made: AlertChange, note = '', mentions: string[] = []) =>
    attempt(async () => {
      setMeanwhile('')
      forget()
      try {
        keep(
          await send('alert.change', {
            survey: survey.extName,
            alertId,
            version,
            locale: i18n.language,
            note,
            mentions,
            ...made,
          }),
        )
        setSolving(false)
        if (made.state === 'solved') await find()
        return null
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'conflict')) throw error
        setMeanwhile(faultText(error, t))
        await client.invalidateQueries({ queryKey: alertsKey(survey.extName) })
        return null
      }
    })
  const note = async (message: string, mentions: string[]) => {
    keep(await send('alert.note', { survey: survey.extName, alertId, locale: i18n.language, message, mentions }))
  }
  return { busy, fault, meanwhile, solving, setSolving, change, note, next, open }
}

function NextStates({ alert, busy, onState }: { alert: Alert; busy: boolean; onState: (state: AlertState) => void }) {
  const { t } = useTranslation()
  return alert.nextStates.map((state) => (
    <Button
      key={state}
      primary={state === (alert.state === 'open' ? 'inProgress' : 'solved')}
      disabled={busy}
      onClick={() => onState(state)}
    >
      {t(alert.state === 'solved' ? 'alert.reopen' : `alert.bring.${state}`)}
    </Button>
  ))
}

type OwnerProps = { alert: Alert; people: readonly Mentionable[]; onOwner: (userId: string | null) => void }

function Owner({ alert, people, onOwner }: OwnerProps) {
  const { t } = useTranslation()
  return (
    <Select
      boxed
      label={t('alert.field.owner')}
      value={alert.owner?.userId ?? ''}
      choices={[
        { value: '', title: t('alert.nobody') },
        ...(alert.owner && !people.some(({ userId }) => userId === alert.owner?.userId)
          ? [{ value: alert.owner.userId, title: alert.owner.name }]
          : []),
        ...people.map(({ userId, name }) => ({ value: userId, title: name })),
      ]}
      onChange={(userId) => onOwner(userId === '' ? null : userId)}
    />
  )
}
