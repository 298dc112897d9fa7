import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { LongField } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import { mayAskBySql } from '../sql/may-ask.ts'
import { sqlColumnsQuery } from '../sql/sql.queries.ts'
import { sqlHelp } from '../sql/sql-help.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './fields.module.css'
import { Labelled } from './labelled.tsx'

type Props = { label: string; value: string; fault: string | undefined; onChange: (statement: string) => void }

/** A statement of SQL, with the columns at hand that whoever writes it may ask of. */
export function SqlField({ label, value, fault, onChange }: Props) {
  const { i18n } = useTranslation()
  const { survey } = useSurvey()
  const enabled = mayAskBySql(useIdentity(), survey)
  const { data } = useQuery({ ...sqlColumnsQuery(survey.extName, i18n.language), enabled })
  const help = useMemo(() => sqlHelp(data ?? []), [data])
  return (
    <Labelled label={label} fault={fault}>
      <CodeEditor label={label} language="sql" value={value} help={help} lines={14} wraps onChange={onChange} />
    </Labelled>
  )
}

type TitlesProps = {
  label: string
  value: unknown
  fault: string | undefined
  onChange: (titles: readonly string[] | undefined) => void
}

/** Several titles, one a line; those that say something else in each language are changed in the file. */
export function TitlesField({ label, value, fault, onChange }: TitlesProps) {
  const titles: readonly unknown[] = Array.isArray(value) ? value : []
  const [typed, setTyped] = useState(() => titles.join('\n'))
  if (titles.some((one) => typeof one !== 'string')) return null
  // What stands elsewhere by now, after a step back, stands here, too.
  const same = JSON.stringify(linesOf(typed)) === JSON.stringify(titles)
  return (
    <div className={css.field}>
      <LongField
        label={label}
        rows={3}
        value={same ? typed : titles.join('\n')}
        onChange={({ target }) => {
          setTyped(target.value)
          const lines = linesOf(target.value)
          onChange(lines.length === 0 ? undefined : lines)
        }}
      />
      {fault !== undefined && (
        <span className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
