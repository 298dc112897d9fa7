import type { EditedQuestion } from '@kaiku/contract/question-change.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { Badge } from '../control/badge.tsx'
import { Button, IconButton } from '../control/control.tsx'
import { languageName } from '../question/question-editor.tsx'
import { QuestionUses } from '../question/question-uses.tsx'
import { missingLanguages } from '../question/untranslated.ts'
import css from './backend.module.css'

export type CodebookVariable = Reply<'survey.metadata'>['variables'][number]

const codesShown = 12

type Props = {
  variable: CodebookVariable
  /** Absent, here and below: the viewer does not configure the survey. */
  edited: Reply<'question.read'> | undefined
  question: EditedQuestion | undefined
  onEdit: () => void
}

/** A variable with its codes; for who configures the survey, also where it is used and what it lacks. */
export function VariableCard({ variable, edited, question, onEdit }: Props) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const count = (n: number | null) => formatCount(n, i18n.language)
  const { id, title, type, roles, codes, nValid, nMissing, min, max } = variable
  const shown = all ? codes : codes.slice(0, codesShown)
  const lacking = question && edited ? missingLanguages(question, edited.locale, edited.locales) : []
  return (
    <li className={css.variable}>
      <div className={css.variableHead}>
        <h2>
          {title} <small>{id}</small>
        </h2>
        {question && (
          <IconButton small label={t('codebook.edit', { title })} onClick={onEdit}>
            <IconPencil size={16} />
          </IconButton>
        )}
      </div>
      {(question?.hidden || lacking.length > 0) && (
        <p className={css.facts}>
          {question?.hidden && <Badge tone="warn">{t('codebook.hiddenShort')}</Badge>}{' '}
          {lacking.length > 0 && (
            <Badge>{t('codebook.untranslatedIn', { languages: lacking.map(languageName).join(', ') })}</Badge>
          )}
        </p>
      )}
      <p className={css.facts}>
        {[
          t(`backend.type.${type}`, { defaultValue: type }),
          ...roles.map((role) => t(`backend.role.${role}`, { defaultValue: role })),
          min === null || max === null ? '' : `${min} – ${max}`,
          nValid === null ? '' : t('backend.valid', { n: count(nValid) }),
          nMissing === null ? '' : t('backend.missing', { n: count(nMissing) }),
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
      {question && <QuestionUses uses={question.uses} />}
    </li>
  )
}
