import type { Filter } from '@kaiku/contract/filter.ts'
import { hasTypeahead, writeSubmatch } from '@kaiku/core/filter-kind.ts'
import { marksOf, noAnswer, option } from '@kaiku/core/filter-token.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments, Tick } from '../control/control.tsx'
import css from '../filter/option-filter.module.css'
import type { ControlProps } from './filter-control.tsx'
import { OptionRow, optionScale } from './option-row.tsx'
import { TypeaheadFilter } from './typeahead-filter.tsx'

export type FilterOption = Filter['options'][number]

/** An option as it is written in a filter's value. */
const writtenOf = (extName: string, excluded: boolean) =>
  `${excluded ? '_' : ''}${extName === noAnswer ? noAnswer : option(extName)}`

const turned = ({ submatch }: Filter, written: string, excluded: boolean) => {
  const { body, submatch: isPart, excluded: lacks } = marksOf(written)
  return excluded ? `_${body}` : submatch && (isPart || lacks) && body !== noAnswer ? `${body}~` : body
}

export type Choosing = {
  filter: Filter
  values: readonly string[]
  excluded: boolean
  chosen: (extName: string) => boolean
  toggle: (extName: string) => void
  /** Chooses all of these, or none of them when all are chosen. */
  toggleAll: (extNames: readonly string[]) => void
  /** Takes a text as it was typed: what contains it is meant. */
  take: (text: string) => void
  drop: (written: string) => void
}

/** Options to choose from: all in sight when they are few, searched by typing when they are many. */
export function OptionFilter({ filter, values, set: onSet }: ControlProps) {
  const { t } = useTranslation()
  const [turnedRound, setTurnedRound] = useState(false)
  const isEmpty = values.length === 0
  const emptiedHere = useRef(false)
  // What is cleared elsewhere begins anew: nobody expects to exclude by the next click.
  useEffect(() => {
    if (isEmpty && !emptiedHere.current) setTurnedRound(false)
    emptiedHere.current = false
  }, [isEmpty])
  const set = (next: readonly string[]) => {
    emptiedHere.current = next.length === 0
    onSet(next)
  }
  const excluded = values.length > 0 ? values.some((value) => marksOf(value).excluded) : turnedRound
  const turn = (to: boolean) => {
    setTurnedRound(to)
    if (values.length > 0) set(values.map((value) => turned(filter, value, to)))
  }
  // A shared link may include some and exclude others: what is written either way is chosen.
  const writtenAs = (extName: string) =>
    [writtenOf(extName, excluded), writtenOf(extName, !excluded)].find((one) => values.includes(one))
  const add = (written: readonly string[]) => set(filter.multipleSelections ? [...values, ...written] : written)
  const choosing: Choosing = {
    filter,
    values,
    excluded,
    chosen: (extName) => writtenAs(extName) !== undefined,
    toggle(extName) {
      const known = writtenAs(extName)
      if (known === undefined) add([writtenOf(extName, excluded)])
      else set(values.filter((value) => value !== known))
    },
    toggleAll(extNames) {
      const known = new Set(extNames.map(writtenAs))
      if (known.has(undefined)) add(extNames.map((extName) => writtenOf(extName, excluded)))
      else set(values.filter((value) => !known.has(value)))
    },
    take: (text) => add([writeSubmatch(text, excluded)]),
    drop: (written) => set(values.filter((value) => value !== written)),
  }
  return (
    <>
      {filter.exclude && (
        <Segments
          label={t('filter.howOf', { title: filter.title })}
          value={excluded ? 'not' : 'is'}
          choices={[
            { value: 'is', title: t('filter.is') },
            { value: 'not', title: t('filter.isNot') },
          ]}
          onChange={(how) => turn(how === 'not')}
        />
      )}
      {hasTypeahead(filter, filter.optionCount) ? <TypeaheadFilter {...choosing} /> : <OptionList {...choosing} />}
    </>
  )
}

const OptionList = ({ filter, chosen, toggle, toggleAll }: Choosing) => {
  const { t } = useTranslation()
  const { options } = filter
  if (options.length === 0) return <p className={css.none}>{t('filter.noOptions')}</p>
  const largest = optionScale(options)
  return (
    <div className={css.options}>
      {filter.multipleSelections && options.length > 1 && (
        <AllRow options={options} chosen={chosen} onToggle={toggleAll} />
      )}
      {options.map((one) => (
        <OptionRow
          key={one.extName}
          option={one}
          largest={largest}
          name={filter.extName}
          single={!filter.multipleSelections}
          checked={chosen(one.extName)}
          onToggle={() => toggle(one.extName)}
        />
      ))}
    </div>
  )
}

type AllProps = Pick<Choosing, 'chosen'> & {
  options: readonly FilterOption[]
  onToggle: (extNames: readonly string[]) => void
}

/** Chooses every option at once; half ticked while some are chosen. */
function AllRow({ options, chosen, onToggle }: AllProps) {
  const { t } = useTranslation()
  const names = options.map(({ extName }) => extName)
  const count = names.filter(chosen).length
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
    <label className={`${css.option} ${css.all}`}>
      <Tick
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < names.length
        }}
        checked={count === names.length}
        onChange={() => onToggle(names)}
      />
      <span className={css.title}>{t('filter.selectAll')}</span>
    </label>
  )
}
