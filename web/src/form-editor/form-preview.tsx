import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../control/control.tsx'
import type { Written } from '../form-field/written-form.ts'
import { Notice } from '../overlay/notice.tsx'
import css from './form-editor.module.css'

export type ShownForm = { readonly ticket: string; readonly form: Written }

/** The real form as it is being written, which can be answered and stores nothing. Null: it never was without faults. */
export function FormPreview({ shown, locale, page }: { shown: ShownForm | null; locale: string; page: number }) {
  const { t } = useTranslation()
  const [width, setWidth] = useState<'phone' | 'desk'>('phone')
  const form = useRef<HTMLFormElement>(null)
  const text = shown ? JSON.stringify(shown.form) : ''
  // A frame of its own for each, so that going back in the browser leaves the editor and not the preview.
  const name = `preview ${locale} ${page} ${text.length} ${hashOf(text)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is in the name
  useEffect(() => {
    if (text !== '') form.current?.submit()
  }, [name])
  return (
    <>
      <div className={css.spread}>
        <b>{t('formEditor.preview')}</b>
        <Segments
          label={t('formEditor.preview')}
          value={width}
          choices={[
            { value: 'phone', title: t('formEditor.phone') },
            { value: 'desk', title: t('formEditor.desk') },
          ]}
          onChange={setWidth}
        />
      </div>
      {shown === null ? (
        <Notice title={t('formEditor.noPreview')}>{t('formEditor.noPreviewWhy')}</Notice>
      ) : (
        <>
          <form ref={form} method="post" action="/form-preview" target={name} hidden>
            <input type="hidden" name="ticket" value={shown.ticket} />
            <input type="hidden" name="form" value={text} />
            <input type="hidden" name="lang" value={locale} />
            <input type="hidden" name="p" value={page} />
          </form>
          <iframe
            key={name}
            name={name}
            title={t('formEditor.preview')}
            sandbox="allow-forms"
            className={css.frame}
            data-phone={width === 'phone' || undefined}
          />
          <p className={css.hint}>{t('formEditor.previewWhy')}</p>
        </>
      )}
    </>
  )
}

const hashOf = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0
  return hash
}
