import { formatCount } from '@kaiku/core/format.ts'
import { fold } from '@kaiku/core/text.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { sendForFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, Field } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './backend.module.css'
import { codebookQuery } from './backend.queries.ts'

type Variable = Reply<'survey.metadata'>['variables'][number]

const matches = ({ id, title, codes }: Variable, text: string) =>
  [id, title, ...codes.flatMap(({ code, title: label }) => [code, label])].some((part) =>
    fold(part).includes(fold(text.trim())),
  )

/** Every variable with its codes and how often each was answered; searchable, and to be had as CSV, SPSS and JSON. */
export function Codebook() {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const [text, setText] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const { data, error, refetch } = useQuery(codebookQuery(survey.extName, i18n.language, loadCount))
  const shown = data?.variables.filter((variable) => matches(variable, text))
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
      <search className={css.tools}>
        <Field
          label={t('backend.searchVariables')}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {(['csv', 'sav', 'json'] as const).map((format) => (
          <Button key={format} disabled={busy || !data} onClick={() => save(format)}>
            <IconDownload size={16} aria-hidden /> {format === 'sav' ? 'SPSS' : format.toUpperCase()}
          </Button>
        ))}
      </search>
      {fault !== '' && <p role="alert">{fault}</p>}
      {error && <Failed title={t('backend.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {shown?.length === 0 && <Notice title={t('backend.noneFound')} />}
      {shown && shown.length > 0 && (
        <ul className={css.variables}>
          {shown.map((variable) => (
            <VariableCard key={variable.id} variable={variable} />
          ))}
        </ul>
      )}
    </>
  )
}

const codesShown = 12

function VariableCard({ variable }: { variable: Variable }) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const count = (n: number | null) => formatCount(n, i18n.language)
  const { id, title, type, roles, codes, nValid, nMissing, min, max } = variable
  const shown = all ? codes : codes.slice(0, codesShown)
  return (
    <li className={css.variable}>
      <h2>
        {title} <small>{id}</small>
      </h2>
      <p className={css.facts}>
        {[
          t(`backend.type.${type}`, { defaultValue: type }),
          ...roles.map((role) => t(`backend.role.${role}`, { defaultValue: role })),
          min === null || max === null ? '' : `${min} – ${max}`,
          t('backend.valid', { n: count(nValid) }),
          t('backend.missing', { n: count(nMissing) }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {codes.length > 0 && (
        <table className={css.codes}>
          <tbody>
            {shown.map(({ code, title: label, missing, n }) => (
              <tr key={code}>
                {/* A code that nobody gave a label is called by itself. */}
                <th scope="row" colSpan={label === code ? 2 : 1}>
                  {code}
                  {missing && <small> {t('backend.isMissing')}</small>}
                </th>
                {label !== code && <td>{label}</td>}
                <td className={css.number}>{count(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {codes.length > codesShown && (
        <Button onClick={() => setAll(!all)}>
          {all ? t('backend.fewerCodes') : t('backend.allCodes', { count: codes.length })}
        </Button>
      )}
    </li>
  )
}
