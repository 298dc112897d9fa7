import type { AnswerOf } from '@kaiku/contract/result.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../drill-path/at.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { send } from '../send.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { Card } from '../ui/card.tsx'
import { Button, Field } from '../ui/control.tsx'
import type { DataTable } from '../ui/data-table.tsx'
import { Notice } from '../ui/notice.tsx'
import { ColumnChooser, useColumns } from './interview-columns.tsx'
import css from './interview-list.module.css'
import { InterviewTable, writeRows } from './interview-table.tsx'

type Props = ComponentProps<'InterviewList'>
type Answer = AnswerOf<'InterviewList'>
type Asked = Props['asked']

/** The interviews behind the figures, newest first. Each opens; which answers stand beside them is the reader's choice. */
export function InterviewList({ asked, answer, indicators, title }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [columns, choose] = useColumns(survey.extName, answer)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const wanted = { ...asked, ...(columns && { columns }), ...(search === '' ? {} : { search }) }
  const more = useMoreInterviews(wanted, wanted.columns === asked.columns && search === '' ? answer : undefined)
  const pages = more.data?.pages ?? [answer]
  const [first = answer] = pages
  const latest = pages.at(-1) ?? answer
  const rows = pages.flatMap((page) => page.rows)
  const heading = title ?? t('interviews.title')
  if (answer.hidden)
    return (
      <Card title={heading}>
        <Notice title={t('comments.hidden')}>{t('comments.hiddenWhy', { minimum: survey.minimumNComments })}</Notice>
      </Card>
    )
  const written = writeRows(first, rows, indicators, i18n.language)
  const head = [t('day'), t('place'), ...written.titles]
  const table: DataTable = {
    head,
    rows: written.rows.map((one) => [one.day, one.place, ...one.scores, ...one.answers]),
  }
  return (
    <Card
      title={heading}
      count={first.total === null ? undefined : formatCount(first.total, i18n.language)}
      table={table}
      actions={<ColumnChooser shown={columns ?? first.columns.map(({ id }) => id)} onChange={choose} />}
    >
      <div className={css.search} data-screen-only>
        <Field
          label={t('interviews.search')}
          hideLabel
          type="search"
          placeholder={t('interviews.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {rows.length === 0 ? (
        <Notice title={t('interviews.empty')}>{t('noAnswersWhy')}</Notice>
      ) : (
        <InterviewTable label={heading} head={head} list={first} rows={written.rows} isStale={more.isPlaceholderData} />
      )}
      {more.isError && <p role="alert">{t('fault.short')}</p>}
      {latest.next !== null && (
        <Button
          data-screen-only
          className={css.more}
          disabled={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >
          {t('interviews.more')}
        </Button>
      )}
    </Card>
  )
}

const isList = (answer: { type: string }): answer is Answer => answer.type === 'InterviewList'

/** `known`: the page's own answer, where that is what is wanted. */
function useMoreInterviews(wanted: Asked, known: Answer | undefined) {
  const { loadCount, ...scope } = useScope()
  return useInfiniteQuery({
    queryKey: [...figuresQuery([wanted], { ...scope, loadCount }).queryKey, 'more'],
    queryFn: async ({ pageParam, signal }) => {
      const component = pageParam === null ? wanted : { ...wanted, after: pageParam }
      const { answers } = await send('figures', { ...scope, components: [component] }, signal)
      const found = answers.find(isList)
      if (!found) throw new Error('no interviews in the answer')
      return found
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    ...(known ? { initialData: { pages: [known], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
