import type { EditedQuestion } from '@kaiku/contract/question-change.ts'
import { fold } from '@kaiku/core/text.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { sendForFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { questionsQuery } from '../question/question.queries.ts'
import { languageName, QuestionEditor } from '../question/question-editor.tsx'
import { isUntranslated } from '../question/untranslated.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { useOfferedLocales } from '../text/text.ts'
import css from './backend.module.css'
import { codebookQuery } from './backend.queries.ts'
import { type CodebookVariable, VariableCard } from './variable-card.tsx'

type Edited = Reply<'question.read'>

const matches = ({ id, title, codes }: CodebookVariable, text: string) =>
  [id, title, ...codes.flatMap(({ code, title: label }) => [code, label])].some((part) =>
    fold(part).includes(fold(text.trim())),
  )

/** A question that nobody is shown, as who edits it finds it among the others. */
const hiddenVariable = ({ id, title, type, roles, missing, codes }: EditedQuestion, own: string): CodebookVariable => ({
  id,
  type,
  roles,
  nValid: null,
  nMissing: null,
  min: null,
  max: null,
  title: title[own] ?? id,
  codes: codes.map(({ code, label }) => ({
    code: String(code),
    title: label[own] ?? String(code),
    missing: missing.includes(code),
    n: null,
  })),
})

/** The codebook as whoever configures the survey has it in hand; undefined for others. */
function useEdited(survey: string): Edited | undefined {
  const { i18n } = useTranslation()
  const { permissions, isReadOnly } = useIdentity()
  const mayEdit = permissions.includes('editConfiguration') && !isReadOnly
  return useQuery({ ...questionsQuery(survey, i18n.language), enabled: mayEdit }).data
}

/**
 * Every variable with its codes and how often each was answered; searchable, and to be had as CSV, SPSS and JSON. Who
 * configures the survey edits them here.
 */
export function Codebook() {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const [text, setText] = useState('')
  const [language, setLanguage] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(codebookQuery(survey.extName, i18n.language, loadCount))
  const edited = useEdited(survey.extName)
  const questions = new Map(edited?.questions.map((one) => [one.id, one]))
  const isLeft = (id: string) => {
    const question = questions.get(id)
    return language === '' || (question !== undefined && isUntranslated(question, edited?.locale ?? '', language))
  }
  const hidden = (edited?.questions ?? []).filter((one) => one.hidden)
  const all = data && [...data.variables, ...hidden.map((one) => hiddenVariable(one, edited?.locale ?? ''))]
  const shown = all?.filter((variable) => matches(variable, text) && isLeft(variable.id))
  const editing = open === null ? undefined : questions.get(open)
  return (
    <>
      <search className={css.tools}>
        <Field
          label={t('backend.searchVariables')}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {edited && <Untranslated edited={edited} value={language} onChange={setLanguage} />}
        <Downloads data={data} />
      </search>
      {error && <Failed title={t('backend.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {shown?.length === 0 && <Notice title={t('backend.noneFound')} />}
      {shown && shown.length > 0 && (
        <ul className={css.variables}>
          {shown.map((variable) => (
            <VariableCard
              key={variable.id}
              variable={variable}
              edited={edited}
              question={questions.get(variable.id)}
              onEdit={() => setOpen(variable.id)}
            />
          ))}
        </ul>
      )}
      {editing && edited && <QuestionEditor question={editing} codebook={edited} onClose={() => setOpen(null)} />}
    </>
  )
}

type UntranslatedProps = { edited: Edited; value: string; onChange: (language: string) => void }

/** All questions, or those that are not translated into a language yet. */
function Untranslated({ edited, value, onChange }: UntranslatedProps) {
  const { t, i18n } = useTranslation()
  const { questions, locale: own } = edited
  const languages = [...new Set([...edited.locales, ...useOfferedLocales()])].filter((one) => one !== own)
  return (
    <Select
      boxed
      label={t('codebook.translation')}
      value={value}
      choices={[
        { value: '', title: t('codebook.translated') },
        ...languages.map((one) => ({
          value: one,
          title: t('codebook.untranslated', {
            language: languageName(one),
            n: questions.filter((question) => isUntranslated(question, own, one)).length.toLocaleString(i18n.language),
          }),
        })),
      ]}
      onChange={onChange}
    />
  )
}

function Downloads({ data }: { data: Reply<'survey.metadata'> | undefined }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { busy, fault, attempt } = useAttempt()
  const save = (format: 'json' | 'csv' | 'sav') =>
    void attempt(async () => {
      const file =
        format !== 'json'
          ? await sendForFile('survey.metadata', { survey: survey.extName, locale: i18n.language, format })
          : new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      download(file, `${survey.title} ${t('backend.codebook')}`, format)
      return null
    })
  return (
    <>
      {(['csv', 'sav', 'json'] as const).map((format) => (
        <Button key={format} disabled={busy || !data} onClick={() => save(format)}>
          <IconDownload size={16} aria-hidden /> {format === 'sav' ? 'SPSS' : format.toUpperCase()}
        </Button>
      ))}
      {fault !== '' && <p role="alert">{fault}</p>}
    </>
  )
}
