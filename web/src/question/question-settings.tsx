import type { Question } from '@kaiku/contract/question.ts'
import type { EditedQuestion, QuestionProperty } from '@kaiku/contract/question-change.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, Ticked } from '../control/control.tsx'
import css from './question.module.css'
import { SavedField } from './saved-field.tsx'

type Role = Question['roles'][number]
const roles = [
  'date',
  'weight',
  'unit',
  'contact',
  'comment',
  'identifier',
  'pii',
  'background',
] as const satisfies Role[]

type Change = (change: QuestionProperty) => void
type Props = { question: EditedQuestion; surveyMinimum: number; busy: boolean; onChange: Change }

/** What a question is good for, which of its codes are no answers, and who sees it. */
export function QuestionSettings({ question, surveyMinimum, busy, onChange }: Props) {
  const { t } = useTranslation()
  const { missing, hidden, minimumN, scale, type } = question
  return (
    <section aria-label={t('codebook.settings')}>
      <h3>{t('codebook.settings')}</h3>
      <fieldset className={css.roles}>
        <legend>{t('codebook.roles')}</legend>
        {roles.map((role) => (
          <Ticked
            key={role}
            checked={question.roles.includes(role)}
            disabled={busy}
            onChange={({ target }) =>
              onChange({
                property: 'roles',
                value: target.checked ? [...question.roles, role] : question.roles.filter((one) => one !== role),
              })
            }
          >
            {t(`backend.role.${role}`)}
          </Ticked>
        ))}
      </fieldset>
      <Ticked
        checked={hidden}
        disabled={busy}
        onChange={({ target }) => onChange({ property: 'hidden', value: target.checked })}
      >
        {t('codebook.hidden')}
      </Ticked>
      {type !== 'text' && type !== 'date' && (
        <SavedField
          key={`missing ${missing.join()}`}
          label={t('codebook.missingCodes')}
          value={missing.join(', ')}
          onSave={(written) => onChange({ property: 'missing', value: codesIn(written, type) })}
        />
      )}
      <SavedField
        key={`minimum ${minimumN}`}
        label={t('codebook.minimumN', { n: surveyMinimum })}
        type="number"
        min={1}
        max={1000}
        value={minimumN === null ? '' : String(minimumN)}
        onSave={(written) => onChange({ property: 'minimumN', value: written === '' ? null : Number(written) })}
      />
      {scale && <Scale key={JSON.stringify(scale)} scale={scale} busy={busy} onChange={onChange} />}
    </section>
  )
}

/** Codes as their question has them: of a scale or a number they are numbers. */
function codesIn(written: string, type: EditedQuestion['type']): (string | number)[] {
  const codes = written
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const isNumber = type === 'scale' || type === 'number'
  return isNumber ? codes.map((code) => (Number.isNaN(Number(code)) ? code : Number(code))) : codes
}

type ScaleProps = { scale: NonNullable<EditedQuestion['scale']>; busy: boolean; onChange: Change }

function Scale({ scale, busy, onChange }: ScaleProps) {
  const { t } = useTranslation()
  const [next, setNext] = useState(scale)
  const isOther = next.min !== scale.min || next.max !== scale.max || next.falling !== scale.falling
  const save = (event: FormEvent) => {
    event.preventDefault()
    onChange({ property: 'scale', min: next.min, max: next.max, falling: next.falling })
  }
  const step = (key: 'min' | 'max', label: string) => (
    <Field
      label={label}
      type="number"
      step={1}
      min={-32767}
      max={32767}
      required
      value={Number.isNaN(next[key]) ? '' : next[key]}
      onChange={({ target }) => setNext({ ...next, [key]: target.valueAsNumber })}
    />
  )
  return (
    <form className={css.scale} onSubmit={save}>
      <fieldset>
        <legend>{t('codebook.scale')}</legend>
        {step('min', t('codebook.from'))}
        {step('max', t('codebook.to'))}
      </fieldset>
      <Ticked checked={next.falling} onChange={({ target }) => setNext({ ...next, falling: target.checked })}>
        {t('codebook.falling')}
      </Ticked>
      {isOther && (
        <>
          <p className={css.hint}>{t('codebook.scaleWhy')}</p>
          <Button primary type="submit" disabled={busy}>
            {t('save')}
          </Button>
        </>
      )}
    </form>
  )
}
