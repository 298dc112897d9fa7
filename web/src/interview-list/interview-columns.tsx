import type { AnswerOf } from '@kaiku/contract/result.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { ColumnChooser, toggled } from '../column-set/column-chooser.tsx'
import { useChosenText } from '../figure/chosen.ts'
import { useSurvey } from '../survey/survey-context.tsx'

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

/** Which answers and marks stand beside the interviews, in the order of the survey. */
export function InterviewColumns({ shown, onChange }: Props) {
  const choices = useChoices()
  const chosen = new Set(shown)
  const toggle = (id: string) => {
    const next = toggled(chosen, id)
    onChange(choices.flatMap((one) => (next.has(one.id) ? [one.id] : [])))
  }
  return (
    <ColumnChooser
      list="interview"
      choices={choices}
      shown={chosen}
      onToggle={toggle}
      written={written(shown)}
      onChoose={(columns) => onChange(columns === none ? [] : columns.split(','))}
    />
  )
}
