import { useTranslation } from 'react-i18next'
import { Select, Ticked } from '../control/control.tsx'
import { ConditionField } from '../form-field/condition-field.tsx'
import { TextField } from '../form-field/text-field.tsx'
import {
  type Known,
  kindOf,
  put,
  questionTitle,
  textsOf,
  titleIn,
  type Written,
  wordOf,
} from '../form-field/written-form.ts'
import css from './form-editor.module.css'

type Props = {
  part: Written
  known: Known
  /** Questions that are known when its page opens, and those that stand nowhere yet. */
  before: ReadonlySet<string>
  unused: readonly string[]
  faultAt: (place: string) => string | undefined
  onChange: (next: Written, key?: string) => void
}

/** What a part asks, in few words. */
export function partTitle(known: Known, part: Written): string {
  const kind = kindOf(part)
  if (kind === 'question') return titleIn(known, part.text) || questionTitle(known, wordOf(part, 'question'))
  return titleIn(known, part.text)
}

/** All that can be said of a part of a page. */
export function FormPart({ part, known, before, unused, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const kind = kindOf(part)
  const question = known.questions.get(wordOf(part, 'question'))
  const ticked = (name: 'required' | 'random', usual = false) => (
    <Ticked
      checked={part[name] === undefined ? usual : part[name] === true}
      onChange={({ target }) =>
        // What is so anyway is not said; of a consent that is not needed it has to be.
        onChange(usual && !target.checked ? { ...part, [name]: false } : put(part, name, target.checked && !usual))
      }
    >
      {t(`formEditor.${name}`)}
    </Ticked>
  )
  const pick = (name: 'question' | 'consent', types?: readonly string[]) => (
    <Select
      boxed
      label={t('formEditor.question')}
      value={wordOf(part, name)}
      choices={[wordOf(part, name), ...unused]
        .filter((id, at) => at === 0 || !types || types.includes(known.questions.get(id)?.type ?? ''))
        .map((id) => ({ value: id, title: id === '' ? '–' : questionTitle(known, id) }))}
      onChange={(id) => onChange({ ...part, [name]: id })}
    />
  )
  const inMatrix = textsOf(part, 'matrix')
  const scales = [...inMatrix, ...unused.filter((id) => known.questions.get(id)?.type === 'scale')]
  const fault = faultAt(kind)
  return (
    <div className={css.fields}>
      {kind === 'question' && pick('question')}
      {kind === 'consent' && pick('consent', ['choice'])}
      {fault !== undefined && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
      <TextField
        of={part}
        name="text"
        label={t(kind === 'question' ? 'formEditor.ownText' : 'formEditor.text')}
        long={kind !== 'question'}
        fault={kind === 'text' ? undefined : faultAt('text')}
        {...{ known, onChange }}
      />
      {kind === 'question' && <TextField of={part} name="hint" label={t('formEditor.hint')} {...{ known, onChange }} />}
      {kind === 'matrix' && (
        <fieldset className={css.condition}>
          <legend className={css.label}>{t('formEditor.scales')}</legend>
          {scales.map((id) => (
            <Ticked
              key={id}
              checked={inMatrix.includes(id)}
              onChange={({ target }) =>
                onChange({ ...part, matrix: target.checked ? [...inMatrix, id] : inMatrix.filter((one) => one !== id) })
              }
            >
              {questionTitle(known, id)}
            </Ticked>
          ))}
        </fieldset>
      )}
      {kind !== 'text' && ticked('required', kind === 'consent')}
      {(question?.type === 'choice' || question?.type === 'multiple') && ticked('random')}
      <ConditionField
        label={t('formEditor.when')}
        value={wordOf(part, 'when')}
        from={before}
        known={known}
        fault={faultAt('when')}
        onChange={(when) => onChange(put(part, 'when', when), 'when')}
      />
    </div>
  )
}
