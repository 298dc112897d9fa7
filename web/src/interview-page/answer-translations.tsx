import type { AnsweredQuestion, Interview } from '@kaiku/contract/interview.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, LinkButton, Select } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import css from '../interview/interview.module.css'
import { interviewQuery } from '../interview/interview.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { locales, useLocaleChoices } from '../text/text.ts'

type Props = { interview: Interview; question: AnsweredQuestion }

const longest = 20_000

/** An open answer in other languages, as colleagues wrote it, and a field to write another. */
export function AnswerTranslations({ interview, question: { id } }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [locale, setLocale] = useState<string>()
  const choices = useLocaleChoices(i18n.language)
  const { survey, interviewId } = interview
  const own = interview.translations.filter(({ question }) => question === id)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = entered(event.currentTarget, 'translation').trim()
    if (locale === undefined) return
    void attempt(async () => {
      const translations = await send('interview.translate', { survey, interviewId, question: id, locale, text })
      const { queryKey } = interviewQuery(survey, interviewId, i18n.language)
      client.setQueryData(queryKey, (kept) => kept && { ...kept, translations })
      setLocale(undefined)
      return null
    })
  }
  return (
    <div className={css.translations}>
      {own.map(({ locale: language, text, by, at }) => (
        <div key={language}>
          <p className={detail.by}>
            {t('interview.translated', {
              language: nameOf(language),
              by: by === '' ? t('interview.formerUser') : by,
              when: momentText(at, i18n.language),
            })}
          </p>
          <p lang={language} dir="auto" className={detail.message}>
            {text}
          </p>
        </div>
      ))}
      {!isReadOnly && locale === undefined && (
        <LinkButton data-screen-only onClick={() => setLocale(i18n.language)}>
          {t('interview.translate')}
        </LinkButton>
      )}
      {locale !== undefined && (
        <form key={locale} className={detail.noteForm} onSubmit={save}>
          <Select boxed label={t('interview.language')} value={locale} choices={choices} onChange={setLocale} />
          <textarea
            name="translation"
            aria-label={t('interview.translation')}
            rows={3}
            maxLength={longest}
            defaultValue={own.find((one) => one.locale === locale)?.text}
          />
          {fault !== '' && <p role="alert">{fault}</p>}
          <div className={css.noteActs}>
            <Button type="submit" disabled={busy}>
              {t('interview.saveTranslation')}
            </Button>
            <LinkButton onClick={() => setLocale(undefined)}>{t('close')}</LinkButton>
          </div>
        </form>
      )}
    </div>
  )
}

const nameOf = (locale: string) => new Map<string, string>(Object.entries(locales)).get(locale) ?? locale
