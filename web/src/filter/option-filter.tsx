import type { Filter } from '@kaiku/contract/filter.ts'
import { hasTypeahead } from '@kaiku/core/filter-kind.ts'
import { marksOf, noAnswer, option } from '@kaiku/core/filter-token.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../ui/control.tsx'
import type { ControlProps } from './filter-control.tsx'
import css from './option-filter.module.css'
import { OptionRow, optionScale } from './option-row.tsx'
import { TypeaheadFilter } from './typeahead-filter.tsx'

export type FilterOption = Filter['options'][number]

/** An option as it is written in a filter's value. */
const writtenOf = (extName: string, excluded: boolean) =>
  `${excluded ? '_' : ''}${extName === noAnswer ? noAnswer : option(extName)}`

const turned = (written: string, excluded: boolean) => `${excluded ? '_' : ''}${marksOf(written).body}`

/** Options to choose from: all in sight when they are few, searched by typing when they are many. */
export function OptionFilter({ filter, values, set }: ControlProps) {
  const { t } = useTranslation()
  const [turnedRound, setTurnedRound] = useState(false)
  const excluded = values.length > 0 ? values.some((value) => marksOf(value).excluded) : turnedRound
  const turn = (to: boolean) => {
    setTurnedRound(to)
    if (values.length > 0) set(values.map((value) => turned(value, to)))
  }
  const toggle = (extName: string) => {
    const written = writtenOf(extName, excluded)
    if (values.includes(written)) set(values.filter((value) => value !== written))
    else set(filter.multipleSelections ? [...values, written] : [written])
  }
  const chosen = (extName: string) => values.includes(writtenOf(extName, excluded))
  const rows = { filter, chosen, toggle }
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
      {hasTypeahead(filter, filter.optionCount) ? (
        <TypeaheadFilter {...rows} values={values} />
      ) : (
        <OptionList {...rows} options={filter.options} />
      )}
    </>
  )
}

export type Choosing = {
  filter: Filter
  chosen: (extName: string) => boolean
  toggle: (extName: string) => void
}

const OptionList = ({ options, filter, chosen, toggle }: Choosing & { options: readonly FilterOption[] }) => {
  const { t } = useTranslation()
  if (options.length === 0) return <p className={css.none}>{t('filter.noOptions')}</p>
  const largest = optionScale(options)
  return (
    <div className={css.options}>
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
