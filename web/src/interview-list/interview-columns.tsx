import type { AnswerOf } from '@kaiku/contract/result.ts'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { readStored, writeStored } from '../browser/stored.ts'
import { ColumnSets } from '../column-set/column-sets.tsx'
import { IconButton, Ticked } from '../control/control.tsx'
import { useChosenText } from '../figure/chosen.ts'
import { Popover, PopoverHeading } from '../overlay/popover.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './interview-list.module.css'

/** Stands for no columns at all, since an empty text stands for the usual ones. */
const none = '-'

const written = (ids: readonly string[]) => (ids.length === 0 ? none : ids.join(','))

/** Everything that may stand beside interviews. */
const useChoices = () => {
  const { questions, marks } = useSurvey().survey
  return [...questions, ...marks]
}

/**
 * The columns that the address names, else the reader's last ones in this survey, as far as it has them; absent: the usual
 * ones.
 */
export function useColumns(
  survey: string,
  { columns }: AnswerOf<'InterviewList'>,
): [string[] | undefined, (ids: readonly string[]) => void] {
  const choices = useChoices()
  const name = `columns.${survey}`
  const [named, choose] = useChosenText('columns')
  const wanted = named === '' ? readStored(name)?.replaceAll(' ', ',') : named
  const known = new Set(choices.map(({ id }) => id))
  const kept = wanted?.split(',').filter((id) => known.has(id))
  const usual = columns.map(({ id }) => id)
  return [
    wanted === undefined || wanted === '' || kept?.join() === usual.join() ? undefined : kept,
    (ids) => {
      writeStored(name, written(ids))
      choose(written(ids))
    },
  ]
}

type Props = { shown: readonly string[]; onChange: (ids: readonly string[]) => void }

/** Which answers and marks stand beside the interviews, in the order of the survey; and those kept under names. */
export function ColumnChooser({ shown, onChange }: Props) {
  const { t } = useTranslation()
  const choices = useChoices()
  const toggle = (id: string) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    onChange(choices.flatMap((one) => (next.has(one.id) ? [one.id] : [])))
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
          {choices.map(({ id, title }) => (
            <Ticked key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
              {title}
            </Ticked>
          ))}
          <ColumnSets
            list="interview"
            columns={written(shown)}
            onChoose={(columns) => onChange(columns === none ? [] : columns.split(','))}
          />
        </div>
      )}
    </Popover>
  )
}
