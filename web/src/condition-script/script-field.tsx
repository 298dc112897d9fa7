import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeFault, CodeHelp } from '../code-editor/code.ts'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Ticked } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { useSurvey } from '../survey/survey-context.tsx'
import { firstCondition, reading } from './condition-sample.ts'
import css from './script-field.module.css'

type Props = {
  /** Undefined: none. */
  value: string | undefined
  fault: string | undefined
  /** Where in the script something is wrong. */
  faults?: readonly CodeFault[]
  onChange: (script: string | undefined) => void
}
type Named = { readonly id: string; readonly title: string }

const lines = 16

/** A script that decides besides the filters of a condition. */
export function ScriptField({ value, fault, faults, onChange }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const help = useMemo(() => answersOffered(survey.questions), [survey.questions])
  return (
    <>
      <Ticked
        checked={value !== undefined}
        onChange={({ target }) => onChange(target.checked ? firstCondition(survey.questions) : undefined)}
      >
        {t('rule.form.script')}
      </Ticked>
      {value !== undefined && (
        <div className={css.script}>
          <p className={fields.hint}>{t('rule.form.scriptWhy')}</p>
          <div className={css.code}>
            <CodeEditor
              label={t('rule.form.scriptSource')}
              value={value}
              language="javascript"
              help={help}
              lines={lines}
              onChange={onChange}
              {...(faults && { faults })}
            />
          </div>
          {fault !== undefined && (
            <p role="alert" className={css.fault}>
              {fault}
            </p>
          )}
        </div>
      )}
    </>
  )
}

/** Questions as a script reads them, offered where one begins to write a word. */
const answersOffered = (questions: readonly Named[]): CodeHelp => ({
  offers: async (text, at) => {
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
    const [begun] = /[\w$.]{2,}$/.exec(line) ?? []
    if (begun === undefined) return null
    return {
      from: at - begun.length,
      offers: questions.map(({ id, title }) => ({ label: reading(id), detail: title, kind: 'property' })),
    }
  },
})
