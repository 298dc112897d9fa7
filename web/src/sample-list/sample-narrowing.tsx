import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { sampleCalls } from '@kaiku/contract/sample.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import { sampleSteps } from '@kaiku/core/sample-step.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useTyped } from '../browser/in-address.ts'
import { Field, Select } from '../control/control.tsx'
import { useChosen } from '../figure/chosen.ts'
import listCss from '../pick-list/pick-list.module.css'
import type { SampleSearch } from '../sample/sample.queries.ts'
import css from './sample-list.module.css'

const stateChoices = ['all', ...sampleStates] as const
const reasonChoices = ['any', ...sampleReasons] as const
const orders = ['changed', 'oldest', 'name'] as const

/**
 * What the viewer narrows the list by, kept in the address. What is searched for tells who somebody is: it stays with this
 * window, through reloading and coming back, and no link has it.
 */
export function useSampleNarrowing() {
  const [state, setState] = useChosen('state', 'all', stateChoices)
  const [reason, setReason] = useChosen('reason', 'any', reasonChoices)
  const [step, setStep] = useChosen('step', 'sampled', sampleSteps)
  const [sort, setSort] = useChosen('sort', 'changed', orders)
  const [search, setSearch] = useTyped(useInHistory())
  const wanted = useDeferredValue(search.trim())
  const asked: SampleSearch = {
    sort,
    ...(state === 'all' ? {} : { state }),
    ...(state === 'notInvited' && reason !== 'any' ? { reason } : {}),
    ...(step === 'sampled' ? {} : { step }),
    ...(wanted === '' ? {} : { search: wanted }),
  }
  return { asked, state, setState, reason, setReason, step, setStep, sort, setSort, search, setSearch }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is searched for among people. */
    searched?: string
  }
}

function useInHistory(): readonly [string, (text: string) => void] {
  const searched = useRouterState({ select: ({ location }) => location.state.searched }) ?? ''
  const navigate = useNavigate()
  const keep = (text: string) =>
    void navigate({
      to: '.',
      search: true,
      state: (before) => ({ ...before, searched: text }),
      replace: true,
      resetScroll: false,
    })
  return [searched, keep]
}

type SampleNarrowingChoice = ReturnType<typeof useSampleNarrowing>

type List = ReplyOf<(typeof sampleCalls)['list']>
type Props = {
  narrowing: SampleNarrowingChoice
  list: Pick<List, 'counts' | 'reasons'> | undefined
  maySearch: boolean
}

export function SampleNarrowing({ narrowing, list, maySearch }: Props) {
  const { t, i18n } = useTranslation()
  const counted = (title: string, n: number | undefined) =>
    n === undefined ? title : `${title} · ${formatCount(n, i18n.language)}`
  const total = list && Object.values(list.counts).reduce((sum, one) => sum + one, 0)
  return (
    <div className={`${listCss.narrowing} ${css.narrowing}`} data-screen-only>
      {maySearch && (
        <Field
          label={t('samples.search')}
          hideLabel
          type="search"
          placeholder={t('samples.search')}
          value={narrowing.search}
          maxLength={200}
          onChange={({ target }) => narrowing.setSearch(target.value)}
        />
      )}
      <Select
        boxed
        label={t('sample.field.state')}
        value={narrowing.state}
        choices={stateChoices.map((value) => ({
          value,
          title:
            value === 'all'
              ? counted(t('samples.all'), total)
              : counted(t(`sample.state.${value}`), list?.counts[value]),
        }))}
        onChange={narrowing.setState}
      />
      {narrowing.state === 'notInvited' && (
        <Select
          boxed
          label={t('sample.field.reason')}
          value={narrowing.reason}
          choices={reasonChoices.map((value) => ({
            value,
            title:
              value === 'any' ? t('samples.anyReason') : counted(t(`sample.reason.${value}`), list?.reasons[value]),
          }))}
          onChange={narrowing.setReason}
        />
      )}
      {narrowing.step !== 'sampled' && (
        <Select
          boxed
          label={t('samples.step')}
          value={narrowing.step}
          choices={sampleSteps.map((value) => ({
            value,
            title: value === 'sampled' ? t('samples.anyStep') : t(`sample.step.${value}`),
          }))}
          onChange={narrowing.setStep}
        />
      )}
      <span className={`${listCss.order} ${css.order}`}>
        <Select
          label={t('samples.sort')}
          value={narrowing.sort}
          choices={orders
            .filter((value) => maySearch || value !== 'name')
            .map((value) => ({ value, title: t(`samples.sort.${value}`) }))}
          onChange={narrowing.setSort}
        />
      </span>
    </div>
  )
}
