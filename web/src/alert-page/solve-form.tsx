import type { Alert } from '@kaiku/contract/alert.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { entered } from '../call/use-attempt.ts'
import { Button, Select } from '../control/control.tsx'
import type { PeopleQuery } from '../mention/mention.queries.ts'
import { MentionField } from '../mention/mention-field.tsx'
import { useMentions } from '../mention/use-mentions.tsx'

type Outcome = { rootCause: string | null; action: string | null }
type Props = {
  alert: Alert
  people: PeopleQuery
  busy: boolean
  onSolve: (outcome: Outcome, words: string, mentions: string[]) => void
  onCancel: () => void
}

/** What an alert is closed with: why it came about and what was done, from the survey's own lists. */
export function SolveForm({ alert, people, busy, onSolve, onCancel }: Props) {
  const { t } = useTranslation()
  const [rootCause, setRootCause] = useState(alert.rootCause?.id ?? '')
  const [action, setAction] = useState(alert.action?.id ?? '')
  const lacks = (offered: readonly unknown[], chosen: string) => offered.length > 0 && chosen === ''
  const isIncomplete = lacks(alert.rootCauses, rootCause) || lacks(alert.actions, action)
  const form = useRef<HTMLFormElement>(null)
  const mentions = useMentions(people)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea')?.focus(), [])
  const solve = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isIncomplete) return
    const words = entered(event.currentTarget, 'message').trim()
    const told = await mentions.toTell(words)
    if (told) onSolve({ rootCause: rootCause || null, action: action || null }, words, told)
  }
  const lists = [
    { label: t('alert.field.rootCause'), value: rootCause, offered: alert.rootCauses, onChange: setRootCause },
    { label: t('alert.field.action'), value: action, offered: alert.actions, onChange: setAction },
  ]
  return (
    <form ref={form} onSubmit={(event) => void solve(event)} className={css.solve} aria-label={t('alert.bring.solved')}>
      {lists
        .filter(({ offered }) => offered.length > 0)
        .map(({ label, value, offered, onChange }) => (
          <div key={label} className={css.choice}>
            <span aria-hidden>{label}</span>
            <Select
              boxed
              label={label}
              value={value}
              choices={[
                { value: '', title: t('alert.choose') },
                ...offered.map(({ id, title }) => ({ value: id, title })),
              ]}
              onChange={onChange}
            />
          </div>
        ))}
      <MentionField
        {...{ people, onPick: mentions.onPick }}
        label={t('alert.solveNote')}
        hint={t('mention.hint')}
        rows={2}
        required={false}
      />
      {mentions.warning}
      <div className={css.acts}>
        <Button type="submit" primary disabled={busy || isIncomplete}>
          {mentions.named(t('alert.solve'))}
        </Button>
        <Button onClick={onCancel}>{t('saved.cancel')}</Button>
        {isIncomplete && <span className={css.hint}>{t('alert.solveNeeds')}</span>}
      </div>
    </form>
  )
}
