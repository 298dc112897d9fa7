import { writeSubmatch } from '@kaiku/core/filter-kind.ts'
import { marksOf, optionText } from '@kaiku/core/filter-token.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseButton, Field, Ticked } from '../ui/control.tsx'
import type { ControlProps } from './filter-control.tsx'
import css from './filter-sidebar.module.css'

/** A word or part of one that the answer contains, or does not contain. */
export function SubmatchFilter({ filter, values, set }: ControlProps) {
  const { t } = useTranslation()
  const single = filter.multipleSelections ? undefined : values[0]
  const [excluded, setExcluded] = useState(single?.startsWith('_') ?? false)
  const [text, setText] = useState(single === undefined ? '' : optionText(marksOf(single).body))
  const add = (how: boolean) => {
    const typed = text.trim()
    if (typed === '') return filter.multipleSelections ? undefined : set([])
    const written = writeSubmatch(typed, how)
    set(filter.multipleSelections ? [...values, written] : [written])
    if (filter.multipleSelections) setText('')
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    add(excluded)
  }
  const turn = (to: boolean) => {
    setExcluded(to)
    if (single !== undefined) add(to)
  }
  return (
    <form onSubmit={submit} className={css.control}>
      {filter.multipleSelections &&
        values.map((value) => {
          const { excluded: lacks, body } = marksOf(value)
          const words = t(lacks ? 'filter.lacks' : 'filter.holds', { text: optionText(body) })
          return (
            <div key={value} className={css.typed}>
              <span>{words}</span>
              <CloseButton
                label={t('filter.clearOf', { title: words })}
                onClick={() => set(values.filter((one) => one !== value))}
              />
            </div>
          )
        })}
      <Field
        label={filter.title}
        hideLabel
        type="search"
        placeholder={t('filter.wordOrPart')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => add(excluded)}
      />
      {filter.exclude && (
        <div className={css.inline}>
          <Ticked type="radio" checked={!excluded} onChange={() => turn(false)}>
            {t('filter.contains')}
          </Ticked>
          <Ticked type="radio" checked={excluded} onChange={() => turn(true)}>
            {t('filter.containsNot')}
          </Ticked>
        </div>
      )}
    </form>
  )
}
