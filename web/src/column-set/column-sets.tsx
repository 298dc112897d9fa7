import type { ColumnSet } from '@kaiku/contract/column-set.ts'
import { IconTrash } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Button, Field, IconButton } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { PopoverHeading, PopoverItem } from '../overlay/popover.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './column-sets.module.css'

const columnSetsQuery = (survey: string, list: ColumnSet['list']) =>
  queryOptions({
    queryKey: ['column-sets', survey, list],
    queryFn: ({ signal }) => send('columnSet.list', { survey, list }, signal),
    staleTime: 60_000,
  })

type Props = {
  /** Columns of what. */
  list: ColumnSet['list']
  /** The present columns as an address has them. */
  columns: string
  onChoose: (columns: string) => void
}

/** The reader's columns kept under names: to choose, to replace by saving under the same name, to remove with a way back. */
export function ColumnSets({ list, columns, onChoose }: Props) {
  const { t } = useTranslation()
  const { survey } = useAt()
  const client = useQueryClient()
  const sets = useQuery(columnSetsQuery(survey, list)).data ?? []
  const again = () => client.invalidateQueries({ queryKey: columnSetsQuery(survey, list).queryKey })
  const onError = (error: Error) => say(faultText(error, t))
  const save = useMutation({
    mutationFn: (set: Pick<ColumnSet, 'title' | 'columns'>) => send('columnSet.save', { survey, list, ...set }),
    onError,
    onSettled: again,
  })
  const remove = useMutation({
    mutationFn: ({ columnSetId }: ColumnSet) => send('columnSet.remove', { survey, columnSetId }),
    onSuccess: (_, { title, columns: kept }) =>
      say(t('saved.removed', { title }), { title: t('undo'), run: () => save.mutate({ title, columns: kept }) }),
    onError,
    onSettled: again,
  })
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const title = entered(form, 'title').trim()
    if (title !== '') save.mutate({ title, columns }, { onSuccess: () => form.reset() })
  }
  return (
    <section className={css.sets} aria-label={t('columns.saved')}>
      <PopoverHeading>{t('columns.saved')}</PopoverHeading>
      {sets.map((set) => (
        <div key={set.columnSetId} className={css.set}>
          <PopoverItem current={set.columns === columns} onSelect={() => onChoose(set.columns)}>
            {set.title}
          </PopoverItem>
          <IconButton label={t('columns.remove', { title: set.title })} small onClick={() => remove.mutate(set)}>
            <IconTrash size={15} />
          </IconButton>
        </div>
      ))}
      <form className={css.form} onSubmit={keep}>
        <Field
          label={t('columns.name')}
          hideLabel
          placeholder={t('columns.name')}
          name="title"
          maxLength={80}
          required
        />
        <Button type="submit" disabled={save.isPending}>
          {t('columns.keep')}
        </Button>
      </form>
    </section>
  )
}
