import { layOut } from '@kaiku/core/json-layout.ts'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../card/export.ts'
import { Button, LongField } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import type { Written } from '../form-field/written-form.ts'
import css from './form-editor.module.css'

type Props = { forms: readonly Written[]; onChange: (forms: readonly Written[]) => void }

/** The forms of a text as `forms.json` has them; null: it is none. */
export function readForms(text: string): readonly Written[] | null {
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const forms: unknown = typeof read === 'object' && read !== null && 'forms' in read ? read.forms : null
    const isForms = Array.isArray(forms) && forms.every((one) => typeof one === 'object' && one !== null)
    return isForms ? forms : null
  } catch {
    return null
  }
}

export const writeForms = (forms: readonly Written[]): string => `${layOut({ forms })}\n`

/** All forms of the survey as their file, for who likes that better: written, taken along, brought back. */
export function FormSource({ forms, onChange }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => writeForms(forms))
  const [fault, setFault] = useState('')
  const take = (next: string) => {
    setText(next)
    const read = readForms(next)
    setFault(read ? '' : t('formEditor.noForms'))
    if (read) onChange(read)
  }
  const bring = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) take(await file.text())
    target.value = ''
  }
  return (
    <div className={css.fields}>
      <div className={css.limits}>
        <Button onClick={() => download(new Blob([writeForms(forms)], { type: 'application/json' }), 'forms', 'json')}>
          {t('formEditor.export')}
        </Button>
        <label className={css.bring}>
          {t('formEditor.import')}
          <input type="file" accept=".json,application/json" onChange={(event) => void bring(event)} />
        </label>
      </div>
      <FormFault text={fault} />
      <div className={css.source}>
        <LongField
          label={t('formEditor.source')}
          rows={28}
          spellCheck={false}
          value={text}
          onChange={({ target }) => take(target.value)}
        />
      </div>
    </div>
  )
}
