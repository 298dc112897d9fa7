import type { AskableQuestion } from '@kaiku/contract/form-draft.ts'
import { readRange, writeRange } from '@kaiku/core/filter-kind.ts'
import {
  clearFilter,
  type FilterSelection,
  formatToken,
  marksOf,
  noAnswer,
  option,
  optionText,
  parseToken,
  setValues,
} from '@kaiku/core/filter-token.ts'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, Select, Ticked } from '../control/control.tsx'
import css from './form-field.module.css'
import { type Known, questionTitle, titleIn } from './written-form.ts'

type Props = {
  label: string
  value: string
  /** Questions whose answers are known by then. */
  from: ReadonlySet<string>
  known: Known
  fault?: string | undefined
  onChange: (token: string) => void
}

/** What answers have to be: a line for each question, or as it is written. All lines have to be met. */
export function ConditionField({ label, value, from, known, fault, onChange }: Props) {
  const { t } = useTranslation()
  const read = parseToken(value)
  const selection: FilterSelection = read.ok ? read.value : new Map()
  const unused = [...from].filter((id) => known.questions.has(id) && !selection.has(id))
  const write = (next: FilterSelection) => onChange(formatToken(next))
  const begin = (id: string) => {
    const question = known.questions.get(id)
    if (question) write(new Map([...selection, [id, firstValues(question)]]))
  }
  return (
    <fieldset className={css.condition}>
      <legend className={css.label}>{label}</legend>
      {[...selection].map(([id, values]) => (
        <div key={id} className={css.line}>
          <b>{questionTitle(known, id)}</b>
          <Values
            question={known.questions.get(id)}
            values={values}
            known={known}
            onChange={(next) => write(setValues(selection, id, next))}
          />
          <IconButton
            small
            label={t('formEditor.dropCondition', { name: questionTitle(known, id) })}
            onClick={() => write(clearFilter(selection, id))}
          >
            <IconX size={14} />
          </IconButton>
        </div>
      ))}
      {unused.length > 0 && (
        <Select
          boxed
          label={`${label}: ${t('formEditor.addCondition')}`}
          value=""
          choices={[
            { value: '', title: t(selection.size === 0 ? 'formEditor.always' : 'formEditor.addCondition') },
            ...unused.map((id) => ({ value: id, title: questionTitle(known, id) })),
          ]}
          onChange={begin}
        />
      )}
      {unused.length === 0 && selection.size === 0 && <p className={css.hint}>{t('formEditor.nothingBefore')}</p>}
      {(value !== '' || fault !== undefined) && (
        <details className={css.written} open={!read.ok || undefined}>
          <summary>{t('formEditor.written')}</summary>
          <Field
            hideLabel
            label={`${label}: ${t('formEditor.written')}`}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </details>
      )}
      {fault !== undefined && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** Something that can be met, to begin with. */
function firstValues({ type, options, min, max }: AskableQuestion): readonly string[] {
  if (type === 'scale' || type === 'number') return [writeRange(min ?? 0, max ?? min ?? 0) ?? '0_0']
  if (type === 'text') return [noAnswer]
  if (type === 'date') return ['20200101_20991231']
  const [first] = options
  return [first ? option(first.code) : noAnswer]
}

type ValuesProps = {
  question: AskableQuestion | undefined
  values: readonly string[]
  known: Known
  onChange: (values: readonly string[]) => void
}

function Values({ question, values, known, onChange }: ValuesProps) {
  const { t } = useTranslation()
  const range = values.length === 1 ? readRange(values[0] ?? '') : null
  switch (question?.type) {
    case 'scale':
    case 'number':
      return range ? <Range range={range} onChange={(next) => onChange([next])} /> : <Plain values={values} />
    case 'choice':
    case 'multiple': {
      const isNot = values.length > 0 && values.every((one) => marksOf(one).excluded)
      const picked = new Set(values.map((one) => (marksOf(one).excluded ? one.slice(1) : one)))
      const put = (all: ReadonlySet<string>, excluded: boolean) =>
        all.size > 0 && onChange([...all].map((one) => (excluded ? `_${one}` : one)))
      const choices = [
        ...question.options.map(({ code, title }) => ({ value: option(code), title: titleIn(known, title) || code })),
        { value: noAnswer, title: t('formEditor.noAnswer') },
      ]
      return (
        <span className={css.values}>
          <Select
            label={t('formEditor.isOrNot')}
            value={isNot ? 'not' : 'is'}
            choices={[
              { value: 'is', title: t('formEditor.is') },
              { value: 'not', title: t('formEditor.isNot') },
            ]}
            onChange={(next) => put(picked, next === 'not')}
          />
          {choices.map((one) => (
            <Ticked
              key={one.value}
              checked={picked.has(one.value)}
              onChange={({ target }) => {
                const rest = [...picked].filter((code) => code !== one.value)
                put(new Set(target.checked ? [...rest, one.value] : rest), isNot)
              }}
            >
              {one.title}
            </Ticked>
          ))}
        </span>
      )
    }
    case 'text': {
      const [first = ''] = values
      const { submatch, body } = marksOf(first)
      return (
        <Field
          hideLabel
          label={t('formEditor.contains')}
          placeholder={t('formEditor.noAnswer')}
          value={submatch ? optionText(body) : ''}
          onChange={({ target }) => onChange([target.value === '' ? noAnswer : `${option(target.value)}~`])}
        />
      )
    }
    default:
      return <Plain values={values} />
  }
}

const Plain = ({ values }: { values: readonly string[] }) => <span>{values.map(optionText).join(', ')}</span>

function Range({ range, onChange }: { range: { from: number; to: number }; onChange: (written: string) => void }) {
  const { t } = useTranslation()
  const field = (name: 'from' | 'to', put: (value: number) => string | null) => (
    <Field
      hideLabel
      type="number"
      label={t(`formEditor.${name}`)}
      value={range[name]}
      onChange={({ target }) => {
        const next = target.value === '' ? null : put(Number(target.value))
        if (next !== null) onChange(next)
      }}
    />
  )
  return (
    <span className={css.range}>
      {field('from', (from) => writeRange(from, Math.max(from, range.to)))}
      <span aria-hidden>–</span>
      {field('to', (to) => writeRange(Math.min(range.from, to), to))}
    </span>
  )
}
