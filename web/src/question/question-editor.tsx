import type { EditedQuestion } from '@kaiku/contract/question-change.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { LinkButton, Select } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { isLocale, locales as languages, useOfferedLocales } from '../text/text.ts'
import css from './question.module.css'
import { QuestionHistory } from './question-history.tsx'
import { QuestionSettings } from './question-settings.tsx'
import { SavedField } from './saved-field.tsx'
import { useQuestionChange } from './use-question-change.ts'

type Edited = Reply<'question.read'>
type Props = { question: EditedQuestion; codebook: Edited; onClose: () => void }

export const languageName = (locale: string) => (isLocale(locale) ? languages[locale] : locale)

/** A question in the hands of who configures the survey: its texts in each language, its settings, what became of it. */
export function QuestionEditor({ question, codebook, onClose }: Props) {
  const { t } = useTranslation()
  const { version, locale: own } = codebook
  const offered = useOfferedLocales()
  const all = [...new Set([...codebook.locales, ...offered])]
  const [language, setLanguage] = useState(own)
  const { busy, fault, saved, change, undo } = useQuestionChange(question.id, version)
  const { title, text, codes, id } = question
  const told = { language: languageName(language) }
  const beside = (texts: Readonly<Record<string, string>>) => (language === own ? '' : (texts[own] ?? ''))
  return (
    <Dialog title={title[own] ?? id} shape="side" onClose={onClose}>
      <div className={css.editor}>
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        {saved && fault === '' && (
          <p role="status" className={css.done}>
            {t(saved.isUndone ? 'codebook.undone' : 'codebook.saved', { version: saved.version })}
            {!saved.isUndone && (
              <LinkButton disabled={busy} onClick={() => undo(saved.version)}>
                {t('codebook.undo')}
              </LinkButton>
            )}
          </p>
        )}
        <section aria-label={t('codebook.texts')}>
          <h3>
            {t('codebook.texts')}
            <Select
              boxed
              label={t('codebook.language')}
              value={language}
              choices={all.map((value) => ({ value, title: languageName(value) }))}
              onChange={setLanguage}
            />
          </h3>
          <SavedField
            key={`title ${language}`}
            label={t('codebook.questionTitle', told)}
            value={title[language] ?? ''}
            beside={beside(title)}
            maxLength={4000}
            onSave={(value) => change({ property: 'title', locale: language, value })}
          />
          <SavedField
            key={`text ${language}`}
            label={t('codebook.wording', told)}
            value={text[language] ?? ''}
            beside={beside(text)}
            maxLength={4000}
            onSave={(value) => change({ property: 'text', locale: language, value })}
          />
          {codes.map(({ code, label }) => (
            <SavedField
              key={`${typeof code} ${code} ${language}`}
              label={t('codebook.codeLabel', { code, language: told.language })}
              value={label[language] ?? ''}
              beside={beside(label)}
              maxLength={4000}
              onSave={(value) => change({ property: 'label', code, locale: language, value })}
            />
          ))}
        </section>
        <QuestionSettings question={question} surveyMinimum={codebook.minimumN} busy={busy} onChange={change} />
        <QuestionHistory question={id} />
      </div>
    </Dialog>
  )
}
