import type { Alert } from '@kaiku/contract/alert.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entered } from '../session/use-attempt.ts'
import { Button, Select } from '../ui/control.tsx'
import css from './alert.module.css'

type Outcome = { rootCause: string | null; action: string | null }
type Props = {
  alert: Alert
  busy: boolean
  onSolve: (outcome: Outcome, words: string) => void
  onCancel: () => void
}

/** What an alert is closed with: why it came about and what was done, from the survey's own lists. */
export function SolveForm({ alert, busy, onSolve, onCancel }: Props) {
  const { t } = useTranslation()
  const [rootCause, setRootCause] = useState(alert.rootCause?.id ?? '')
  const [action, setAction] = useState(alert.action?.id ?? '')
  const lacks = (offered: readonly unknown[], chosen: string) => offered.length > 0 && chosen === ''
  const isIncomplete = lacks(alert.rootCauses, rootCause) || lacks(alert.actions, action)
  const solve = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isIncomplete) return
    onSolve({ rootCause: rootCause || null, action: action || null }, entered(event.currentTarget, 'words').trim())
  }
  const lists = [
    { label: t('alert.field.rootCause'), value: rootCause, offered: alert.rootCauses, onChange: setRootCause },
    { label: t('alert.field.action'), value: action, offered: alert.actions, onChange: setAction },
  ]
  return (
    <form onSubmit={solve} className={css.solve} aria-label={t('alert.bring.solved')}>
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
      <label className={css.words}>
        <span>{t('alert.solveNote')}</span>
        <textarea name="words" rows={2} maxLength={4000} />
      </label>
      <div className={css.acts}>
        <Button type="submit" primary disabled={busy || isIncomplete}>
          {t('alert.solve')}
        </Button>
        <Button onClick={onCancel}>{t('close')}</Button>
        {isIncomplete && <span className={css.hint}>{t('alert.solveNeeds')}</span>}
      </div>
    </form>
  )
}
