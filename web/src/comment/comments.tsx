import type { CommentSort } from '@kaiku/contract/comment.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useTyped } from '../browser/in-address.ts'
import { send } from '../call/send.ts'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { Button, Field, Select } from '../control/control.tsx'
import { useScope } from '../drill-path/at.tsx'
import { useChosen, useChosenText, useSwitched } from '../figure/chosen.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { Notice } from '../overlay/notice.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './comments.module.css'
import { OneComment } from './one-comment.tsx'
import { starKey, useStars } from './stars.ts'

type Answer = AnswerOf<'Comments'>
type Comment = Answer['comments'][number]

/** What people wrote, newest first or as chosen, with where, when and how they scored. The text is shown as text, whatever it holds. */
export function Comments({ asked, answer, indicators, title }: ComponentProps<'Comments'>) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const choice = useChoice(asked, answer)
  const { wanted, isStarred, stars } = choice
  const fileOf = useTableFile(wanted)
  const more = useMoreComments(wanted, wanted === asked ? answer : undefined)
  const pages = more.data?.pages ?? [answer]
  const latest = pages.at(-1) ?? answer
  const question = answer.question?.id ?? ''
  const comments = pages
    .flatMap((page) => page.comments)
    .filter(({ interviewId }) => !isStarred || stars?.kept.has(starKey(interviewId ?? '', question)))
  const heading = title ?? answer.question?.title ?? t('comments.title')
  if (answer.hidden)
    return (
      <Card title={heading}>
        <Notice title={t('comments.hidden')}>{t('comments.hiddenWhy', { minimum: survey.minimumNComments })}</Notice>
      </Card>
    )
  const total = pages[0]?.total ?? null
  return (
    <Card
      title={heading}
      count={total === null ? undefined : formatCount(total, i18n.language)}
      table={asTable(comments, indicators, t)}
      fetchFile={fileOf(heading)}
    >
      <Tools choice={choice} sorts={answer.sorts} />
      {comments.length === 0 ? (
        <NoComments choice={choice} />
      ) : (
        <ul className={css.comments} data-stale={more.isPlaceholderData || undefined}>
          {comments.map((one, at) => (
            <OneComment
              key={one.interviewId ?? at}
              comment={one}
              question={answer.question?.id}
              stars={stars}
              indicators={indicators}
            />
          ))}
        </ul>
      )}
      {more.isError && <p role="alert">{t('fault.short')}</p>}
      {latest.next !== null && (
        <Button
          data-screen-only
          className={css.more}
          disabled={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >
          {t('comments.more')}
        </Button>
      )}
    </Card>
  )
}

const isComments = (answer: { type: string }): answer is Answer => answer.type === 'Comments'

type Choice = ReturnType<typeof useChoice>

/** Which comments are asked for, and in which order. */
function useChoice(asked: CommentInput, answer: Answer) {
  const [typed, setTyped] = useTyped(useChosenText('search', '', true))
  const search = useDeferredValue(typed.trim())
  const usual = asked.sort ?? 'newest'
  const [sort, setSort] = useChosen<CommentSort>('sort', usual, answer.sorts)
  const [starred, toggleStarred] = useSwitched('starred')
  const stars = useStars(answer.sorts.length > 0)
  const isStarred = starred && stars !== null
  const chosen = { search, sort: sort === usual ? undefined : sort, starred: isStarred }
  const wanted = wantedOf(asked, chosen)
  return { typed, setTyped, search, sort, setSort, starred, toggleStarred, isStarred, stars, wanted }
}

function Tools({ choice, sorts }: { choice: Choice; sorts: Answer['sorts'] }) {
  const { t } = useTranslation()
  const { typed, setTyped, sort, setSort, starred, toggleStarred, stars } = choice
  return (
    <div className={css.tools} data-screen-only>
      <div className={css.search}>
        <Field
          label={t('comments.search')}
          hideLabel
          type="search"
          placeholder={t('comments.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {sorts.length > 0 && (
        <Select
          boxed
          label={t('comments.sort')}
          value={sort}
          choices={sorts.map((value) => ({ value, title: t(`comments.sort.${value}`) }))}
          onChange={setSort}
        />
      )}
      {stars !== null && (
        <Button aria-pressed={starred} onClick={toggleStarred}>
          {starred ? <IconStarFilled size={15} aria-hidden /> : <IconStar size={15} aria-hidden />}
          {t('comments.starred')}
        </Button>
      )}
    </div>
  )
}

function NoComments({ choice: { isStarred, search } }: { choice: Choice }) {
  const { t } = useTranslation()
  return (
    <Notice title={t(isStarred ? 'comments.noneStarred' : search === '' ? 'comments.empty' : 'comments.nothingFound')}>
      {t(isStarred ? 'comments.noneStarredWhy' : 'noAnswersWhy')}
    </Notice>
  )
}

function asTable(
  comments: readonly Comment[],
  indicators: ReadonlyMap<string, ShownIndicator>,
  t: TFunction,
): DataTable {
  const isHeard = comments.some(({ sentiment }) => sentiment !== null)
  return {
    head: [
      t('day'),
      t('place'),
      t('comment'),
      ...scoreTitles(comments, indicators),
      ...(isHeard ? [t('comments.sentiment'), t('comments.topics')] : []),
    ],
    rows: comments.map((one) => [
      one.day,
      one.place.join(' › '),
      one.text,
      ...scoreIds(comments).map((id) => one.scores.find((score) => score.indicator === id)?.value ?? null),
      ...(isHeard
        ? [one.sentiment && t(`sentiment.${one.sentiment}`), one.topics.map((topic) => topic.title).join(', ')]
        : []),
    ]),
  }
}

type CommentInput = ComponentProps<'Comments'>['asked']
type Chosen = { search: string; sort: CommentSort | undefined; starred: boolean }

/** What is asked for with what was chosen; the very same where that is nothing. */
const wantedOf = (asked: CommentInput, { search, sort, starred }: Chosen): CommentInput =>
  search === '' && sort === undefined && !starred
    ? asked
    : { ...asked, ...(search && { search }), ...(sort && { sort }), ...(starred && { starred }) }

/** `known`: the page's own answer, where that is what is wanted. */
function useMoreComments(wanted: CommentInput, known: Answer | undefined) {
  const { loadCount, ...scope } = useScope()
  return useInfiniteQuery({
    queryKey: [...figuresQuery([wanted], { ...scope, loadCount }).queryKey, 'more'],
    queryFn: async ({ pageParam, signal }) => {
      const component = pageParam === null ? wanted : { ...wanted, after: pageParam }
      const { answers } = await send('result.query', { ...scope, components: [component] }, signal)
      const found = answers.find(isComments)
      if (!found) throw new Error('no comments in the answer')
      return found
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    ...(known ? { initialData: { pages: [known], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    // What is starred changes while the data stay.
    staleTime: wanted.starred ? 0 : Number.POSITIVE_INFINITY,
  })
}

const scoreIds = (comments: readonly Comment[]) => [
  ...new Set(comments.flatMap((one) => one.scores.map((score) => score.indicator))),
]
const scoreTitles = (comments: readonly Comment[], indicators: ReadonlyMap<string, ShownIndicator>) =>
  scoreIds(comments).map((id) => indicators.get(id)?.title ?? id)
