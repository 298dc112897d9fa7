import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import css from '../dry-run/alert-rule.module.css'

type Props = {
  /** Of the published rules. */
  text: string
  /** What is on trial instead of them. */
  tried: string | undefined
  onTry: (text: string | undefined) => void
}

/** Rules that are only being written, to be tried before anybody publishes them. */
export function OtherRules({ text, tried, onTry }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [written, setWritten] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTry(written)
  }
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const content = await file.text()
    target.value = ''
    setWritten(content)
    onTry(content)
  }
  const back = () => {
    setWritten(text)
    onTry(undefined)
  }
  return (
    <details className={css.other} data-screen-only>
      <summary>
        {t('rule.other')} {tried !== undefined && <Badge>{t('rule.unpublished')}</Badge>}
      </summary>
      <form onSubmit={submit}>
        <p id={`${id}-why`} className={css.quiet}>
          {t('rule.otherWhy')}
        </p>
        <textarea
          aria-label={t('rule.text')}
          aria-describedby={`${id}-why`}
          spellCheck={false}
          rows={14}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
        <div className={css.asked}>
          <Button primary type="submit" disabled={written.trim() === ''}>
            {t('rule.run')}
          </Button>
          <label className={css.file}>
            {t('rule.file')}
            <input type="file" accept=".json,application/json" onChange={(event) => void read(event)} />
          </label>
          {(tried !== undefined || written !== text) && <LinkButton onClick={back}>{t('rule.back')}</LinkButton>}
        </div>
      </form>
    </details>
  )
}
