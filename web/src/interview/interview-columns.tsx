import type { AnswerOf } from '@kaiku/contract/result.ts'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { IconButton, Ticked } from '../ui/control.tsx'
import { Popover, PopoverHeading } from '../ui/popover.tsx'
import { readStored, writeStored } from '../ui/stored.ts'
import css from './interview-list.module.css'

/** The reader's own columns in this survey, as far as it has such questions; absent: the usual ones. */
export function useColumns(
  survey: string,
  { columns }: AnswerOf<'InterviewList'>,
): [string[] | undefined, (ids: string[]) => void] {
  const { questions } = useSurvey().survey
  const name = `columns.${survey}`
  const [chosen, setChosen] = useState(() => readStored(name)?.split(' ').filter(Boolean))
  const known = new Set(questions.map(({ id }) => id))
  const kept = chosen?.filter((id) => known.has(id))
  const usual = columns.map(({ id }) => id).join(' ')
  return [
    kept?.join(' ') === usual ? undefined : kept,
    (ids) => {
      writeStored(name, ids.join(' '))
      setChosen(ids)
    },
  ]
}

/** Which questions' answers stand beside the interviews, in the order of the survey. */
export function ColumnChooser({ shown, onChange }: { shown: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation()
  const { questions } = useSurvey().survey
  const toggle = (id: string) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    onChange(questions.flatMap((one) => (next.has(one.id) ? [one.id] : [])))
  }
  return (
    <Popover
      label={t('columns')}
      align="end"
      trigger={(wiring) => (
        <IconButton {...wiring} label={t('columns')} small>
          <IconColumns3 size={16} />
        </IconButton>
      )}
    >
      {() => (
        <div className={css.chooser}>
          <PopoverHeading>{t('columns')}</PopoverHeading>
          {questions.map(({ id, title }) => (
            <Ticked key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
              {title}
            </Ticked>
          ))}
        </div>
      )}
    </Popover>
  )
}
