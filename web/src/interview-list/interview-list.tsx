import type { InterviewSort } from '@kaiku/contract/interview-sort.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTyped } from '../browser/in-address.ts'
import { sendForFile } from '../call/send.ts'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { Button, Field } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { useChosenText } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { interviewsFrom } from '../interview/interview.queries.ts'
import { TagBar } from '../interview-tag/tag-bar.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { InterviewColumns, useColumns } from './interview-columns.tsx'
import { InterviewDownload } from './interview-download.tsx'
import css from './interview-list.module.css'
import { InterviewTable } from './interview-table.tsx'
import { writeRows } from './written-rows.ts'

type Props = ComponentProps<'InterviewList'>
type Answer = AnswerOf<'InterviewList'>
type ListInput = Props['asked']
type Scope = Pick<ReturnType<typeof useScope>, 'survey' | 'path' | 'locale'>

/** The interviews behind the figures, newest first. Each opens; which answers stand beside them is the reader's choice. */
export function InterviewList({ asked, answer, indicators, title }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions, isReadOnly } = useIdentity()
  const { loadCount: _, ...scope } = useScope()
  const [columns, choose] = useColumns(survey.extName, answer)
  const [typed, setTyped] = useTyped(useChosenText('search', '', true))
  const search = useDeferredValue(typed.trim())
  const [sort, setSort] = useSort()
  const [picked, pick] = useState<ReadonlySet<string>>(new Set())
  const wanted = { ...asked, ...(columns && { columns }), ...(search === '' ? {} : { search }), ...(sort && { sort }) }
  const isAsAnswered = wanted.columns === asked.columns && search === '' && wanted.sort === asked.sort
  const more = useMoreInterviews(wanted, isAsAnswered ? answer : undefined)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = more
  const goOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
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
  const written = writeRows(first, rows, indicators, t, i18n.language)
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
      fetchFile={(format) => sendForFile('interview.recordTable', { ...shownBy(scope, wanted), format })}
      actions={
        <>
          {permissions.includes('export') && first.total !== null && first.total > 0 && (
            <InterviewDownload title={heading} total={first.total} shown={shownBy(scope, wanted)} />
          )}
          <InterviewColumns shown={columns ?? first.columns.map(({ id }) => id)} onChange={choose} />
        </>
      }
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
      {picked.size > 0 && <TagBar survey={survey.extName} interviews={[...picked]} onDone={() => pick(new Set())} />}
      {rows.length === 0 ? (
        <Notice title={t('interviews.empty')}>{t('noAnswersWhy')}</Notice>
      ) : (
        <InterviewTable
          {...{ head, sort: wanted.sort, onSort: setSort, picked, onEnd: goOn }}
          onPick={isReadOnly ? undefined : pick}
          label={heading}
          list={first}
          rows={written.rows}
          goesOn={{ asked: { ...scope, component: wanted }, next: latest.next, total: first.total }}
          isStale={more.isPlaceholderData}
        />
      )}
      {more.isError && <p role="alert">{t('fault.short')}</p>}
      {latest.next !== null && (
        <Button data-screen-only className={css.more} disabled={isFetchingNextPage} onClick={goOn}>
          {t('interviews.more')}
        </Button>
      )}
    </Card>
  )
}

/** The order that the address names: a column, with a dash before it where the greatest comes first. */
function useSort(): [InterviewSort | undefined, (sort: InterviewSort) => void] {
  const [written, choose] = useChosenText('sort')
  const [, dash, by] = /^(-?)((?:day|place|(?:score|answer):.+))$/.exec(written) ?? []
  return [
    by === undefined ? undefined : { by, falling: dash === '-' },
    (sort) => choose(`${sort.falling ? '-' : ''}${sort.by}`),
  ]
}

/** What is shown, as its file is asked for. */
const shownBy = ({ survey, path, locale }: Scope, { columns, search, sort, filter, minimumN }: ListInput) => ({
  survey,
  path,
  locale,
  ...(columns && { columns: columns.join(',') }),
  ...(search !== undefined && { search }),
  ...(sort && { sort: sort.by, order: sort.falling ? ('falling' as const) : ('rising' as const) }),
  ...(filter !== undefined && { filter }),
  ...(minimumN !== undefined && { minimumN }),
})

/** `known`: the page's own answer, where that is what is wanted. */
function useMoreInterviews(wanted: ListInput, known: Answer | undefined) {
  const { loadCount, ...scope } = useScope()
  return useInfiniteQuery({
    queryKey: [...figuresQuery([wanted], { ...scope, loadCount }).queryKey, 'more'],
    queryFn: ({ pageParam, signal }) => interviewsFrom({ ...scope, component: wanted }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    ...(known ? { initialData: { pages: [known], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
